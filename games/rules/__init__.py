"""The rules pages, read from docs/at-the-table/rules."""
