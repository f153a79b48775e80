"""Erasure of what remains beside the rows of an erased club or name: files, emails, and the bytes of deleted rows."""
