"""A year and its battles: soldiers, captains, the house track, and the scoring."""
