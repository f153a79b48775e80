"""Deleting an account or a club, and what must follow where more than rows is kept."""
