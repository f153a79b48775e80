"""Deletion of accounts and clubs, with signals for whatever is stored outside their rows."""
