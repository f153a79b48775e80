"""The pages of trophies."""
