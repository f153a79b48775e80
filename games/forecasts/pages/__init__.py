"""Views of how a match is likely to end."""
