"""The rules pages, read from docs/rules."""
