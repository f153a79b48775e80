"""A night at the tables: the draw, the deal, what is going on."""
