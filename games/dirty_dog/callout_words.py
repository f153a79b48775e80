"""Terms of call-outs inside a sentence, on pages and in the table’s script; a club’s own word is used without an
article.
"""

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
# By term: the script's messages and their replacements; `{}` is the club's word.
IN_SCRIPT = {
    "overbid": {"an overbid": "{}", "Overbid.": "{}."},
    "floater": {"a floater": "{}", "Floater.": "{}."},
    "float-age": {"a float ’age": "{}", "Float ’age.": "{}."},
    "sbr": {"an SBR": "{}"},
}


def noun(term: str) -> str:
    """Return the term with its article (`an overbid`), or the club’s own word for it without one."""
    return own_word(term) or str(NOUNS[term])


def own_messages() -> dict[str, str]:
    """Return the script’s messages that contain a term the club has renamed: English message to replacement."""
    return {
        message: pattern.format(word)
        for term, patterns in IN_SCRIPT.items()
        if (word := own_word(term))
        for message, pattern in patterns.items()
    }
