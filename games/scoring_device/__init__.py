"""The scoring device of a match: which one it is, and how scorekeeping is handed over."""
