"""Corrections in games whose round is one entry."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from clubs.models import Role
from games import ledger
from games.base.form_parsing import with_others
from games.entries.drafts import Draft
from games.entries.match_state import load
from games.models import Match
from games.top_dog.wording import ROUNDS, TopDogRounds
from scoring.base import Malformed
from scoring.clash_of_corgis import Game, Options
from scoring.top_dog import Options as TopDogOptions
from tests.games.clash_of_corgis.series import SERIES, a_series
from tests.games.top_dog.matches import a_table, rounds
from tests.key_pads import chosen, keys, refused

pytestmark = pytest.mark.django_db
HANDS = {f"won-{seat}": str(hands) for seat, hands in enumerate((4, 3, 2, 4))}


def top_dog(client: Client, count: int, **about: Any) -> Match:
    """A match of Top Dog with so many rounds, and an organiser signed in."""
    return a_table(client, rounds(count), role=Role.ORGANISER, **about)


def series(client: Client, count: int, **about: Any) -> Match:
    """A series of Clash of Corgis with so many games, and an organiser signed in."""
    return a_series(client, SERIES[:count], role=Role.ORGANISER, **about)


def corrected(client: Client, match: Match, number: int, do: str = "look", **fields: str) -> Any:
    form = {"version": match.version, "entry": str(uuid4()), "do": do, "note": "Counted again"}
    return client.post(f"/m/{match.pk}/correct/{number}/", form | fields)


def text(answer: Any) -> str:
    return str(answer.content.decode()).replace("\xad", "")


def test_the_form_holds_what_stands(client: Client) -> None:
    page = text(client.get(f"/m/{top_dog(client, 3).pk}/correct/2/"))
    assert "<h1>Correct round 2</h1>" in page
    fields = chosen(page)
    assert [fields[f"won-{seat}"] for seat in range(4)] == ["2", "5", "3", "3"]
    assert keys(page, "won-0") == [str(hands) for hands in range(14)]
    assert fields["suit-0"] == ""


def test_every_round_is_a_key_away(client: Client) -> None:
    page = text(client.get(f"/m/{top_dog(client, 3).pk}/correct/2/"))
    strip = page.partition('<nav class="hand-keys" aria-label="Rounds">')[2].partition("</nav>")[0]
    assert re.findall(r"/correct/(\d)/", strip) == ["1", "2", "3"]
    assert strip.count('aria-current="page"') == 1


def test_a_number_beside_the_keys_counts_and_yields_to_a_key(client: Client) -> None:
    form = QueryDict("piles-0=3&piles-0-other=55&piles-0-other-was=&piles-1=7&piles-1-other=60&piles-1-other-was=60")
    assert with_others(form).dict()["piles-0"] == "55"
    assert with_others(form)["piles-1"] == "7"
    assert with_others(QueryDict("piles-1-other=60&piles-1-other-was=60"))["piles-1"] == "60"


def test_a_check_stands_as_it_was_until_the_form_is_sent(client: Client) -> None:
    match = top_dog(client, 4)
    assert chosen(text(client.get(f"/m/{match.pk}/correct/4/")))["tied"] == "1"
    assert chosen(text(client.get(f"/m/{match.pk}/correct/1/")))["tied"] == ""
    assert chosen(text(corrected(client, match, 4, **HANDS | {"won-0": "1"})))["tied"] == ""
    assert chosen(text(corrected(client, match, 1, **HANDS | {"won-0": "1"}, tied="1")))["tied"] == "1"


def test_a_preview_writes_nothing_and_saving_writes_a_revision(client: Client) -> None:
    match = top_dog(client, 3)
    wish = HANDS | {"won-0": "2", "won-2": "4"}
    page = text(corrected(client, match, 1, **wish))
    assert "Round 1: Bea won 2, not 4; Núria won 4, not 2." in page
    assert match.entries.count() == 3
    assert corrected(client, match, 1, "save", **wish).status_code == 302
    entry = match.entries.get(number=1, revision=2)
    assert (entry.kind, entry.note) == ("round", "Counted again")
    assert load(Match.objects.get()).sheet.lines[0].points == {0: 2, 1: 3, 2: 4, 3: 4}


def test_sent_twice_it_is_one_revision(client: Client) -> None:
    match = top_dog(client, 2)
    form = {"version": match.version, "entry": str(uuid4()), "do": "save", **HANDS, "won-0": "3", "won-1": "4"}
    answers = [client.post(f"/m/{match.pk}/correct/1/", form).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert match.entries.filter(number=1).count() == 2


@pytest.mark.parametrize("more", [{}, {"by": ""}, {"why": "  "}])
def test_what_stands_already_is_said(client: Client, more: dict[str, str]) -> None:
    answer = corrected(client, top_dog(client, 2), 1, **HANDS, **more)
    assert answer.status_code == 422
    assert "These are the current numbers." in text(answer)


def test_the_same_game_written_otherwise_stands_already(client: Client) -> None:
    match = a_series(client, [Game(1), Game(0)], role=Role.ORGANISER)
    assert "These are the current numbers." in text(corrected(client, match, 1, winner="1"))
    assert "These are the current numbers." in text(corrected(client, match, 1, winner="1", **{"left-1": "0"}))


@pytest.mark.parametrize(
    ("fields", "words", "field"),
    [
        ({"won-0": "5"}, "only 13 were played", ""),
        ({"won-0": "x"}, "Enter a whole number", "won-0"),
        ({"won-1": ""}, "A number is missing here.", "won-1"),
        ({"note": "n" * 301}, "At most 300 characters", "note"),
        ({"by": "cards", "won-0": "17", "won-1": "12", "won-2": "8", "won-3": "16"}, "cannot have taken 17", "won-0"),
    ],
)
def test_a_wrong_correction_is_refused_at_its_field(
    client: Client, fields: dict[str, str], words: str, field: str
) -> None:
    answer = corrected(client, top_dog(client, 2), 1, **HANDS | fields)
    assert answer.status_code == 422
    assert words in text(answer)
    wrong = [part for part in text(answer).split("<input")[1:] if "aria-invalid" in part.split(">")[0]]
    notes = [part.split('name="')[1].split('"')[0] for part in wrong]
    assert notes + refused(text(answer)) == [field] * bool(field)


def test_whoever_it_is_about_is_found_whatever_the_field_is_called(client: Client) -> None:
    answer = corrected(client, series(client, 2), 1, winner="2", **{"left-0": "13"})
    assert "cannot have 13 cards left" in text(answer)
    assert refused(text(answer)) == ["left-0"]


def test_a_later_round_that_could_not_be_is_named(client: Client) -> None:
    match = a_series(client, [Game(0), Game(1), Game(0)], players=2, role=Role.ORGANISER, options=Options(3))
    answer = corrected(client, match, 2, winner="0")
    assert answer.status_code == 422
    assert "Game 3 would no longer be possible." in text(answer)


@pytest.mark.parametrize("number", [0, 3, 99])
def test_what_is_not_written_cannot_be_corrected(client: Client, number: int) -> None:
    match = top_dog(client, 2)
    assert client.get(f"/m/{match.pk}/correct/{number}/").status_code == 404
    assert corrected(client, match, number, **HANDS).status_code in (404, 422)
    assert match.entries.count() == 2


def test_a_round_taken_back_is_no_longer_there_to_correct(client: Client) -> None:
    match = top_dog(client, 2)
    ledger.record(match.pk, [Draft("round", 2, None)], version=match.version, by=ledger.Author(None, "a test"))
    assert client.get(f"/m/{match.pk}/correct/2/").status_code == 404


def test_a_correction_after_the_end_may_open_the_match_again(client: Client) -> None:
    match = a_table(client, rounds(), role=Role.ORGANISER)
    assert match.finished_at
    wish = {f"won-{seat}": str(hands) for seat, hands in enumerate((2, 0, 5, 6))}
    page = text(corrected(client, match, 12, **wish))
    assert "changes" in page
    assert corrected(client, match, 12, "save", **wish).status_code == 302
    assert load(Match.objects.get()).sheet.totals[3] == 35


def test_a_scorekeeper_of_the_night_does_not_correct_the_club_s_past(client: Client) -> None:
    match = a_table(client, rounds(), role=Role.MEMBER)
    assert client.get(f"/m/{match.pk}/correct/1/").status_code in (302, 403, 404)


def test_nothing_can_be_put_in_before_a_round(client: Client) -> None:
    assert ROUNDS.correction.insertion_line(load(top_dog(client, 1, options=TopDogOptions())), 1) is None


def test_any_form_is_read_without_a_fault(client: Client) -> None:
    state = load(top_dog(client, 1))
    for query in ("entry=x", "won-0=%00&won-1=-5", "won-0=1&won-0=2", "tied=&by=barrels&why=" + "w" * 999):
        assert client.get(f"/m/{state.match.pk}/correct/1/?{query}").status_code == 200
        assert QueryDict(query)


class OddRounds(TopDogRounds):
    """Rounds whose form gives a payload that is no entry."""

    @staticmethod
    def payload(form: QueryDict, prefix: str = "") -> dict[str, Any]:
        return {"howls": len({*form, prefix})}


def test_what_is_no_entry_at_all_is_left_to_the_ledger(client: Client) -> None:
    state = load(top_dog(client, 1))
    (draft,) = OddRounds().correction.drafts(state, 1, QueryDict(f"entry={uuid4()}"))
    assert draft.payload == {"howls": 2}
    with pytest.raises(Malformed):
        ledger.preview(state, [draft])
