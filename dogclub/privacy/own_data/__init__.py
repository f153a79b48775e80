"""Everything stored about a person, as a download for that person."""
