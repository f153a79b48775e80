"""Awards: written when a match ends, and withdrawn with the reason when a correction moves the trophy."""

import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Player, Role
from games import ledger
from games.consequences import follow
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from leagues.models import Award, Playoff, Trophy
from leagues.trophies import awards
from leagues.trophies.awards import update_for_playoff
from leagues.trophies.holders import holders, last_winner, on_show, taken, withdrawn
from scoring.dirty_dog import Bids, Options, Tricks
from tests.evenings import an_evening
from tests.factory import a_history, a_match, a_member, write

pytestmark = pytest.mark.django_db
GAME = "dirty-dog"
NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
SEATS = range(5)
NOBODY = Author(None)


def hand(winner: int, loser: int) -> list[Any]:
    """The entries of one hand of two cards that `winner` wins and `loser` loses."""
    order = (1, 2, 3, 4, 0)
    bids = dict.fromkeys(order, 0) | {winner: 2, loser: 1}
    return [Bids({seat: bids[seat] for seat in order}), Tricks(dict.fromkeys(order, 0) | {winner: 2})]


def won_by(club: Club, players: list[Player], winner: int, loser: int, **about: Any) -> Match:
    """A match of that one hand."""
    match = ledger.start(club, GAME, players, Options(plan=(2,)), **about)
    return write(match, hand(winner, loser))


def corrected(match: Match, winner: int, loser: int, by: Author = NOBODY) -> None:
    """Correct the match to the hand that this winner and loser give."""
    bids, tricks = hand(winner, loser)
    drafts = [
        Draft("bids", 1, {"bids": {str(seat): bid for seat, bid in bids.bids.items()}}),
        Draft("tricks", 2, {"tricks": {str(seat): took for seat, took in tricks.tricks.items()}}),
    ]
    match.refresh_from_db()
    ledger.record(match.pk, drafts, version=match.version, by=by)


def taken_back(match: Match) -> None:
    """Undo the last line of the match."""
    match.refresh_from_db()
    last = load(match).live[-1]
    ledger.record(match.pk, [Draft(last.kind, last.number, None)], version=match.version, by=NOBODY)


def standing(club: Club) -> set[tuple[str, str, str]]:
    """Trophy, player and match (or play-off) of every award that is not withdrawn."""
    rows = Award.objects.filter(trophy__club=club, withdrawn_at=None).select_related("trophy", "player")
    return {(award.trophy.name, award.player.name, str(award.match_id or award.playoff_id)) for award in rows}


def names(club: Club, trophy: str) -> list[str]:
    """First names of the trophy's awards, oldest first; "not " before withdrawn ones."""
    rows = Award.objects.filter(trophy__club=club, trophy__name=trophy).order_by("pk")
    return [("" if award.withdrawn_at is None else "not ") + award.player.name.split()[0] for award in rows]


def test_the_first_match_puts_the_two_trophies_on_the_shelf(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    cup, cone = sorted(club.trophies.all(), key=lambda trophy: trophy.pk)
    assert [(cup.name, cup.rule), (cone.name, cone.rule)] == [("Good Dog Cup", "winner"), ("Cone of Shame", "loser")]
    assert standing(club) == {
        ("Good Dog Cup", "Núria Ødegård", str(match.pk)),
        ("Cone of Shame", "Otto Pym", str(match.pk)),
    }
    assert {award.awarded_at for award in match.awards.all()} == {match.finished_at}


def test_a_friendly_and_a_match_without_a_result_give_nothing(club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1, for_trophy=False)
    a_match(club, players, hands=1)
    assert not Award.objects.exists()
    assert not club.trophies.exists()


def test_a_correction_moves_the_trophy_and_says_why(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    otto = a_member(club, Role.ORGANISER)
    corrected(match, 2, 1, Author(otto))
    assert names(club, "Good Dog Cup") == ["not Núria", "Wilhelmina"]
    assert names(club, "Cone of Shame") == ["Otto"]
    (gone,) = withdrawn(match)
    assert gone.withdrawn_because == "hand 1 was corrected"
    assert gone.withdrawn_by == otto
    assert gone.withdrawn_at == match.entries.filter(revision=2).order_by("number")[0].received_at


def test_a_correction_back_lets_the_old_award_stand_again(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    for winner in (2, 3, 2, 3):
        corrected(match, winner, 1)
    assert names(club, "Good Dog Cup") == ["Núria", "not Wilhelmina"]
    again = Award.objects.get(player=players[3])
    assert (again.withdrawn_at, again.withdrawn_because, again.withdrawn_by) == (None, "", None)


def test_a_result_that_goes_away_takes_its_awards_with_it(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    taken_back(match)
    assert standing(club) == set()
    assert {award.withdrawn_because for award in withdrawn(match)} == {"hand 1 was undone"}
    match.refresh_from_db()
    write_again(match)
    assert names(club, "Good Dog Cup") == ["not Núria", "Wilhelmina"]


def write_again(match: Match) -> None:
    """Write both lines of the hand again; seat 2 wins."""
    drafts = [Draft("bids", 1, {"bids": {"1": 1, "2": 2, "3": 0, "4": 0, "0": 0}})]
    drafts.append(Draft("tricks", 2, {"tricks": {"1": 0, "2": 2, "3": 0, "4": 0, "0": 0}}))
    ledger.record(match.pk, drafts, version=match.version, by=NOBODY)


def test_a_correction_of_an_old_match_leaves_the_newer_holder_in_peace(club: Club, players: list[Player]) -> None:
    with time_machine.travel(NOON, tick=False):
        first = won_by(club, players, 3, 1)
    with time_machine.travel(NOON + timedelta(days=7), tick=False):
        won_by(club, players, 4, 1)
    corrected(first, 4, 1)
    cup = next(holder for holder in holders(club.pk) if not holder.is_cone)
    assert (cup.player, cup.defended, cup.back_to_back) == (players[4], 1, True)
    assert cup.since == NOON


def test_trophies_of_a_club_that_was_there_before_get_all_it_has_played(club: Club, players: list[Player]) -> None:
    first = won_by(club, players, 3, 1)
    Award.objects.all().delete()
    Trophy.objects.all().delete()
    second = won_by(club, players, 2, 1)
    assert {match for _, _, match in standing(club)} == {str(first.pk), str(second.pk)}


def test_a_trophy_that_comes_later_counts_from_then_on(club: Club, players: list[Player]) -> None:
    top_dog = next(each for each in (table_game("top-dog"),))
    an_evening(club, top_dog, players, 1)
    fresh = Trophy.objects.create(
        club=club, game=top_dog.key, rule="winner", name="Top Dog Collar", counts_from=timezone.now()
    )
    assert not fresh.awards.exists()
    match = an_evening(club, top_dog, players, 2)
    assert [award.match for award in fresh.awards.all()] == [match]
    assert awards.rebuild(club, check=True) == []


def test_a_retired_trophy_goes_nowhere_and_comes_back_with_what_it_missed(club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    Trophy.objects.filter(pk=cup.pk).update(retired_at=timezone.now())
    won_by(club, players, 2, 1)
    assert names(club, cup.name) == ["Núria"]
    assert last_winner(club.pk, GAME) is None
    assert awards.rebuild(club, check=True) == []
    Trophy.objects.filter(pk=cup.pk).update(retired_at=None)
    awards.rebuild_trophy(Trophy.objects.get(pk=cup.pk))
    assert names(club, cup.name) == ["Núria", "Wilhelmina"]


def test_a_name_taken_by_another_trophy_is_gone_round(club: Club, players: list[Player]) -> None:
    Trophy.objects.create(club=club, name="good dog cup", rule="hand")
    won_by(club, players, 3, 1)
    assert club.trophies.get(rule="winner").name == "Good Dog Cup of Dirty Dog"


def test_a_trophy_does_not_pass_to_the_player_who_has_it(club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    with pytest.raises(awards.AlreadyHeld, match="has it already"):
        awards.pass_on(cup, players[3], "for the cake", by=None)
    assert cup.awards.count() == 1


def test_by_hand_is_not_by_winning(club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    given = awards.pass_on(cup, players[0], "Núria moved away.", by=None)
    assert holders(club.pk)[0].player == players[0]
    assert last_winner(club.pk, GAME) == players[3]
    assert taken(won_by(club, players, 0, 1))[0].before == players[0]
    kept = holders(club.pk)[0]
    assert (kept.player, kept.defended, kept.back_to_back) == (players[0], 1, False)
    awards.withdraw(given, "That was the other Bea.", by=None)
    assert holders(club.pk)[0].defended == 0
    assert awards.rebuild(club, check=True) == []


@pytest.mark.parametrize(("ended", "took"), [(True, ["Bea", "Otto"]), (False, [])])
def test_a_playoff_is_one_match_to_its_trophies(
    club: Club, players: list[Player], ended: bool, took: list[str]
) -> None:
    won_by(club, players, 3, 2)
    playoff = Playoff.objects.create(
        club=club, kind="groups", game=GAME, winner=players[0], loser=players[1], finished_at=timezone.now()
    )
    update_for_playoff(playoff)
    if not ended:
        playoff.finished_at = None
        playoff.save()
        update_for_playoff(playoff, "the cards were pulled again")
    rows = playoff.awards.filter(withdrawn_at=None).order_by("trophy__name", "-trophy")
    assert sorted(award.player.name.split()[0] for award in rows) == took
    assert (last_winner(club.pk, GAME) == players[0]) is ended
    assert awards.rebuild(club, check=True) == []


def test_those_who_win_together_hold_it_together(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    match.seats.filter(position=0).update(is_winner=True)
    awards.rebuild(club, check=False)
    held = next(held for trophy, held in on_show(club.pk) if trophy.rule == "winner")
    assert {holder.player for holder in held} == {players[0], players[3]}
    assert {holder.defended for holder in held} == {0}
    won_by(club, players, 3, 1)
    assert [holder.defended for holder in holders(club.pk)] == [1, 1]


def moves(seed: int) -> Iterator[tuple[str, int, int, int]]:
    """A random sequence of (action, index of a match, winner, loser): matches played, corrected and undone, trophies
    renamed or passed on by hand.
    """
    dice, played = random.Random(seed), 0
    for _ in range(14):
        what = dice.choice(["play", "play", "friendly", "correct", "correct", "take back", "rename", "hand"])
        winner, loser = dice.sample(SEATS, 2)
        played += what in ("play", "friendly")
        yield what, dice.randrange(max(played, 1)), winner, loser


def happen(club: Club, players: list[Player], matches: list[Match], what: str, at: int, seats: tuple[int, int]) -> None:
    """Apply one of these actions."""
    winner, loser = seats
    if what in ("play", "friendly"):
        matches.append(won_by(club, players, winner, loser, for_trophy=what == "play"))
    elif what == "correct" and matches:
        corrected(matches[at], winner, loser)
    elif what == "take back" and matches and load(Match.objects.get(pk=matches[at].pk)).live:
        taken_back(matches[at])
    elif what == "hand" and (trophy := club.trophies.first()):
        with suppress(awards.AlreadyHeld):
            awards.pass_on(trophy, players[winner], "for the cake", by=None)
    elif what == "rename":
        club.trophies.filter(rule="winner").update(name=f"Cup {at}")


@pytest.mark.variants
@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_a_rebuild_finds_nothing_to_do(club: Club, players: list[Player], seed: int) -> None:
    matches: list[Match] = []
    with time_machine.travel(NOON, tick=False) as clock:
        for what, at, *seats in moves(seed):
            happen(club, players, matches, what, at, (seats[0], seats[1]))
            clock.shift(timedelta(hours=5))
            assert awards.rebuild(club, check=True) == []
    before = standing(club)
    Award.objects.exclude(match=None, playoff=None).delete()
    awards.rebuild(club, check=False)
    assert standing(club) == before
    most = Award.objects.exclude(match=None).values_list("trophy", "match", "player")
    assert len(most) == len(set(most))


def test_a_spoilt_award_is_found_and_set_right(club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    before = standing(club)
    match.awards.filter(player=players[3]).update(player=players[0], awarded_at=NOON)
    match.awards.filter(player=players[1]).update(awarded_at=NOON)
    found = follow.rebuild(club, check=True)
    assert len([words for words in found if words.startswith("awards: ")]) == 3
    awards.rebuild(club, check=False)
    assert standing(club) == before
    assert withdrawn(match)[0].withdrawn_because == "the trophies were worked out anew"


def test_checking_puts_no_trophy_up(club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    Award.objects.all().delete()
    Trophy.objects.all().delete()
    assert "Good Dog Cup is not in use" in awards.rebuild(club, check=True)
    assert not Trophy.objects.exists()


def test_a_result_costs_the_same_after_a_long_history(
    club: Club, players: list[Player], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_history(club, players, 60)
    match = won_by(club, players, 3, 1)
    state = load(match)
    with django_assert_max_num_queries(2):
        awards.update_for_match(state)
