"""The end of a match on one page: everybody's place and total, the trophies, and what is done next."""
