"""Accounts of people who sign in, and the front page."""
