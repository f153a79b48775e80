"""The history of a match: every entry and correction, its author and time."""
