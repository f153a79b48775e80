"""The pages that hand scorekeeping from one device to another."""
