"""Writes a club as an archive."""
