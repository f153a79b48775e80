"""The pages of corrections."""
