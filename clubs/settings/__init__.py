"""A club's settings, and starting a club."""
