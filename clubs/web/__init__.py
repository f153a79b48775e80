"""Helpers shared by the pages of all packages: conditional responses, paging, prepared queries."""
