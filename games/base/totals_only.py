"""A match of which only the totals were kept, as other programs do: where the game allows it, still an open record."""


class NotByTotals(Exception):
    """The totals do not make a match; the text says why, and what to do."""
