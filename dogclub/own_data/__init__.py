"""Everything that is kept about one person, as a file for that person."""
