"""Every option of every game can be agreed on: in the form of one match, of an old sheet and of an evening. The page
and the printed sheet of a match tell what was agreed.
"""

import dataclasses
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

import scoring
from clubs.models import Club, Player
from games import ledger
from games.base.options import answers_of, option_fields, with_answers
from games.base.table_game import Unreadable
from games.dirty_dog import setup
from games.dirty_dog.game import DirtyDog
from games.entries.match_state import load
from games.match.printing import document_of
from games.models import Match
from games.registry import table_game
from scoring import ENGINES
from scoring.base import Engine
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.entries import HOUSE_RULES
from scoring.dirty_dog.house_rules import FromCards, Made, Missed, Scoring
from scoring.messages import Message, translated
from scoring.options import Question, asked, literals, notes, own_values, questions
from scoring.records import options_from_json
from tests.agreed import SEATS, agreed
from tests.factory import some_players
from tests.nights import a_night, drawn, here, jacks, keeper, some_dogs, tap, wrong
from tests.server import ROOT

pytestmark = pytest.mark.django_db
Form = Mapping[str, str]
# What a game's own form sends for its example of tests/agreed.py; {2} is the key of the player on seat 2.
OWN: Mapping[str, Mapping[str, Form]] = {
    "dirty-dog": {
        "first_dealer": {"dealer": "{2}"},
        "max_cards": {"max_cards": "5"},
        "max_hands": {"max_cards": "3", "max_hands": "8", "top": "3"},
        "plan": {"plan": "1 2 1"},
        "first_jack": {},  # nobody has won a match before
    },
    "top-dog": {
        "target": {"target": "50"},
        "arranging": {"arranging": "all"},
        "first_arranger": {"arranging": "rotating", "arranger": "{1}"},
        "dummy": {"dummy": "1"},
        "dummy_scoring": {"dummy": "1", "dummy_scoring": "replace"},
        "suits": {"suits": "2"},
    },
    "pack-o-dogs": {"mode": {"mode": "base"}, "games": {"games": "3"}},
    "dogs-of-war": {
        "variants": {"variant": "sudden-death"},
        "houses": {"name-5": "Kennel"},
        "dogs": {"dog-{2}": "Rex"},
    },
    "clash-of-corgis": {"best_of": {"best_of": "3"}, "first_starter": {"starter": "{1}"}},
}
# Nobody is asked for these: a play-off, an import or the revision of the rules says them.
UNASKED = {("dirty-dog", "opening"), ("dirty-dog", "stakes"), ("dirty-dog", "rules")}
EVERY = [(*each, f"{each[0].key}-{each[1]}") for each in agreed()]
ASKED = [pytest.param(*each, id=name) for *each, name in EVERY if (each[0].key, each[1]) not in UNASKED]
DECLARED = [pytest.param(*each, id=name) for *each, name in EVERY if each[1] in questions(each[0].options)]


def seats_for(game: Engine[Any], field: str) -> int:
    """A number of players who are asked for the option, if there is a question."""
    question = questions(game.options).get(field)
    counts = (SEATS[game.key], *range(game.seats[0], game.seats[1] + 2))
    return next((count for count in counts if question is None or question.label(count)), 0)


def answers(game: Engine[Any], field: str, options: Any, players: Sequence[Player]) -> dict[str, str]:
    """The fields of the form that agree on the option."""
    keys = [str(player.pk) for player in players]
    if field in questions(game.options):
        value = getattr(options, field)
        return {field: ("1" if value else "") if isinstance(value, bool) else str(value)}
    own = OWN[game.key].get(field)
    assert own is not None, f"{game.key}: nothing asks for {field}; mark it with asked(…), or see OWN and UNASKED"
    return {name.format(*keys): value.format(*keys) for name, value in own.items()}


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club)


@pytest.mark.parametrize(("game", "field", "options"), ASKED)
def test_every_option_can_be_agreed_on(scribe: Client, club: Club, game: Engine[Any], field: str, options: Any) -> None:
    players = some_dogs(club, seats_for(game, field))
    form = {
        "game": game.key,
        "match": str(uuid.uuid4()),
        "dealer": str(players[0].pk),
        "player": [each.pk for each in players],
        "seat": [each.pk for each in players],
        **answers(game, field, options, players),
    }
    page = scribe.post(reverse("match-new", args=[club.slug]), form | {"do": "look"}).content.decode()
    for name in answers(game, field, options, players):
        assert f'name="{name}"' in page
    scribe.post(reverse("match-new", args=[club.slug]), form | {"do": "deal"})
    match = Match.objects.get()
    assert getattr(options_from_json(game, match.options), field) == getattr(options, field)


def own_fields(options: type[Struct]) -> Iterator[tuple[FieldInfo, Question]]:
    """The fields that are asked for, and those of the values of their own."""
    for each in fields(options):
        if each.name in questions(options):
            yield each, questions(options)[each.name]
        inner = own_values(each.type) or each.type
        if isinstance(inner, type) and issubclass(inner, Struct):
            yield from own_fields(inner)


def test_every_choice_has_words_and_every_question_a_rule() -> None:
    for game in ENGINES:
        rules = (ROOT / "docs" / "at-the-table" / "rules" / f"{game.key}.md").read_text()
        for each, question in own_fields(game.options):
            own = own_values(each.type)
            choices = {*literals(each.type), *([own] if own else [])}
            assert {*question.answers} == choices, f"{game.key}: words for the values of {each.name}"
            assert question.rule in rules, f"{game.key}: {question.rule} explains {each.name}"


@pytest.mark.parametrize(("game", "field", "options"), DECLARED)
def test_the_page_and_the_sheets_tell_what_was_agreed(
    scribe: Client, club: Club, game: Engine[Any], field: str, options: Any
) -> None:
    players = some_dogs(club, seats_for(game, field))
    match = ledger.start(club, game.key, players, options)
    page = scribe.get(match.get_absolute_url()).content.decode()
    document = document_of(load(match), "", {})
    sentences = notes(game.options, {field: getattr(options, field)})
    for each in sentences:
        assert translated(each) in page
        for sheet in table_game(game.key).prints:
            assert translated(each) in sheet.page(document, fill="ready", paper="a4")["note"]
    assert notes(game.options, {field: getattr(game.options(), field)}) == []


OWN_POINTS = {
    "scoring": "own",
    "scoring-made-base": "10",
    "scoring-made-zero": "own",
    "scoring-made-zero-number": "5",
    "scoring-missed-by": "difference",
    "scoring-missed-each": "2",
}


def test_the_values_of_its_own_are_asked_where_they_are_chosen(scribe: Client, club: Club) -> None:
    players = some_players(club, 4)
    keys = [each.pk for each in players]
    form = {"match": str(uuid.uuid4()), "player": keys, "seat": keys, "dealer": str(keys[0])}
    url = reverse("match-new", args=[club.slug])
    usual = scribe.post(url, form | {"do": "look"}).content.decode()
    assert 'name="scoring"' in usual
    assert 'name="scoring-made-base"' not in usual
    own = scribe.post(url, form | {"do": "look", "scoring": "own"}).content.decode()
    assert 'name="scoring-made-base"' in own
    assert 'name="scoring-made-zero-number"' not in own
    number = scribe.post(url, form | {"do": "look"} | OWN_POINTS).content.decode()
    assert 'name="scoring-made-zero-number"' in number
    assert "Made: 10 + tricks. Nothing bid, nothing taken: 5. Set: minus 2 a trick of difference." in number
    assert "One hand by these rules" in number
    assert scribe.post(url, form | {"do": "deal"} | OWN_POINTS).status_code == 302
    agreed = options_from_json(DIRTY_DOG, Match.objects.get().options)
    assert agreed.scoring == Scoring(Made(10, zero=5), Missed("difference", 2))


def test_a_club_goes_on_by_its_own_rules(scribe: Client, club: Club) -> None:
    players = some_players(club, 4)
    keys = [each.pk for each in players]
    url = reverse("match-new", args=[club.slug])
    seated: dict[str, Any] = {"player": keys, "dealer": str(keys[0])}
    assert "Dirty Dog as written." in scribe.get(url, seated).content.decode()
    own = Scoring(Made(10, zero=5), Missed("difference", 2))
    ledger.start(club, "dirty-dog", players, Options(scoring=own, the_rule=FromCards(3), rules_name="Kennel rules"))
    page = scribe.get(url, seated).content.decode()
    assert "By Kennel rules. Made: 10 + tricks. Nothing bid, nothing taken: 5." in page
    assert "The Rule holds from 3 cards on." in page
    assert 'name="scoring-made-zero-number"' in page
    again = {"scoring": "dirty-dog", "the_rule": "", "rules_name": "", "bidding": "in-order", "decks": "1"}
    assert "Dirty Dog as written." in scribe.get(url, {**seated, **again, "no_trump": "ace"}).content.decode()
    form = {"match": str(uuid.uuid4()), "seat": keys, "do": "deal", **seated}
    scribe.post(url, form)
    assert "scoring" not in Match.objects.latest("started_at").options  # only what was shown is agreed


def test_the_answers_of_a_form_agree_on_the_same_again() -> None:
    own = Scoring(Made(10, 2, bid_squared=True, zero="cards"), Missed("difference", 2, 3))
    for options in (
        Options(),
        Options(scoring=own, the_rule=FromCards(3), bidding="blind", decks=2),
        Options(scoring="squares"),
    ):
        form = QueryDict(mutable=True)
        for each in fields(Options):
            if each.name in HOUSE_RULES:
                form.update(answers_of(each.name, each.type, getattr(options, each.name)))
        assert with_answers(Options(), form, 4) == options


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("scoring-made-base", "101", "A bid made: enter a whole number from 0 to 100."),
        ("scoring-made-zero-number", "", "Nothing bid, nothing taken: enter a whole number."),
        ("scoring-made-zero-number", "x", "Nothing bid, nothing taken: enter a whole number from 0 to 100."),
        ("scoring-missed-each", "0", "Points a trick: enter a whole number from 1 to 100."),
        ("scoring-missed-by", "luck", "A bid missed: choose one of the answers."),
        ("scoring", "luck", "Points: choose one of the answers."),
        ("rules_name", "K" * 41, "These rules are called: 40 characters at most."),
        ("decks", "3", "Decks: choose one of the answers."),
    ],
)
def test_a_wrong_value_of_its_own_is_named(name: str, value: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        with_answers(Options(), QueryDict(urlencode(OWN_POINTS | {name: value})), 4)
    assert (refused.value.field, refused.value.message) == (name, sentence)


def cats(count: int) -> Message:
    return Message("There are {count} cats.", count=count)


class Odd(Options, frozen=True):
    """Options of every kind that a form can ask."""

    cats: Annotated[int, Meta(ge=1, le=9), asked(Message("Cats"), note=cats, rule="", hint=Message("Or more."))] = 3
    barks: Annotated[int | None, asked(Message("Barks"), note=None, rule="")] = None
    loud: Annotated[bool, asked(Message("Out loud"), note=None, rule="")] = True
    who: Annotated[
        Literal["cat", "dog"],
        asked(Message("Who"), note=None, rule="", answers={"dog": Message("A dog"), "cat": Message("A cat")}),
    ] = "cat"
    alone: Annotated[bool, asked(Message("Alone"), note=None, rule="", evening=False)] = False


ODD = {"cats": "4", "barks": "-2", "loud": "", "who": "dog"}
STORED = {"cats": 4, "barks": -2, "loud": False, "who": "dog"}


def test_a_field_is_made_for_each_kind() -> None:
    made = {each.name: each for each in option_fields(Odd, QueryDict("cats=12"), 3)}
    assert {each.kind for each in made.values()} == {"check", "choice", "number", "text"}
    assert [*made][-5:] == ["cats", "barks", "loud", "who", "alone"]
    assert "full_deck_hand" not in made  # 52 cards cannot be shared out to three
    number, choice = made["cats"], made["who"]
    assert (number.label, number.hint, number.value, number.least, number.most) == ("Cats", "Or more.", "12", 1, 9)
    assert (choice.value, choice.answers) == ("cat", (("dog", "A dog"), ("cat", "A cat")))
    assert (made["loud"].value, made["barks"].value) == ("1", "")
    evening = [each.name for each in option_fields(Odd, QueryDict(), 4, evening=True)]
    assert evening[-4:] == ["cats", "barks", "loud", "who"]
    assert not {"alone", "full_deck_hand"} & {*evening}
    assert option_fields(Odd, QueryDict(), 0) == []


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("cats=10", "cats", "Cats: enter a whole number from 1 to 9."),
        ("cats=0", "cats", "Cats: enter a whole number from 1 to 9."),
        ("barks=wow", "barks", "Barks: enter a whole number."),
        ("who=fox", "who", "Who: choose one of the answers."),
    ],
)
def test_a_wrong_answer_names_the_option(query: str, field: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        with_answers(Odd(), QueryDict(query), 4)
    assert (refused.value.field, refused.value.message) == (field, sentence)


def test_what_a_form_does_not_ask_stays_as_it_is() -> None:
    assert with_answers(Odd(cats=7), QueryDict("max_cards=3&over_ten=1&loud=&loud=1"), 4) == Odd(cats=7)
    assert with_answers(Odd(cats=7), QueryDict("cats=&who=dog"), 4) == Odd(who="dog")


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dirty Dog with the odd options in its forms."""
    engine = dataclasses.replace(DIRTY_DOG, options=Odd)
    monkeypatch.setattr(DirtyDog, "engine", engine)
    monkeypatch.setattr(scoring, "ENGINES", (engine, *ENGINES[1:]))
    monkeypatch.setattr(setup, "Options", Odd)


def test_one_match_agrees_on_them(scribe: Client, club: Club, odd: None) -> None:
    players = some_players(club, 4)
    keys = [each.pk for each in players]
    form = {"match": str(uuid.uuid4()), "player": keys, "seat": keys, "dealer": str(keys[0]), **ODD}
    url = reverse("match-new", args=[club.slug])
    refused = scribe.post(url, form | {"do": "deal", "cats": "10"})
    assert refused.status_code == 422
    assert 'id="cats-error">Cats: enter a whole number from 1 to 9.' in refused.content.decode()
    assert scribe.post(url, form | {"do": "deal"}).status_code == 302
    assert Match.objects.get().options == {**STORED, "first_jack": True}


def test_an_old_sheet_agrees_on_them(scribe: Client, club: Club, odd: None) -> None:
    players, url = some_players(club, 4), reverse("batch", args=[club.slug])
    names = [each.label for each in players]
    head: dict[str, Any] = {"game": "dirty-dog", "on": "2019-03-14", "name": names, "plan": "1"}
    head["dealer"] = players[0].pk
    page = scribe.get(url, {**head, **ODD}).content.decode()
    for name, value in {"cats": "4", "barks": "-2"}.items():
        assert f'name="{name}" type="number"' in page
        assert f'value="{value}"' in page
    assert 'name="bids-1-0"' in page
    assert 'name="bids-1-0"' not in scribe.get(url, {**head, "cats": "no"}).content.decode()


def test_the_tables_of_an_evening_agree_on_them_together(scribe: Client, club: Club, odd: None) -> None:
    night = a_night(club)
    here(night, some_dogs(club, 8))
    page = jacks(scribe, night, drawn(scribe, night, "tables:2"))
    assert 'name="cats"' in page.content.decode()
    assert 'name="alone"' not in page.content.decode()
    assert "Cats: enter a whole number" in wrong(tap(scribe, night, page, "deal", cats="10"))
    tap(scribe, night, page, "deal", **ODD)
    stored = [match.options for match in Match.objects.all()]
    assert [{name: each[name] for name in STORED} for each in stored] == [STORED, STORED]
