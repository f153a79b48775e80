"""Match pages: the page of a match, the list and search of matches, exports and printed sheets."""
