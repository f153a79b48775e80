"""The pages of merging and deleting players."""
