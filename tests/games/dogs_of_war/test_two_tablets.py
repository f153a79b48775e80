"""Two tablets write the same year: the conflict names every figure that differs."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Entry, Match
from scoring.dogs_of_war import Battle, Pass
from tests.games.dogs_of_war.tallying import written
from tests.games.dogs_of_war.years import BATTLES, FIRST, PAIRS, PLAYS, SECOND, a_war_of_years, page

pytestmark = pytest.mark.django_db


def late(client: Client, match: Match, **fields: Any) -> str:
    """The conflict page for a tablet that missed the last write and sends these fields."""
    about = {"what": "year", "entry": str(uuid4()), "version": match.version - 1, "number": 4}
    answer = client.post(f"/m/{match.pk}/table/", about | fields)
    assert answer.status_code == 409
    return str(answer.content.decode())


def battle(at: int, tracker: int, **captains: int) -> dict[str, str]:
    """The fields of a battle; `l0=2` are two captains of seat 0 on the left."""
    left, right = PAIRS.houses[at]
    fields = {f"houses-{at}-0": left, f"houses-{at}-1": right, f"tracker-{at}": str(tracker)}
    return fields | {f"cap-{at}-{'lr'.index(key[0])}-{key[1:]}": str(count) for key, count in captains.items()}


def test_a_battle_written_twice_differs_figure_by_figure(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0]])
    html = late(client, match, **battle(0, -3, l0=2, l3=1, r1=1, r9=1))
    assert "Battle 1, tracker" in html
    assert "3 to the right" in html
    assert "9 to the left" in html
    assert "Battle 1, Wilhelmina’s captains for Tornborn" in html
    assert "Battle 1, seat 9’s captains for Tornborn" in html


def test_on_the_centre_is_said_as_such(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, Battle(0, 0, {"Talbot": {0: 1}})])
    html = late(client, match, **battle(0, 1, l0=1))
    assert "centre" in html
    assert "1 to the left" in html


def test_other_battles_and_other_entries_are_named_in_words(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0]])
    html = late(client, match, **battle(1, 3, l0=1))
    assert "attle 2: tracker 3 for the house on the left; Hackett: Bea" in html
    other = written(match, [Pass(1)])
    assert "Otto passes" in late(client, other, what="pairing", **pairs())


def pairs() -> dict[str, str]:
    """The fields that name the pairs of the year."""
    found = {f"houses-{at}-{side}": house for at, pair in enumerate(PAIRS.houses) for side, house in enumerate(pair)}
    return found | {"number": "5"}


def test_a_play_sent_late_is_not_lost_without_a_word(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, PLAYS[0]])
    fields = {"what": "plays", "who": "2", "battle": "1", "play": "0:knight", "houses-1-0": "Hackett"}
    html = late(client, match, **fields)
    assert "Wilhelmina, knight for Hackett" in html
    assert "Bea, knight for Mallory" in html
    assert Entry.objects.filter(kind="play").count() == 1


def test_what_was_taken_back_meanwhile_is_said(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0]])
    undo = {"entry": str(uuid4()), "version": match.version, "number": 4, "what": "undo"}
    client.post(f"/m/{match.pk}/undo/", undo)
    match.refresh_from_db()
    assert "undone" in late(client, match, **battle(0, 3, l0=1))
    assert "Not fought yet." in page(client, match)
