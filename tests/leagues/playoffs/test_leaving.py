"""Players of a play-off who leave or come late, groups that are stopped, and tables that are abandoned."""

import uuid

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from leagues.models import Award
from leagues.playoffs import finals
from leagues.playoffs import state as playoff_state
from scoring.base import Illegal
from scoring.dirty_dog import Bids, DirtyDogSheet, Leave, Tricks
from scoring.dirty_dog.entries import Shorten
from scoring.records import entry_to_json
from tests.factory import DIRTY_DOG, write
from tests.leagues.playoffs.evening import BID, TOOK, dealt, groups_played, labels, named, page
from tests.playoff_nights import an_evening, play, table

pytestmark = pytest.mark.django_db


# Late arrivals and early leavers.
def test_whoever_left_a_group_sits_at_no_final_table(club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    for number in (1, 2):
        play(table(found, "group", number), TOOK, BID)
    write(table(found, "group"), [Leave(1)])
    match = table(found, "group")
    order = [2, 3, 4, 5, 0]
    write(match, [Bids(dict.fromkeys(order, 0)), Tricks({0: 5, 2: 0, 3: 0, 4: 0, 5: 0})])
    state = playoff_state.read(found)
    otto = Player.objects.get(name="Otto").pk
    assert otto not in {*state.groups[0].cut.advance, *state.groups[0].cut.stay, *state.groups[0].cut.level}
    assert not state.groups[0].ranked[-1].is_there


def test_nobody_comes_late_to_a_second_table(organiser: Client, club: Club) -> None:
    match = table(an_evening(club), "group", 2)
    keys = named("Bea")
    guest = Player.objects.create(club=club, name="Zoë")
    where = f"/m/{match.pk}/table/late/"
    assert "Zoë" in organiser.get(where).content.decode()
    assert f'value="player-{keys["Bea"]}"' not in organiser.get(where).content.decode()
    body = {"entry": str(uuid.uuid4()), "number": 1, "version": match.version, "seat": 6, "after": 5}
    refused = organiser.post(where, body | {"player": keys["Bea"]})
    assert refused.status_code == 422
    assert "is at another table" in refused.content.decode()
    assert organiser.post(where, body | {"player": guest.pk}).status_code == 302
    assert labels(match)[-1] == "Zoë"


def test_a_group_stopped_early_is_not_cut_against_the_others(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    write(play(table(found, "group", 1), TOOK, BID), [Shorten()])
    second = play(table(found, "group", 2), TOOK, BID)
    write(second, [Bids(dict.fromkeys([2, 3, 4, 5, 0, 1], 0)), Tricks({0: 5, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0})])
    assert playoff_state.read(found).is_uneven
    assert "but it is 1 hand in group A and 2 hands in group B" in page(organiser, found)


def test_final_tables_of_unlike_length_give_nothing(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2, hands=2)
    for number in (1, 2):
        write(play(table(found, "group", number), TOOK, BID), [Shorten()])
    dealt(organiser, found)
    _second_hand(play(table(found, "losers"), (0, 0, 0, 0, 1, 1, 1, 2)))
    short = write(play(table(found, "winners"), (0, 1, 1, 3)), [Shorten()])
    assert "but it is 1 hand at the winners’ table and 2 at the losers’" in page(organiser, found)
    assert not Award.objects.exists()
    ledger.record(short.pk, [Draft("shorten", 3, None)], version=short.version, by=Author(None, "a test"))
    _second_hand(short)
    assert playoff_state.read(found).is_over
    assert Award.objects.filter(withdrawn_at=None).count() == 2


def _second_hand(match: Match) -> None:
    """Play a hand in which the dealer takes all tricks."""
    match.refresh_from_db()
    sheet = load(match).sheet
    assert isinstance(sheet, DirtyDogSheet)
    order = sheet.order
    drafts = [Bids(dict.fromkeys(order, 0)), Tricks({**dict.fromkeys(order, 0), order[-1]: 5})]
    first = load(match).next_number
    lines = [Draft(DIRTY_DOG.kind(each), first + at, entry_to_json(each)) for at, each in enumerate(drafts)]
    ledger.record(match.pk, lines, version=match.version, by=Author(None, "a test"))


def test_a_final_table_put_away_is_dealt_once_more(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    ledger.abandon(table(found, "winners").pk)
    assert "Winners’ table: who got the first Jack?" in page(organiser, found)
    dealt(organiser, found)
    assert table(found, "winners").is_open


def test_a_group_put_away_says_what_to_do(organiser: Client, club: Club) -> None:
    found = an_evening(club)
    ledger.abandon(table(found, "group").pk)
    assert "Group A was stopped without a result" in page(organiser, found)


def test_a_final_table_that_nobody_is_left_for_says_so(organiser: Client, club: Club) -> None:
    found = an_evening(club, (4, 4), advance=2, hands=2)
    for number in (1, 2):
        match = play(table(found, "group", number), (5, 0, 0, 0))
        write(match, [Leave(2), Leave(3)])
        _second_hand(match)
    state = playoff_state.read(found)
    assert (state.is_cut, state.down) == (True, [])
    why = "The losers’ table takes two, and nobody is left for it"
    assert why in page(organiser, found)
    with pytest.raises(Illegal, match=why):
        finals.deal_finals(found.pk, {}, None)
    assert found.fixtures.count() == 2
