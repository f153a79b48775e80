"""The scorekeeper's pages: starting a match, entering rounds, conflicts, undo, and the end."""
