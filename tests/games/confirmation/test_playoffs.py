"""A play-off continues when the sheets of its tables are confirmed, and says until then how many confirmations are
missing.
"""

import pytest
from django.test import Client

from clubs.models import Confirm, Role
from games import ledger
from games.models import Match
from leagues.models import Playoff
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from tests.counting import queries
from tests.factory import a_member
from tests.games.confirmation.parts import PHONE, a_careful_club, confirmed, sheet_of, signed_in, state_of, undone
from tests.games.confirmation.test_ledger import SCOREKEEPER
from tests.leagues.playoffs.evening import dealt
from tests.leagues.test_tournaments import drawn
from tests.leagues.test_tournaments import page as tournament_page
from tests.leagues.test_tournaments import play as play_pair
from tests.playoff_nights import an_evening, play, table

pytestmark = pytest.mark.django_db
TOOK, BID = (2, 1, 0, 0, 0, 2), {0: 2, 1: 1}


def played(confirm: int = Confirm.EVERY_SEAT) -> Playoff:
    """A play-off whose two groups are played and wait for confirmation."""
    found = an_evening(a_careful_club(confirm), advance=2)
    for number in (1, 2):
        play(table(found, "group", number), TOOK, BID)
    return found


def office(playoff: Playoff) -> Client:
    """The browser of an organiser of the club."""
    return signed_in(playoff.club, Role.ORGANISER)


def words(client: Client, playoff: Playoff, rest: str = "") -> str:
    return client.get(f"/c/kennel/playoffs/{playoff.pk}/{rest}").content.decode()


def waits(letter: str, number: int) -> str:
    """The sentence about a group with so many confirmations missing."""
    return f"Group {letter} is waiting for {number} to confirm its sheet."


def all_say_so(match: Match) -> None:
    """Confirm the match for every seat."""
    confirmed(match, *range(match.start_seats))


def test_it_says_which_group_waits_for_how_many() -> None:
    found = played()
    client = office(found)
    html = words(client, found)
    assert waits("A", 6) in html
    assert waits("B", 6) in html
    confirmed(table(found, "group", 1), 0, 4)
    assert waits("A", 4) in words(client, found)
    all_say_so(table(found, "group", 1))
    html = words(client, found)
    assert waits("B", 6) in html
    assert "Group A is waiting" not in html
    assert not playoff_state.read(found).groups_over


def test_one_opponent_is_one_to_wait_for() -> None:
    found = played(Confirm.OPPONENT)
    client = office(found)
    assert waits("A", 1) in words(client, found)
    confirmed(table(found, "group", 1), 3)
    confirmed(table(found, "group", 2), 5)
    assert "is waiting for" not in words(client, found)
    assert playoff_state.read(found).groups_over


def test_something_wrong_is_one_more_to_wait_for() -> None:
    found = played()
    match = table(found, "group", 1)
    confirmed(match, 0)
    ledger.object_to(match.pk, 1, "", sheet=sheet_of(match), by=PHONE)
    assert waits("A", 5) in words(office(found), found)


def test_final_tables_are_not_dealt_while_a_group_waits() -> None:
    found = played()
    client = office(found)
    all_say_so(table(found, "group", 1))
    client.post(f"/c/kennel/playoffs/{found.pk}/deal/")
    assert not found.fixtures.filter(stage="winners").exists()
    all_say_so(table(found, "group", 2))
    dealt(client, found)
    assert found.fixtures.filter(stage="winners").exists()


def finals(found: Playoff, client: Client) -> None:
    """Confirm both groups and deal the final tables."""
    for number in (1, 2):
        all_say_so(table(found, "group", number))
    dealt(client, found)


def test_a_final_table_that_waits_gives_no_trophy_yet() -> None:
    found = played()
    client = office(found)
    finals(found, client)
    ends = [table(found, stage) for stage in ("winners", "losers")]
    for match in ends:
        play(match, (2, 1, *[0] * (match.start_seats - 3), 2), BID)
    html = words(client, found)
    assert f"The winners’ table is waiting for {ends[0].start_seats} to confirm its sheet." in html
    assert f"The losers’ table is waiting for {ends[1].start_seats} to confirm its sheet." in html
    found.refresh_from_db()
    assert (found.finished_at, found.winner) == (None, None)
    for match in ends:
        all_say_so(match)
    assert "is waiting for" not in words(client, found)
    found.refresh_from_db()
    assert found.finished_at
    assert found.winner


def test_a_group_that_is_corrected_afterwards_waits_again() -> None:
    found = played()
    client = office(found)
    finals(found, client)
    match = table(found, "group", 1)
    undone(match, SCOREKEEPER)
    assert "Group A is open again." in words(client, found)
    play_again(match)
    html = words(client, found)
    assert waits("A", 6) in html
    assert "Group A is open again." not in html


def play_again(match: Match) -> None:
    """Write the last line again, after it was undone."""
    last = state_of(match).history[-2]
    draft = ledger.Draft(last.kind, last.number, last.payload)
    ledger.record(match.pk, [draft], version=match.version, by=SCOREKEEPER)


def test_two_groups_that_wait_cost_no_more_than_one(client: Client) -> None:
    found = played()
    client.force_login(a_member(found.club))
    path = f"/c/kennel/playoffs/{found.pk}/"
    both = queries(client, path)
    all_say_so(table(found, "group", 1))
    assert queries(client, path) == both


def test_a_pairing_of_two_waits_too(client: Client) -> None:
    club = a_careful_club()
    found = drawn(club)
    match = play_pair(found, 1, 1, 0)
    client.force_login(a_member(club))
    assert tournament_page(client, found).count("Waiting to be confirmed.") == 1
    assert tournament_state.read(found).pairings[0].winner is None
    all_say_so(match)
    assert "Waiting to be confirmed." not in tournament_page(client, found)
    assert tournament_state.read(found).pairings[0].winner
