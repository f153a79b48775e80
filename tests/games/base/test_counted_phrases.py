"""Counted phrases are whole in every language: nought, one, and as many as a page can show."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.utils import translation

from games.base import wording

LANGUAGES = ["en-gb", *(code for code, _ in settings.TRANSLATED_LANGUAGES), "it"]
PHRASES: list[Callable[[int], str]] = [
    *(lambda number, word=word: wording.rounds(number, word) for word in ("hand", "game", "year", "round")),
    *(wording.dogs, wording.players, wording.groups, wording.matches, wording.tables, wording.final_tables),
    *(wording.points, wording.nights, wording.minutes),
]
NOUGHT = {
    "en-gb": "no",
    "de": "keine",
    "fr": "aucune?",
    "es": "ning(una|ún)",
    "nl": "geen",
    "pt": "nenhuma?",
    "it": "nessun[ao]?",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", PHRASES, ids=range(len(PHRASES)))
def test_nought_one_and_many_are_three_phrases(phrase: Callable[[int], str], language: str) -> None:
    with translation.override(language):
        said = {number: phrase(number) for number in (0, 1, 2, 5, 13, 21)}
        two, five = wording.in_words(2), wording.in_words(5)
    assert re.fullmatch(rf"{NOUGHT[language]} [^\d{{}}]+", said[0])
    assert len({*said.values()}) == len(said)
    assert [said[number].split()[0] for number in (2, 5, 13, 21)] == [two, five, "13", "21"]
    assert len({said[number].partition(" ")[2] for number in (2, 5, 13, 21)}) == 1
