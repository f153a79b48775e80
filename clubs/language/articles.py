"""Names of trophies inside sentences, with their article where a language needs one, by case where it has cases.

The messages have the English article themselves (“takes the {trophy}”), because no name changes it. A name whose last
word (or, before “of”, first word) is not among the nouns of the language (`properties.py`) stays without an article,
and so does every name in a language without articles: their messages read well without one.
"""

import re

from clubs.language.properties import Article, properties

APOSTROPHE = "’"


def as_subject(trophy: str) -> str:
    """Return the name as the subject of a sentence, in its middle.

    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     as_subject("Good Dog Cup"), as_object("Good Dog Cup"), as_object("Silver Elk")
    ('der Good Dog Cup', 'den Good Dog Cup', 'Silver Elk')
    """
    article = _article(trophy)
    return _joined(article.subject, trophy) if article else trophy


def as_object(trophy: str) -> str:
    """Return the name as the object of a verb: what somebody takes, keeps or defends."""
    article = _article(trophy)
    return _joined(article.object, trophy) if article else trophy


def _joined(article: str, trophy: str) -> str:
    return f"{article}{trophy}" if article.endswith(APOSTROPHE) else f"{article} {trophy}"


def _article(trophy: str) -> Article | None:
    gender = _gender(head(trophy)) if trophy else ""
    fitting = (each for each in properties().articles if each.gender == gender)
    return next((each for each in fitting if re.match(each.before, trophy, re.IGNORECASE)), None)


def _gender(head: str) -> str:
    """Return the gender, such as "m"; "" for a noun that is not in the table."""
    language = properties()
    for gender, nouns in (language.nouns or {}).items():
        if any(head == noun or (language.compounds and head.endswith(noun)) for noun in nouns):
            return gender
    return ""


def head(trophy: str) -> str:
    """Return the noun that the name is about, in small letters.

    >>> head("Good Dog Cup"), head("Cone of Shame")
    ('cup', 'cone')
    """
    words = trophy.lower().split()
    begins = " of " in trophy or (properties().noun_first and bool(_gender(words[0])))
    return words[0] if begins else words[-1]
