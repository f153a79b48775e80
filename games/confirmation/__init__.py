"""Confirmation of a complete sheet by those who sat at the table."""
