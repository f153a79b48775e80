"""Helpers shared by the pages of all packages: conditional responses, paging, queries, what is said after saving."""
