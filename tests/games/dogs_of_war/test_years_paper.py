"""Entering a match of Dogs of War that was played on paper."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.entries.match_state import load
from games.models import Entry, Match
from scoring.dogs_of_war import DogsOfWarSheet, Year
from tests.games.dogs_of_war.years import FIRST, FOURTH, PAIRS, SECOND, a_war_of_years

pytestmark = pytest.mark.django_db


def typed(number: int, year: Year) -> dict[str, str]:
    """The fields of a year, as they are typed in."""
    found: dict[str, str] = {}
    for at, battle in enumerate(year.battles):
        here, tracker = f"{number}-{at}", battle.tracker or 0
        found |= {f"h-{here}-{side}": house for side, house in enumerate(battle.houses)}
        found |= {f"by-{here}": str(abs(tracker)), f"for-{here}": "1" if tracker < 0 else "0"}
        for side, house in enumerate(battle.houses):
            there = battle.captains.get(house, {}).items()
            found |= {f"c-{here}-{side}-{seat}": str(count) for seat, count in there}
    first = {} if year.first_player is None else {f"first-{number}": str(year.first_player)}
    return found | first | ({} if year.first_to_pass is None else {f"passed-{number}": str(year.first_to_pass)})


def empty(number: int) -> dict[str, str]:
    """The fields of a year that is left empty."""
    return {f"by-{number}-{at}": "" for at in range(3)} | {f"for-{number}-0": "0"}


def post(client: Client, match: Match, **fields: str) -> Any:
    about = {"entry": str(uuid4()), "version": str(match.version), "number": str(match.entries.count() + 1)}
    shown = {"fights": "3", "seats": "4"}
    return client.post(f"/m/{match.pk}/paper/", about | shown | fields)


def test_every_year_still_to_come_stands_on_the_form(client: Client) -> None:
    html = client.get(f"/m/{a_war_of_years(client, [FIRST]).pk}/paper/").content.decode()
    assert [f"Year {year}<" in html for year in (1, 2, 3, 4)] == [False, True, True, True]
    assert "1 year entered already" in html


def test_what_is_written_of_the_open_year_is_filled_in(client: Client) -> None:
    html = client.get(f"/m/{a_war_of_years(client, [PAIRS]).pk}/paper/").content.decode()
    assert '<option value="Hackett" selected>' in html


def test_years_are_written_as_many_as_are_filled_in(client: Client) -> None:
    match = a_war_of_years(client)
    fields = typed(1, FIRST) | typed(2, SECOND) | empty(3) | empty(4)
    assert post(client, match, **fields).status_code == 302
    entries = list(Entry.objects.order_by("number"))
    assert [entry.kind for entry in entries] == ["year", "year"]
    payload = entries[0].payload
    assert payload is not None
    assert [battle["tracker"] for battle in payload["battles"]] == [8, -15, -6]
    assert (payload["first_player"], payload["first_to_pass"]) == (0, 1)


def test_on_paper_whoever_stands_on_both_sides_played_betrayal(client: Client) -> None:
    match = a_war_of_years(client)
    fields = typed(1, FIRST) | {"c-1-0-1-0": "1", "c-1-1-1-0": ""}
    fields |= {"c-1-0-0-1": "1", "c-1-0-1-1": "1"}
    assert post(client, match, **fields).status_code == 302
    sheet = load(Match.objects.get()).sheet
    assert isinstance(sheet, DogsOfWarSheet)
    assert sheet.years[0].battles[0].contest.betrayal == (0, 1)


def test_the_same_form_sent_twice_is_written_once(client: Client) -> None:
    match = a_war_of_years(client)
    about = {"entry": str(uuid4()), "version": "0", "number": "1", "fights": "3", "seats": "4"} | typed(1, FIRST)
    answers = [client.post(f"/m/{match.pk}/paper/", about).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({**empty(1)}, "Nothing is filled in yet."),
        ({**empty(1), **typed(2, SECOND)}, "A year before this one is empty."),
        ({**typed(1, FIRST), "by-1-2": ""}, "Where did the tracker end?"),
        ({**typed(1, FIRST), "h-1-1-0": ""}, "Name both houses of this battle."),
        ({**typed(1, FIRST), "c-1-0-0-0": "x"}, "Enter a whole number."),
        ({**typed(1, FIRST), "c-1-0-0-0": "9"}, "Bea has 3 captains in year 1"),
        ({**typed(1, FIRST), "h-1-1-0": "Talbot"}, "Talbot already fights this year"),
        ({**typed(1, FIRST), "first-1": "x"}, "Tap one of the players."),
        ({**typed(1, FIRST), "fights": "9", "seats": "x", "by-1-0": "16"}, "The tracker cannot stand on 16"),
    ],
)
def test_what_cannot_be_is_refused_and_stays_in_the_form(client: Client, fields: dict[str, str], sentence: str) -> None:
    match = a_war_of_years(client)
    answer = post(client, match, **fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Entry.objects.exists()


def test_a_war_on_paper_ends_at_the_tally(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND])
    post(client, match, **typed(3, FIRST), **typed(4, FOURTH))
    html = client.get(f"/m/{match.pk}/paper/").content.decode()
    assert "All years entered: final tally" in html
