"""Numbers as a sentence says them."""

from games.base.results.titles import in_words

TIMES = {1: "once", 2: "twice"}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def times(number: int) -> str:
    """`once`, `twice`, `five times`."""
    return TIMES.get(number) or f"{in_words(number)} times"


def ordinal(number: int) -> str:
    """In words as far as a table is long.

    >>> ordinal(3), ordinal(14)
    ('third', 'no. 14')
    """
    return ORDINALS[number] if number < len(ORDINALS) else f"no. {number}"


def some(number: int, word: str) -> str:
    """`one hand`, `three hands`, `48 hands`; a match is no matchs.

    >>> some(1, "hand"), some(48, "hand"), some(2, "match")
    ('one hand', '48 hands', 'two matches')
    """
    ending = "" if number == 1 else "es" if word.endswith(("ch", "s")) else "s"
    return f"{in_words(number)} {word}{ending}"


def whose(name: str) -> str:
    """`Ines’s`."""
    return f"{name}’s"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def paragraph(*sentences: str) -> str:
    """One paragraph of those that have something to say."""
    return " ".join(filter(None, sentences))


def shorter(trophy: str) -> str:
    """A trophy as the club says it in passing; a name that is no plain word stays whole.

    >>> shorter("Good Dog Cup"), shorter("Cone of Shame"), shorter("Pokal Ä")
    ('cup', 'cone', 'Pokal Ä')
    """
    *_, last = words = trophy.split()
    short = words[0] if " of " in trophy else last
    return short.lower() if short.isascii() and short.isalpha() else trophy
