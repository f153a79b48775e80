"""Sentences of the engines: English by themselves, any other language through a catalogue."""

from collections.abc import Iterator

import pytest

from scoring import messages
from scoring.base import Illegal, spell
from scoring.messages import Message, at, counted, listed, speak_by, spoken

GERMAN = {
    "{player} has already bid {bid}.": "{player} hat schon {bid} angesagt.",
    "{count} card is missing.": "{count} Karte fehlt.",
    "{count} cards are missing.": "{count} Karten fehlen.",
    "{names} and {last}": "{names} und {last}",
    "{players} lead.": "Vorn: {players}.",
    "seat {number}": "Platz {number}",
}


@pytest.fixture
def german() -> Iterator[None]:
    before = messages._catalogue
    speak_by(lambda pattern, many, count: GERMAN[pattern if many is None or count == 1 else many])
    yield
    speak_by(before)


@pytest.mark.usefixtures("german")
def test_a_message_stays_english_and_is_spoken_in_the_language_of_the_reader() -> None:
    said = Message("{player} has already bid {bid}.", player="Ann", bid=-2)
    assert said == "Ann has already bid −2."
    assert spoken(said) == "Ann hat schon −2 angesagt."


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("count", "said"), [(1, "1 Karte fehlt."), (2, "2 Karten fehlen."), (0, "0 Karten fehlen.")])
def test_a_number_chooses_its_sentence(count: int, said: str) -> None:
    assert spoken(counted("{count} card is missing.", "{count} cards are missing.", count)) == said


@pytest.mark.usefixtures("german")
def test_a_message_in_a_message_is_spoken_too() -> None:
    said = Message("{players} lead.", players=listed([at(0), at(2), at(1)]))
    assert said == "{0}, {2} and {1} lead."
    assert spell(said, ["Ann", "Bo"]) == "Vorn: Ann, Platz 3 und Bo."


@pytest.mark.usefixtures("german")
def test_an_error_says_it_to_the_reader_and_keeps_its_english() -> None:
    error = Illegal("bid-order", Message("{player} has already bid {bid}.", player=at(0), bid=1), seat=0)
    assert error.sentence(["Ann"]) == "Ann hat schon 1 angesagt."
    assert str(error) == "{0} has already bid 1."


def test_a_text_that_is_no_message_stays_as_it_is() -> None:
    assert spoken("{Ann} sits here") == "{Ann} sits here"


def test_braces_in_a_name_are_no_placeholder() -> None:
    assert Message("{name} is not among the players.", name="{bid}") == "{bid} is not among the players."


def test_one_alone_needs_no_and() -> None:
    assert listed(["Ann"]) == "Ann"
