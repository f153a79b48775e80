"""What comes in from elsewhere: a file is read, shown, asked about, written in one act, and undone in one act.

A reader turns a file into matches as open records (`found.py`, `readers.py`). The dry run scores each, looks for its
players and for matches that are here already; nothing is saved but the import's own row. Writing and undoing are jobs.
"""
