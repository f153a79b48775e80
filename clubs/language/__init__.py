"""The language of a page, and its formats of dates, numbers and lists; engines use the same message catalogue."""
