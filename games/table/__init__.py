"""The scorekeeper's page: starting a match, entering rounds, conflicts, undo, the end."""
