"""Everything the house keeps about one person, as a file for that person."""
