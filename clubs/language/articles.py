"""Names of trophies inside sentences, with their article where a language needs one, by case where it has cases.

The messages have the English article themselves (“takes the {trophy}”), because no name changes it. A name whose last
word (or, before “of”, first word) is not in GENDERS stays without an article, and so does every name in a language that
is not in ARTICLES: their messages read well without one.
"""

from django.utils.translation import get_language

# By language and gender: the article of a subject and of an object.
ARTICLES = {
    "de": {"m": ("der", "den"), "f": ("die", "die"), "n": ("das", "das")},
    "es": {"m": ("el", "el"), "f": ("la", "la")},
    "fr": {"m": ("le", "le"), "f": ("la", "la")},
    "nl": {"m": ("de", "de"), "n": ("het", "het")},
    "pt": {"m": ("o", "o"), "f": ("a", "a")},
}
# By language and gender: English nouns of names that the games have, and nouns of the language that clubs use.
GENDERS = {
    "de": {
        "m": "cup cone bone bowl becher kelch knochen napf pokal preis schild trichter",
        "f": "crown medal flag blanket decke fahne krone medaille schale trophäe",
        "n": "collar halsband",
    },
    "es": {
        "m": "cup cone bone bowl collar cono cuenco hueso trofeo",
        "f": "crown medal flag blanket bandera copa corona manta medalla",
    },
    "fr": {
        "m": "cup cone bone bowl collar flag bol collier cône drapeau trophée",
        "f": "crown medal blanket coupe couronne couverture médaille",
    },
    "nl": {
        "m": "cup cone bone bowl collar crown medal flag blanket beker deken halsband kap kroon medaille vlag",
        "n": "bot schild",
    },
    "pt": {
        "m": "cup cone bone collar blanket cobertor osso troféu",
        "f": "bowl crown medal flag bandeira coleira coroa medalha taça",
    },
}
COMPOUNDING = ("de", "nl")  # languages with nouns such as *Wanderpokal*


def as_subject(trophy: str) -> str:
    """Return the name as the subject of a sentence, in its middle.

    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     as_subject("Good Dog Cup"), as_object("Good Dog Cup"), as_object("Silver Elk")
    ('der Good Dog Cup', 'den Good Dog Cup', 'Silver Elk')
    """
    return _with_article(trophy, 0)


def as_object(trophy: str) -> str:
    """Return the name as the object of a verb: what somebody takes, keeps or defends."""
    return _with_article(trophy, 1)


def _with_article(trophy: str, case: int) -> str:
    language = language_alone()
    gender = _gender(head(trophy), language) if trophy and language in ARTICLES else ""
    return f"{ARTICLES[language][gender][case]} {trophy}" if gender else trophy


def _gender(head: str, language: str) -> str:
    """Return "m", "f" or "n"; "" for a noun that is not in the table."""
    for gender, nouns in GENDERS[language].items():
        if any(head == noun or (language in COMPOUNDING and head.endswith(noun)) for noun in nouns.split()):
            return gender
    return ""


def head(trophy: str) -> str:
    """Return the noun that the name is about, in small letters.

    >>> head("Good Dog Cup"), head("Cone of Shame")
    ('cup', 'cone')
    """
    language, words = language_alone(), trophy.lower().split()
    begins = " of " in trophy or (language in ("es", "fr", "pt") and words[0] in _nouns(language))
    return words[0] if begins else words[-1]


def _nouns(language: str) -> set[str]:
    return {noun for nouns in GENDERS[language].values() for noun in nouns.split()}


def language_alone() -> str:
    """Return the active language without its region: `de`, `en`."""
    return (get_language() or "en").partition("-")[0]
