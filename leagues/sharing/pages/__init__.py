"""The page for making links, the pages that a link shows, and the list of links."""
