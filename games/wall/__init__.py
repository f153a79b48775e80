"""The wall board of a match."""
