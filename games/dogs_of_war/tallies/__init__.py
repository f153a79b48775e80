"""The tally at the end: counted in secret, compared, and the result."""
