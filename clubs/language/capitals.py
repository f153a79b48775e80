"""Upper or lower case of a text's first letter, at the start of a sentence or inside one, by the rules of each
language.
"""

from clubs.language.locales import locale

# Dutch: ij is one letter, and a capital has no stress mark.
LARGE_IN_DUTCH = {"ij": "IJ", "Ij": "IJ", "éé": "Eé"}


def capital(text: str) -> str:
    """Return the text for the start of a sentence, with a capital first letter.

    >>> capital("the dealer of Round 3"), capital("")
    ('The dealer of Round 3', '')
    """
    if locale().language == "nl" and text[:2] in LARGE_IN_DUTCH:
        return LARGE_IN_DUTCH[text[:2]] + text[2:]
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """Return the text for the middle of a sentence. Abbreviations keep their capitals, and so does German, with its
    capital nouns.

    >>> inside("Support card"), inside("VP tokens"), inside("")
    ('support card', 'VP tokens', '')
    """
    if locale().language == "de" or text[1:2].isupper():
        return text
    return text[:1].lower() + text[1:]
