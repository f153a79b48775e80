"""The demo club contains an example of everything that pages must show."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from django.db.models import Count, F, Max, Min
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from clubs.calendar.answers import answers_of
from clubs.models import Attendance, Club, Membership, Player, Role, User
from dogclub.demo import club as demo
from dogclub.demo.league import season_name
from games import ledger
from games.consequences.follow import rebuild
from games.entries.match_state import load
from games.models import Entry, Match, Seat, Tag, Tally
from leagues.models import CutPull, Playoff
from leagues.playoffs import state as playoff_state
from scoring import ENGINES
from scoring.dirty_dog import DIRTY_DOG, BidStep

TINY = demo.Scale(players=14, seasons=1, nights=3)


@pytest.fixture(scope="module")
def kennel(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.build()
        transaction.set_rollback(True)


@pytest.fixture
def finished(kennel: Club) -> list[Match]:
    found = Match.objects.filter(club=kennel, game=DIRTY_DOG.key).exclude(finished_at=None)
    return list(found.annotate(count=Count("seats")))


def test_it_has_fourteen_players_and_two_past_seasons(kennel: Club) -> None:
    today = timezone.localdate()
    assert kennel.is_demo
    assert kennel.players.filter(former=None, is_guest=False).count() == 14
    assert kennel.seasons.filter(ends_on__lt=today).count() == 2
    assert kennel.seasons.filter(starts_on__lte=today, ends_on__gte=today).count() == 1


def test_sixty_matches_and_more_of_four_to_ten_players_are_finished(finished: list[Match]) -> None:
    assert len(finished) >= 60
    assert {match.start_seats for match in finished} >= {4, 5, 6, 7, 8, 9, 10}
    assert all(Seat.objects.filter(match=match, is_winner=True).count() == 1 for match in finished)
    assert all(Seat.objects.filter(match=match, is_loser=True).count() == 1 for match in finished)


@pytest.mark.parametrize("game", [engine.key for engine in ENGINES if engine is not DIRTY_DOG])
def test_every_other_game_was_played_too(kennel: Club, game: str) -> None:
    matches = Match.objects.filter(club=kennel, game=game)
    assert matches.exclude(finished_at=None).count() >= 3
    assert Seat.objects.filter(match__in=matches, is_winner=True).exists()


@pytest.mark.parametrize(
    ("kind", "least"), [("join", 5), ("leave", 3), ("redeal", 3), ("tiebreak-hand", 2), ("pull", 2)]
)
def test_whatever_can_happen_at_a_table_has_happened(kennel: Club, kind: str, least: int) -> None:
    assert Entry.objects.filter(match__club=kennel, kind=kind).count() >= least


def test_slips_were_corrected_and_undone(kennel: Club) -> None:
    entries = Entry.objects.filter(match__club=kennel)
    assert entries.filter(revision=2, payload__isnull=False).count() >= 3
    assert entries.filter(payload__isnull=True).count() >= 2
    assert entries.filter(revision=3).count() >= 2
    assert entries.exclude(note="").count() >= 2


def test_five_are_playing_tonight_and_bid_for_hand_seven_of_twenty(kennel: Club) -> None:
    match = Match.objects.get(club=kennel, game=DIRTY_DOG.key, finished_at=None)
    state = load(match)
    step = state.engine.next_step(state.sheet)
    assert isinstance(step, BidStep)
    assert (step.hand, step.hands, len(step.order), step.bids) == (7, 20, 5, {})
    assert match.entries.filter(revision=2).exists()
    assert timezone.now() - match.started_at < timedelta(hours=2)


def test_nothing_is_dated_ahead_and_every_match_is_in_its_night(kennel: Club) -> None:
    entries = Entry.objects.filter(match__club=kennel)
    assert entries.aggregate(last=Max("recorded_at"))["last"] <= timezone.now()
    early = entries.values("match").annotate(first=Min("recorded_at")).filter(first__lt=F("match__started_at"))
    assert not early.exists()
    nights = Match.objects.filter(club=kennel).exclude(finished_at=None)
    first_of_all = nights.filter(game=DIRTY_DOG.key).exclude(fixture__stage__in=("winners", "losers"))
    assert not first_of_all.exclude(started_at=F("night__starts_at")).exists()
    assert not nights.filter(started_at__lt=F("night__starts_at")).exists()
    assert not nights.filter(started_at__gt=F("night__starts_at") + timedelta(hours=4)).exists()
    assert not nights.filter(finished_at__gt=F("started_at") + timedelta(hours=6)).exists()


def test_everybody_is_in_the_book_before_the_first_match(kennel: Club) -> None:
    late = Seat.objects.filter(match__club=kennel, player__created_at__gt=F("match__started_at"))
    assert not late.exists()


def test_the_last_winner_deals_first_when_there(kennel: Club) -> None:
    alone = Match.objects.filter(club=kennel, game=DIRTY_DOG.key, fixture=None)
    matches = list(alone.order_by("started_at", "table"))
    defended = 0
    for before, match in pairwise(matches):
        playoff = kennel.playoffs.filter(finished_at__range=(before.started_at, match.started_at)).first()
        holder = playoff.winner_id if playoff else Seat.objects.get(match=before, is_winner=True).player_id
        seats = list(match.seats.filter(position__lt=match.start_seats).values_list("player", flat=True))
        if holder in seats:
            defended += 1
            assert match.options.get("first_dealer", 0) == seats.index(holder)
    assert defended > 10


def test_a_night_of_twelve_went_from_two_groups_to_both_trophies(kennel: Club) -> None:
    playoff = kennel.playoffs.get(kind="groups")
    state = playoff_state.read(playoff)
    assert [group.cut.level for group in state.groups] == [(), ()]
    assert len(state.players) == 12
    assert (playoff.winner, playoff.loser) != (None, None)
    assert CutPull.objects.filter(playoff=playoff).exists()
    assert state.trophies
    assert state.trophies.losers[0] in {chair.player.pk for chair in state.winners.chairs} if state.winners else False
    assert {award.player for award in playoff.awards.all()} == {playoff.winner, playoff.loser}


def test_a_knock_out_has_somebody_who_is_left(kennel: Club) -> None:
    playoff = kennel.playoffs.get(kind="knockout")
    assert playoff.winner in kennel.players.all()
    assert playoff.fixtures.filter(match__finished_at__isnull=False).count() == 3


def test_every_past_night_knows_who_came_and_tonight_is_at_first_bark(kennel: Club) -> None:
    past = kennel.nights.filter(matches__finished_at__isnull=False).distinct()
    assert not past.filter(attendances=None).exists()
    everywhere = Attendance.objects.filter(night__club=kennel)
    assert set(everywhere.values_list("state", flat=True)) == set(Attendance.State.values)
    assert everywhere.filter(arrived_at__gt=F("night__starts_at") + timedelta(minutes=5)).exists()
    assert everywhere.get(host__isnull=False).player.is_guest
    assert kennel.nights.filter(starts_at__gt=timezone.now()).count() == 1


def test_who_has_no_account_has_answered_the_next_night(kennel: Club) -> None:
    answers = answers_of(kennel.nights.latest("starts_at"))
    assert answers.coming
    assert answers.maybe
    assert answers.absent
    assert any(row.guests for row in answers.coming)
    assert not kennel.memberships.filter(player__in=[row.player_id for row in answers.all]).exists()


def test_the_league_has_what_a_league_has(kennel: Club) -> None:
    assert all(season.schemes for season in kennel.seasons.all())
    by_hand = kennel.trophies.get(rule="hand")
    assert by_hand.awards.exclude(reason="").count() == 3
    assert Tag.objects.filter(match__club=kennel).count() >= 4
    assert Player.everybody.filter(club=kennel, merged_into__isnull=False).count() == 1
    assert kennel.players.filter(former__isnull=False).count() == 1
    assert rebuild(kennel, check=True) == []


def test_no_figure_differs_from_its_entries(finished: list[Match]) -> None:
    assert [ledger.rescore(match.pk, check=True) for match in finished] == [[]] * len(finished)


def test_the_bots_make_plausible_bids(kennel: Club) -> None:
    facts = Tally.objects.filter(match__club=kennel, match__game=DIRTY_DOG.key).values_list("facts", flat=True)
    made = Counter(fact["made"] for fact in facts)
    assert 0.4 < made[1] / (made[0] + made[1]) < 0.75


def test_names_try_what_a_sheet_must_print(kennel: Club) -> None:
    labels = [player.label for player in kennel.players.all()]
    assert max(map(len, labels)) >= 36
    assert any(unicodedata.bidirectional(label[0]) in ("R", "AL") for label in labels)
    assert any(re.search(r"[ØŁłąé]", label) for label in labels)
    assert any(unicodedata.category(letter) == "So" for label in labels for letter in label)


def test_each_role_has_somebody(kennel: Club) -> None:
    assert set(kennel.memberships.values_list("role", flat=True)) == set(Role.values)
    assert not kennel.memberships.filter(player=None).exists()


@pytest.mark.django_db
def test_the_same_seed_deals_the_same_evenings() -> None:
    first = demo.build(TINY)
    figures = [*_figures(first)]
    demo.remove(first)
    assert [*_figures(demo.build(TINY))] == figures
    assert len(figures) > 100


def _figures(club: Club) -> Iterator[object]:
    tallies = Tally.objects.filter(match__club=club).order_by("match__started_at", "match__table", "number", "seat")
    yield from tallies.values_list("number", "points", "total", "facts", "seat__player__name")


@pytest.mark.django_db
def test_a_full_house_has_sixty_players_and_six_tables_of_five_a_night() -> None:
    scale = demo.large(1)
    assert (scale.players, scale.seasons * scale.nights * (scale.tables or 0)) == (60, 288)
    club = demo.build(demo.Scale(players=60, seasons=1, nights=1, tables=6))
    past = Match.objects.filter(club=club).exclude(finished_at=None)
    assert list(past.values_list("start_seats", flat=True)) == [5] * 6
    assert club.players.count() == 60


@pytest.mark.django_db
def test_removing_it_leaves_nothing_but_people_of_flesh_and_blood() -> None:
    club = demo.build(TINY)
    visitor = User.objects.create_user("visitor@elsewhere.example")
    Membership.objects.create(club=club, user=visitor, role=Role.OWNER)
    demo.remove(club)
    counts = [model._default_manager.count() for model in (Club, Match, Entry, Tally, Seat, Player)]
    assert counts == [0] * 6
    assert list(User.objects.all()) == [visitor]


@pytest.mark.parametrize(
    ("month", "name"),
    [(1, "Winter 2026"), (2, "Winter 2026"), (3, "Spring 2026"), (11, "Autumn 2026"), (12, "Winter 2027")],
)
def test_a_season_is_called_after_the_quarter_it_begins_in(month: int, name: str) -> None:
    assert season_name(timezone.localdate().replace(2026, month, 3)) == name


def test_members_comment_on_the_play_off_and_on_tonights_table(kennel: Club) -> None:
    assert kennel.has_comments
    finale = kennel.playoffs.get(kind=Playoff.Kind.GROUPS)
    assert finale.night
    said = list(finale.night.comments.all())
    assert [said[0].player, said[-1].player] == [finale.loser, finale.winner]
    assert any("https://kennel.example/" in each.text and each.edited_at for each in said)
    tonight = kennel.matches.get(finished_at=None, game=DIRTY_DOG.key)
    for row in tonight.comments.all():
        assert tonight.seats.filter(player=row.player).exists()
        assert tonight.started_at < row.written_at < timezone.now()
    assert tonight.comments.count() == 2
