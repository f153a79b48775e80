"""The phrases with a game's word for its rounds: a whole phrase for each word, so that each can be translated."""

from inspect import signature

import pytest

from games.registry import TABLE_GAMES
from games.templatetags.round_words import register

WORDS = sorted({game.display.round_word for game in TABLE_GAMES})
FILTERS = sorted(
    name for name, phrase in register.filters.items() if next(iter(signature(phrase).parameters)) == "word"
)


def test_every_game_calls_its_rounds_by_a_word_that_is_there() -> None:
    assert WORDS == ["game", "hand", "round", "year"]


@pytest.mark.parametrize("name", FILTERS)
@pytest.mark.parametrize("word", WORDS)
def test_each_phrase_is_of_its_word_and_of_no_other(name: str, word: str) -> None:
    phrase = register.filters[name]
    needs_number = len(signature(phrase).parameters) > 1
    said = [str(phrase(word, number) if needs_number else phrase(word)) for number in (1, 2)]
    for each in said:
        assert [other for other in WORDS if other in each.lower()] == [word]
        assert not needs_number or any(figure in each for figure in "12")
