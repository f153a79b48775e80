"""Counted messages in every language: the form that a number takes is translated, keeps what it names, and is not the
singular of a noun with a plural number.
"""

import re
from functools import cache
from gettext import c2py
from itertools import combinations

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from clubs.language.properties import of
from dogclub.configuration.catalogues import translations
from dogclub.management.commands import messages
from tests.pseudo import SLOT

NUMBERS = (0, 1, 2, 5, 13, 21)
COMPLETE = [code for code, _ in settings.TRANSLATED_LANGUAGES]
LANGUAGES = [*COMPLETE, *(code for code, _ in settings.PARTIAL_LANGUAGES)]
SEVERAL = {"ar": (2, 5)}  # from 11 on, Arabic has the singular again
NUMBER = r"(?:\{\w+\}|%\(\w+\)s)"
# What may be the same for one and for several, by language: patterns of the translation, each with its reason.
ALIKE = {
    "en": {
        rf"{NUMBER} (?:to (?:check|confirm)|can(?:not)? be \w+(?: back)?|left|here|more)\b": "without a noun",
        rf"^(?:Play again with these|Top) {NUMBER}$": "without a noun",
        rf"add up to {NUMBER}, as many as there are cards": "without a noun",
        rf"0 to {NUMBER} tricks": "a range is plural",
        r" took the ": "the past, of one or of several",
    },
    "de": {
        r"\bMal\b|-mal\b": "a measure has no plural: zwei Mal",
        r"\bSchlüssel$": "the same in the plural",
        rf"\b(?:Spiele|Runden)\b[^:]*: (?:je )?{NUMBER}": "the noun heads a row of figures",
    },
    "fr": {
        r"\bfois\b": "ends in s",
        r"(?: par|:) \{names\}| à \{low\}|; \{names\} à": "names, without a verb",
        r"^Manches gagnées par \{player\}": "the noun heads a row of figures",
        rf"^(?:.*, )?à {NUMBER}(?:,|$)": "à deux: without a noun",
        r"\b(?:[Aa]ux manches|les manches décident)\b": "a score",
        rf" sur {NUMBER} ": "a share of what there is",
        rf"\bici, {NUMBER}\.$": "without a noun",
        r"^Ceci a été saisi": "what, be it one or several",
    },
    "es": {
        rf"^En el último puesto: {NUMBER}": "names, without a verb",
        rf"{NUMBER} (?:a {NUMBER}|por cabeza) en (?:juegos|rondas)|deciden las rondas": "a score",
        rf"\bhay {NUMBER}\.$": "there is and there are",
        rf"el último lugar fue para {NUMBER}": "names, without a verb",
    },
    "nl": {
        r"\bkeer\b|\buur\b": "a measure has no plural after a number: twee uur",
        r"^winst$": "without a plural",
        r"^later gekomen$|te versturen": "without a noun",
        rf" van {NUMBER} spelers": "a share of the players, who are several",
    },
    "pt": {
        rf"o mínimo foi {NUMBER}, de {NUMBER}": "names, without a verb",
        rf"\bhá {NUMBER}\.$": "there is and there are",
    },
    "it": {},
    "ar": {r"^(?:الفوز|فوز)$": "victory, without a plural", r"\{names\}": "names, without a verb"},
}


@cache
def catalogue_of(language: str) -> Catalog:
    with messages.catalogue(language).open("rb") as source:
        return read_po(source)


def form_of(language: str, number: int) -> int:
    """The place of the form that a number takes in a catalogue."""
    return int(c2py(catalogue_of(language).plural_expr)(number))


@cache
def counted(language: str) -> list[tuple[str, str, list[str]]]:
    """The English forms and the translated ones of each counted message; in a partial language those it has."""
    every = [each for each in catalogue_of(language) if not isinstance(each.id, str)]
    found = [(*each.id, [""] * len(translations(each)) if each.fuzzy else translations(each)) for each in every]
    return [each for each in found if language in COMPLETE or all(each[-1])]


def slots(text: str) -> set[str]:
    return {*SLOT.findall(text)}


def is_alike(language: str, text: str) -> bool:
    return any(re.search(pattern, text) for pattern in ALIKE[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_takes_the_form_that_its_language_has_for_it(language: str) -> None:
    """As in CLDR: in French also 0 takes the singular."""
    rule = Locale.parse(f"{language}_{of(language).territory}" if of(language).territory else language).plural_form
    taken = {number: form_of(language, number) for number in NUMBERS}
    for one, other in combinations(NUMBERS, 2):
        assert (taken[one] == taken[other]) == (rule(one) == rule(other)), (one, other)
    assert (taken[0] == taken[1]) == (language == "fr")


def test_english_has_a_singular_and_a_plural_of_each() -> None:
    for one, many, _forms in counted("de"):
        assert one != many or is_alike("en", one), one
        assert slots(one) <= slots(many), one
        assert len(slots(many) - slots(one)) < 3, one


@pytest.mark.translations
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_says_what_the_english_one_says(language: str, number: int) -> None:
    """A form for 1, or in Arabic for 2, may leave out the number; one for 0 only where English has none for 1 either,
    since such a message is never shown with 0.
    """
    place = form_of(language, number)
    is_for_it_alone = [other for other in range(100) if form_of(language, other) == place] == [number]
    for one, many, forms in counted(language):
        said = slots(forms[place])
        assert forms[place], one
        if number and is_for_it_alone:
            assert said == slots(one) or (said <= slots(many) and len(slots(many) - said) < 2), (one, forms)
        elif is_for_it_alone or form_of(language, 1) == place:
            assert said in (slots(one), slots(many)), (one, forms)
        else:
            assert said == slots(many), (one, forms)


@pytest.mark.translations
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_number_never_has_a_singular_noun(language: str) -> None:
    singular = form_of(language, 1)
    for one, many, forms in counted(language):
        for number in SEVERAL.get(language, (2, 5, 13, 21)):
            differs = forms[form_of(language, number)] != forms[singular]
            assert differs or one == many or is_alike(language, forms[singular]), (one, forms)


@pytest.mark.translations
def test_no_reason_for_being_alike_is_out_of_date() -> None:
    for language, patterns in ALIKE.items():
        if language == "en":
            alike = [one for one, many, _ in counted("de") if one == many]
        else:
            one, two = form_of(language, 1), form_of(language, 2)
            alike = [forms[one] for *_, forms in counted(language) if forms[one] == forms[two]]
        assert [pattern for pattern in patterns if not any(re.search(pattern, text) for text in alike)] == []
