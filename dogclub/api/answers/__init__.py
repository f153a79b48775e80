"""Rows as JSON: a match, a table of a night, an import."""
