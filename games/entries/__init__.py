"""Entries on their way in as drafts, and read back as the state of a match."""
