"""Messages of the engines: English by default, other languages through a catalogue."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring import messages
from scoring.base import Illegal, RuleError, with_names
from scoring.messages import Message, Term, at, counted, either, listed, named, row, set_term_lookup, translated
from scoring.records import error_json, score
from tests.languages import translated_by

GERMAN = {
    "{player} has already bid {bid}.": "{player} hat schon {bid} angesagt.",
    "{count} card is missing.": "{count} Karte fehlt.",
    "{count} cards are missing.": "{count} Karten fehlen.",
    "{names} and {last}": "{names} und {last}",
    "{players} lead.": "Vorn: {players}.",
    "seat {number}": "Platz {number}",
    "{one} or {other}": "{one} oder {other}",
    "text": "Text",
    "nothing": "nichts",
    "{player} cannot bid {bid}: bid 0 to {cards}.": "{player} kann nicht {bid} ansagen: 0 bis {cards}.",
    "With fewer than four players bids are hard to place; Dirty Dog is best with 4 to 10.": "Zu viert ist es besser.",
}


@pytest.fixture
def german() -> Iterator[None]:
    """Translate messages by the German catalogue of this test."""
    with translated_by(GERMAN):
        yield


@pytest.mark.usefixtures("german")
def test_a_message_stays_english_and_is_translated_into_the_language_of_the_reader() -> None:
    said = Message("{player} has already bid {bid}.", player="Ann", bid=-2)
    assert said == "Ann has already bid −2."
    assert translated(said) == "Ann hat schon −2 angesagt."


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("count", "said"), [(1, "1 Karte fehlt."), (2, "2 Karten fehlen."), (0, "0 Karten fehlen.")])
def test_a_number_chooses_its_sentence(count: int, said: str) -> None:
    assert translated(counted("{count} card is missing.", "{count} cards are missing.", count)) == said


@pytest.mark.usefixtures("german")
def test_a_message_in_a_message_is_translated_too() -> None:
    said = Message("{players} lead.", players=listed([at(0), at(2), at(1)]))
    assert said == "{0}, {2} and {1} lead."
    assert with_names(said, ["Ann", "Bo"]) == "Vorn: Ann, Platz 3 und Bo."


@pytest.mark.usefixtures("german")
def test_an_error_says_it_to_the_reader_and_keeps_its_english() -> None:
    error = Illegal("bid-order", Message("{player} has already bid {bid}.", player=at(0), bid=1), seat=0)
    assert error.sentence(["Ann"]) == "Ann hat schon 1 angesagt."
    assert str(error) == "{0} has already bid 1."


def test_a_text_that_is_no_message_stays_as_it_is() -> None:
    assert translated("{Ann} sits here") == "{Ann} sits here"


def test_braces_in_a_name_are_no_placeholder() -> None:
    assert Message("{name} is not among the players.", name="{bid}") == "{bid} is not among the players."


def test_a_term_has_the_club_s_own_word(monkeypatch: pytest.MonkeyPatch) -> None:
    sbr = Term("sbr", "SBR")
    assert named(sbr, ["Ann"]) is sbr
    monkeypatch.setattr(messages, "_own_words", messages._no_word)
    assert translated(sbr) == "SBR"
    set_term_lookup(lambda code: {"sbr": "Pech"}.get(code, ""))
    assert (translated(sbr), translated(Message("That is {callout}.", callout=sbr))) == ("Pech", "That is Pech.")


def test_one_alone_needs_no_and() -> None:
    assert listed(["Ann"]) == "Ann"


@pytest.mark.usefixtures("german")
def test_names_are_put_in_before_anybody_chooses_a_language() -> None:
    said = named(Message("{names} lead.", names=row([at(0), "{1}", at(2)], "; ")), ["Ann", "Bo"])
    assert said == "Ann; {1}; seat 3 lead."
    assert translated(said) == "Ann; {1}; Platz 3 lead."


@pytest.mark.usefixtures("german")
def test_names_and_language_at_once_give_the_same() -> None:
    """A term, a list, seats and plain text inside one message; without names the seats stay as placeholders."""
    players, term = listed([at(0), at(2), "Cy"]), Term("sbr", "SBR")
    lead = Message("{players} lead: {term}.", players=players, term=term)
    assert translated(lead, ["Ann"]) == translated(named(lead, ["Ann"])) == "Ann, Platz 3 und Cy lead: SBR."
    assert translated(at(0)) == "{0}"


@pytest.mark.usefixtures("german")
def test_one_of_several_is_translated_too() -> None:
    assert translated(either([Message("text"), Message("nothing")])) == "Text oder nichts"


@pytest.mark.usefixtures("german")
def test_a_record_is_refused_in_the_language_of_the_reader_and_its_sheet_stays_english() -> None:
    played = {"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo"]}
    refused = error_json(refusal(played | {"rounds": [{"bids": {"Ann": 2, "Bo": 0}}]}))["error"]
    assert (refused["code"], refused["message"]) == ("bid-range", "Ann kann nicht 2 ansagen: 0 bis 1.")
    assert [each["message"][:16] for each in score(played)["warnings"]] == ["With fewer than "]


def refusal(document: dict[str, Any]) -> RuleError:
    """The error with which a document is refused."""
    with pytest.raises(RuleError) as error:
        score(document)
    return error.value
