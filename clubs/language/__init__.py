"""The language of a page, and how it writes days, places and names in a row; engines use the same catalogue."""
