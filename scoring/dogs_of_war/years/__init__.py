"""A year, battle by battle: soldiers, captains, the house track, and what it comes to."""
