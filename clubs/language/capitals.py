"""The first letter of a text, large where a sentence begins and small inside one, as each language has it."""

from clubs.language.locales import locale

# Dutch: ij is one letter, and a large letter carries no stress mark.
LARGE_IN_DUTCH = {"ij": "IJ", "Ij": "IJ", "éé": "Eé"}


def capital(text: str) -> str:
    """Where a sentence begins; the rest stays as it is.

    >>> capital("the dealer of Round 3"), capital("")
    ('The dealer of Round 3', '')
    """
    if locale().language == "nl" and text[:2] in LARGE_IN_DUTCH:
        return LARGE_IN_DUTCH[text[:2]] + text[2:]
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """Inside a sentence. What is an abbreviation stays large, and so do all words of a language whose nouns are.

    >>> inside("Support card"), inside("VP tokens"), inside("")
    ('support card', 'VP tokens', '')
    """
    if locale().language == "de" or text[1:2].isupper():
        return text
    return text[:1].lower() + text[1:]
