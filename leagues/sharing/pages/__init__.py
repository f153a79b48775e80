"""The page on which something is shared, what whoever has a link sees, and the list of links."""
