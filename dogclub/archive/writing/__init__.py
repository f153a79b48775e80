"""A club written as an archive."""
