"""Typesetting with Typst, and joining the pages into one PDF with page numbers, bookmarks and links."""
