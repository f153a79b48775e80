"""Merging two players into one, deleting players, and removing names of members who left."""
