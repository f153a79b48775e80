"""The pages of a match's history."""
