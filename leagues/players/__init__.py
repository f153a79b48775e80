"""Merging two players into one, and what else the league knows of players."""
