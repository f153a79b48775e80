"""The pages of photos that are read."""
