"""The pages of comments."""
