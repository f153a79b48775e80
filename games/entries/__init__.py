"""Drafts of entries, and the state of a match as it is read back from its entries."""
