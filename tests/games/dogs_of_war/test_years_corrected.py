"""Corrections of a year: the form has the stored values, a preview shows the changes, one revision is written."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from msgspec.structs import replace

from clubs.models import Role
from games.entries.match_state import load
from games.models import Entry, Match
from scoring.dogs_of_war import DogsOfWarSheet, Gain, Pass, Year
from tests.factory import a_member
from tests.games.dogs_of_war.tallying import TALLIES
from tests.games.dogs_of_war.years import FIRST, FOURTH, PAIRS, PLAYS, SECOND, THIRD, a_war_of_years
from tests.key_pads import chosen

pytestmark = pytest.mark.django_db
INPUT = re.compile(r'<input(?![^>]*type="(?:checkbox|radio)")[^>]*? name="([^"]+)"\s+value="([^"]*)"')


def keeper(client: Client, match: Match) -> Match:
    client.force_login(a_member(match.club, Role.ORGANISER))
    return match


def a_war(client: Client, *entries: Any, **about: Any) -> Match:
    return keeper(client, a_war_of_years(client, entries, **about))


def form(client: Client, match: Match, year: int) -> dict[str, str]:
    """The fields of the correction form, as a browser would send them."""
    html = client.get(f"/m/{match.pk}/correct/{year}/").content.decode()
    html = html[html.index("<h1>") :]
    found = {name: value for name, value in INPUT.findall(html) if name not in ("csrfmiddlewaretoken", "find")}
    return found | chosen(html) | {"entry": str(uuid4())}


def corrected(client: Client, match: Match, year: int, do: str = "look", **fields: Any) -> Any:
    return client.post(f"/m/{match.pk}/correct/{year}/", form(client, match, year) | {"do": do} | fields)


def total(match: Match, seat: int) -> int:
    match.refresh_from_db()
    return load(match).sheet.totals[seat]


def test_the_form_holds_what_stands(client: Client) -> None:
    fields = form(client, a_war(client, FIRST, SECOND), 1)
    assert fields["h-1-0-0"] == "Talbot"
    assert (fields["by-1-1"], fields["for-1-1"]) == ("15", "1")
    assert fields["c-1-0-1-3"] == "1"
    assert (fields["first-1"], fields["passed-1"]) == ("0", "1")


def test_what_a_correction_changes_is_said_before_it_is_saved(client: Client) -> None:
    match = a_war(client, FIRST, SECOND)
    answer = corrected(client, match, 1, **{"for-1-0": "1", "c-1-0-1-0": "", "c-1-0-0-0": "1"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "This correction changes 4 totals" in html
    assert "Year 1, battle 1: Talbot against Harlow, tracker 8 for Harlow" in html
    assert "Talbot is worth −1, before 0." in html
    assert "Harlow is worth 0, before −1." in html
    assert total(match, 0) == 3


def test_a_glorious_victory_gone_is_said(client: Client) -> None:
    html = corrected(client, a_war(client, FIRST), 1, **{"by-1-1": "14"}).content.decode()
    assert "Gone: Glorious victory in year 1." in html
    assert "Gone: Crushing defeat in year 1. Mallory falls back on the house track." in html


def test_a_correction_is_the_next_revision_of_the_entry_that_closed_the_year(client: Client) -> None:
    match = a_war(client, *THIRD_AFTER)
    answer = corrected(client, match, 3, do="save", note="Seen on the photograph", **{"by-3-0": "7"})
    assert answer.status_code == 302
    entry = Entry.objects.latest("revision")
    assert (entry.kind, entry.revision, entry.note) == ("year", 2, "Seen on the photograph")
    assert entry.payload is not None
    assert [battle["tracker"] for battle in entry.payload["battles"]] == [7, 15, 4]
    assert entry.payload["first_player"] == 2


THIRD_AFTER = (FIRST, SECOND, *THIRD)


def test_plays_stay_plays_and_one_of_them_is_put_right(client: Client) -> None:
    match = a_war(client, *BY_PLAYS)
    fields = form(client, match, 3)
    assert fields["what-3-1-0"] == "knight"
    assert "by-3-1" not in fields
    corrected(client, match, 3, do="save", **{"what-3-1-0": "footman", "what-3-1-5": "", "what-3-1-3": "2"})
    entry = Entry.objects.latest("revision")
    assert entry.payload is not None
    plays = entry.payload["battles"][1]["plays"]
    assert [play.get("soldier", play.get("spaces")) for play in plays] == [
        "footman",
        "war_machine",
        "knight",
        2,
        "war_machine",
    ]
    assert entry.payload["first_to_pass"] == 3
    assert entry.payload["gained"] == {"2": 1}


BY_PLAYS = (FIRST, SECOND, PAIRS, Gain(2), *PLAYS, *THIRD[1:2], *THIRD[3:4], Pass(3), Year())


def test_with_betrayal_somebody_stood_on_both_sides(client: Client) -> None:
    match = a_war(client, FIRST)
    both = {"c-1-0-1-0": "1", "c-1-1-1-0": ""}
    assert corrected(client, match, 1, do="save", **both).status_code == 302
    assert betrayed(match) == (0,)
    assert corrected(client, match, 1, do="save", **{"c-1-0-1-0": ""}).status_code == 302
    assert betrayed(match) == ()


def betrayed(match: Match, year: int = 1, battle: int = 1) -> tuple[int, ...]:
    """The seats that played betrayal in a battle; year and battle count from 1."""
    match.refresh_from_db()
    sheet = load(match).sheet
    assert isinstance(sheet, DogsOfWarSheet)
    return sheet.years[year - 1].battles[battle - 1].contest.betrayal


def test_by_plays_as_many_as_played_it_are_ticked(client: Client) -> None:
    match = a_war(client, *BY_PLAYS)
    assert corrected(client, match, 3, do="save", **{"b-3-1": ["2", "0"]}).status_code == 302
    assert betrayed(match, 3, 2) == (0, 2)
    assert client.get(f"/m/{match.pk}/correct/3/").content.decode().count('name="b-3-1"') == 4


def test_the_same_numbers_are_no_correction(client: Client) -> None:
    answer = corrected(client, a_war(client, *BY_PLAYS), 3)
    assert answer.status_code == 422
    assert "These are the current numbers." in answer.content.decode()


def test_the_same_correction_sent_twice_is_written_once(client: Client) -> None:
    match = a_war(client, FIRST)
    fields = form(client, match, 1) | {"do": "save", "by-1-0": "7"}
    first, second = (client.post(f"/m/{match.pk}/correct/1/", fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert Entry.objects.count() == 2


def test_a_correction_moves_the_final_totals_once_all_are_uncovered(client: Client) -> None:
    match = a_war(client, FIRST, SECOND, *THIRD, FOURTH, *TALLIES)
    html = corrected(client, match, 4, **{"by-4-1": "14"}).content.decode()
    assert "Mallory is worth −1, before 0." in html
    assert "The win stays with Wilhelmina." in html


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"by-1-0": ""}, "Where did the tracker end?"),
        ({"by-1-0": "x"}, "Enter a whole number."),
        ({"by-1-0": "16"}, "The tracker cannot stand on 16"),
        ({"h-1-0-0": ""}, "Name both houses of this battle."),
        ({"h-1-0-1": ""}, "Name both houses of this battle."),
        ({"h-1-0-0": "Harlow"}, "Harlow cannot fight itself"),
        ({"c-1-0-0-0": "4"}, "Bea has 3 captains in year 1"),
        ({"first-1": "x"}, "Tap one of the players."),
        ({"note": "x" * 301, "by-1-0": "7"}, "At most 300 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_words(client: Client, fields: dict[str, str], sentence: str) -> None:
    answer = corrected(client, a_war(client, FIRST), 1, **fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_a_later_year_that_would_be_spoilt_is_named(client: Client) -> None:
    rewarded = replace(FIRST, battles=(replace(FIRST.battles[0], bonus="Captain"), *FIRST.battles[1:]))
    more = replace(SECOND.battles[0], captains={"Talbot": {0: 4}})
    match = a_war(client, rewarded, replace(SECOND, battles=(more, *SECOND.battles[1:])))
    answer = corrected(client, match, 1, **{"bonus-1-0": "3 coins"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Year 2 would no longer be possible. Bea has 4 captains in year 2, not 5" in html


@pytest.mark.parametrize("year", [0, 2, 3, 9])
def test_only_a_closed_year_can_be_corrected(client: Client, year: int) -> None:
    assert client.get(f"/m/{a_war(client, FIRST).pk}/correct/{year}/").status_code == 404


def test_a_scorekeeper_alone_may_not_correct(client: Client) -> None:
    match = a_war_of_years(client, [FIRST])
    client.force_login(a_member(match.club, Role.MEMBER))
    assert client.get(f"/m/{match.pk}/correct/1/").status_code == 403
