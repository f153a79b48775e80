"""Call-outs inside a sentence, on pages and in the table's script: a club's own word stands there as it is."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubs.language.terms import own_word

NOUNS: Mapping[str, str | Promise] = {
    "overbid": gettext_lazy("an overbid"),
    "floater": gettext_lazy("a floater"),
    "float-age": gettext_lazy("a float ’age"),
    "sbr": gettext_lazy("an SBR"),
}
# By their texts in the script, with what they become: `{}` is the club's word.
IN_SCRIPT = {
    "overbid": {"an overbid": "{}", "Overbid.": "{}."},
    "floater": {"a floater": "{}", "Floater.": "{}."},
    "float-age": {"a float ’age": "{}", "Float ’age.": "{}."},
    "sbr": {"an SBR": "{}"},
}


def noun(term: str) -> str:
    """`an overbid`; what the club says instead has no article."""
    return own_word(term) or str(NOUNS[term])


def own_messages() -> dict[str, str]:
    """What the script says otherwise than usual, by the text of its message."""
    return {
        message: pattern.format(word)
        for term, patterns in IN_SCRIPT.items()
        if (word := own_word(term))
        for message, pattern in patterns.items()
    }
