"""The wall board of one match."""
