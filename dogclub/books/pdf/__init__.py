"""Pages set by Typst and bound to one PDF, with numbers, bookmarks and links."""
