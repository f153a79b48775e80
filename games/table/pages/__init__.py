"""The scorekeeper's pages of a match."""
