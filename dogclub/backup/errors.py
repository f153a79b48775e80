"""What goes wrong with a backup, in a sentence for whoever made or wants it."""


class Unusable(Exception):
    """It cannot be made or put back; the text says why and what to do. Nothing was changed."""
