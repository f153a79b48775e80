"""The people of a pasted list, one a line: names and email addresses in any order, with any separator.

Addresses are found by `email.utils` and judged by Django; nothing here takes an address apart.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import getaddresses

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from clubs.names import spelled, tidy_name

SEPARATORS = re.compile(r"[\s,;:|<>()\[\]]+")
BULLET = re.compile(r"^\s*(?:[-–—*•·]|\d+[.)])\s+")
QUOTES = "\"'“”„«»"
MAILTO = "mailto"  # before addresses that were copied from a link


@dataclass(frozen=True)
class Person:
    """A name and an email address as pasted; either may be ""."""

    name: str
    address: str = ""

    @property
    def key(self) -> str:
        """The same for every spelling of one line, by which answers about it are known."""
        return f"{spelled(self.name)} {self.address.casefold()}".strip()

    @property
    def is_address_valid(self) -> bool:
        try:
            validate_email(self.address)
        except ValidationError:
            return False
        return True


def people_in(text: str) -> list[Person]:
    """Return the people of the list in its order, each once.

    >>> [(each.name, each.address) for each in people_in("Hal Brook <hal@brook.example>\\nRosalind Pye")]
    [('Hal Brook', 'hal@brook.example'), ('Rosalind Pye', '')]
    """
    people: dict[str, Person] = {}
    for line in text.splitlines():
        for person in _of_line(line):
            people.setdefault(person.key, person)
    people.pop("", None)
    return list(people.values())


def _of_line(line: str) -> Iterator[Person]:
    line = BULLET.sub("", line)
    has_several = line.count("@") > 1
    if (has_several or ("<" in line and '"' in line)) and (people := _of_an_email(line)):
        yield from people
    else:
        yield _of_words(line)


def _of_an_email(line: str) -> list[Person]:
    """Return the people of a line as the head of an email lists them: "Brook, Hal" <hal@brook.example>; Maya <…>.
    None where it is something else.
    """
    found = getaddresses([line.replace(";", ",").rstrip(", ")])
    people = [Person(_given_name_first(name), address) for name, address in found]
    return people if all(each.is_address_valid for each in people) else []


def _given_name_first(name: str) -> str:
    family, comma, given = tidy_name(name.strip(QUOTES)).partition(", ")
    return f"{given} {family}" if comma else family


def _of_words(line: str) -> Person:
    """Return the one person of a line: the word with an @ is the address, the others are the name."""
    words = [word.strip(QUOTES) for word in SEPARATORS.split(line)]
    name = [word for word in words if "@" not in word and word != MAILTO and not _is_punctuation(word)]
    addresses = [word.strip(".") for word in words if "@" in word]
    return Person(tidy_name(" ".join(name)), " ".join(addresses))


def _is_punctuation(word: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in word)
