"""What a game calls its rounds, in whole phrases."""

import pytest

from games.base.entry import round_words


@pytest.mark.parametrize("word", ["round", "hand", "game", "year"])
def test_each_kind_of_round_has_its_phrases(word: str) -> None:
    assert round_words.numbered(word, 3) == f"{word} 3"
    assert round_words.numbered_first(word, 3) == f"{word.capitalize()} 3"
    assert round_words.several(word, "3 and 4") == f"{word}s 3 and 4"
    assert [round_words.so_many(word, count) for count in (1, 2)] == [f"1 {word}", f"2 {word}s"]
    assert round_words.before_first(word) == f"before the first {word}"


@pytest.mark.parametrize("word", ["round", "game"])
def test_a_round_that_is_one_entry_has_its_sentences(word: str) -> None:
    assert round_words.not_written(word) == f"This {word} is not written yet."
    assert round_words.nothing_filled_in(word).endswith(f"Start with the first {word}.")
    assert round_words.gap(word).startswith(f"A {word} before this one is empty.")
