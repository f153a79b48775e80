"""Merging two players who are one person: every reference moves, no result changes, and the merge can be undone."""

import random
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import Model
from django.utils import timezone

from clubs.models import Attendance, Club, FormerName, Membership, Merge, Night, Player, Role
from clubs.players.anonymise import anonymise_player
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Aggregate, CallOut, Entry, Match, Seat
from games.statistics.queries import summaries
from leagues.models import Award, CutPull, Fixture, NightDraw, Playoff, Rating, Standing
from leagues.players import merge
from leagues.players.merge import CannotMerge
from tests.factory import a_club, a_match, a_member, bids, write
from tests.leagues.merging.evenings import came_late, stored

pytestmark = pytest.mark.django_db
BY = Author(None, "a test")


def nothing_differs() -> bool:
    """Whether `rescore --check` finds no difference."""
    out = StringIO()
    call_command("rescore", "--check", stdout=out)
    return ", 0 differed" in out.getvalue()


def played(player: Player) -> int:
    """How many seats the player has."""
    return Seat.objects.filter(player=player).count()


@pytest.mark.usefixtures("evenings")
def test_the_target_has_played_it_all(otto: Player, twin: Player) -> None:
    matches = played(otto) + played(twin)
    wins = sum(each.wins for player in (otto, twin) for each in summaries(player).values())
    merge.merge(twin, otto, None)
    assert (played(twin), played(otto)) == (0, matches)
    assert sum(each.wins for each in summaries(otto).values()) == wins
    assert not Award.objects.filter(player=twin).exists()
    assert otto.tags.count() == 1
    assert nothing_differs()


@pytest.mark.usefixtures("evenings")
def test_what_follows_from_results_follows(otto: Player, twin: Player) -> None:
    merge.merge(twin, otto, None)
    for model in (Aggregate, Rating, CallOut, Standing):
        assert not model._base_manager.filter(player=twin).exists(), model
    numbers = Rating.objects.filter(player=otto).order_by("number").values_list("number", flat=True)
    assert len({*numbers}) == len(numbers) == Seat.objects.filter(player=otto, match__finished_at__isnull=False).count()


@pytest.mark.usefixtures("evenings")
@pytest.mark.parametrize("way", ["twin into otto", "otto into twin"])
def test_undoing_gives_back_every_row_as_it_was(otto: Player, twin: Player, way: str) -> None:
    before = stored()
    source, target = (twin, otto) if way == "twin into otto" else (otto, twin)
    row = merge.merge(source, target, None)
    assert stored() != before
    merge.undo(row)
    after = stored()
    assert {label for label in before if before[label] != after[label]} == set()
    assert nothing_differs()


@pytest.mark.usefixtures("evenings")
def test_entries_stay_as_they_were_written(otto: Player, twin: Player) -> None:
    before = list(Entry.objects.order_by("pk").values())
    merge.merge(twin, otto, None)
    assert list(Entry.objects.order_by("pk").values()) == before


def test_every_row_that_names_a_player_moves_or_is_derived() -> None:
    """A new relation to Player belongs in merging.RELATIONS, or in one of the lists below."""
    apart = {"Merge.source", "Merge.target", "Player.merged_into", "Entry.player", "Confirmation.player"}
    apart |= {"Substitution.player", "Substitution.instead_of"}  # read as entries are: whoever they were merged into
    # Share links are not moved: they stop working, like the page of the merged player.
    apart |= {"ShareLink.player", "ShareLink.opponent"}
    derived = {"Aggregate.player", "Rating.player", "CallOut.player", "Standing.player", "Tally.player"}
    moved = {f"{model.__name__}.{field}" for model, field in merge.RELATIONS.values()}
    models: list[type[Model]] = [
        model for app in ("clubs", "games", "leagues") for model in apps.get_app_config(app).get_models()
    ]
    named = {
        f"{model.__name__}.{field.name}"
        for model in models
        for field in model._meta.concrete_fields
        if field.related_model is Player
    }
    assert named == moved | derived | apart


def test_the_old_name_finds_them(otto: Player, twin: Player) -> None:
    merge.merge(twin, otto, None)
    assert [str(row) for row in FormerName.objects.filter(player=otto)] == ["Otto P. (guest)"]
    assert list(Player.objects.filter(club=otto.club_id, name__startswith="Otto")) == [otto]


def test_a_latecomer_goes_on_under_the_new_name(club: Club, others: list[Player], otto: Player, twin: Player) -> None:
    match = came_late(club, others, twin, seed=3)
    merge.merge(twin, otto, None)
    match.refresh_from_db()
    state = load(match)
    assert state.names[3] == "Otto Pym"
    write(match, [bids(state.sheet, random.Random(1))])
    assert Seat.objects.get(match=match, position=3).player == otto
    assert nothing_differs()


def test_a_tablet_that_was_away_may_still_send_the_old_number(
    club: Club, others: list[Player], otto: Player, twin: Player
) -> None:
    match = a_match(club, others, hands=2)
    merge.merge(twin, otto, None)
    line = match.entries.count() + 1
    ledger.record(match.pk, [Draft("join", line, {"seat": 3}, player=twin.pk)], version=match.version, by=BY)
    assert Seat.objects.get(match=match, position=3).player == otto


def test_what_was_written_since_is_known_from_the_entries(
    club: Club, others: list[Player], otto: Player, twin: Player
) -> None:
    """A late arrival is undone and written again: the seat is a new row, and its player is taken from the entry."""
    match = came_late(club, others, twin, seed=3)
    row = merge.merge(twin, otto, None)
    arrival = match.entries.latest("number")
    for payload in (None, arrival.payload):
        match.refresh_from_db()
        draft = Draft("join", arrival.number, payload, player=twin.pk if payload else None)
        ledger.record(match.pk, [draft], version=match.version, by=BY)
    later = a_match(club, [*others, otto], hands=1)
    merge.undo(row)
    assert Seat.objects.get(match=match, position=3).player == twin
    assert Seat.objects.get(match=later, position=3).player == otto
    assert nothing_differs()


def test_of_two_ticks_on_a_night_the_fuller_one_stays(evenings: list[Match], otto: Player, twin: Player) -> None:
    merge.merge(twin, otto, None)
    tick = Attendance.objects.get(player=otto)
    assert tick.arrived_at is not None
    assert not Attendance.objects.filter(player=twin).exists()


def test_a_play_off_names_the_new_player(club: Club, others: list[Player], otto: Player, twin: Player) -> None:
    about = {"kind": Playoff.Kind.GROUPS, "game": "dirty-dog"}
    playoff = Playoff.objects.create(club=club, first_jacks={"losers": twin.pk}, **about)
    table = Fixture.objects.create(playoff=playoff, stage="group", players=[others[0].pk, twin.pk])
    pull = CutPull.objects.create(playoff=playoff, group=1, cards={str(twin.pk): "7H", str(others[0].pk): "9S"})
    row = merge.merge(twin, otto, None)
    table.refresh_from_db()
    pull.refresh_from_db()
    assert table.players == [others[0].pk, otto.pk]
    assert pull.cards == {str(otto.pk): "7H", str(others[0].pk): "9S"}
    playoff.refresh_from_db()
    assert playoff.first_jacks == {"losers": otto.pk}
    merge.undo(row)
    table.refresh_from_db()
    assert table.players == [others[0].pk, twin.pk]


def refusal(source: Player, target: Player) -> str:
    """The message with which the merge is refused; nothing may be written."""
    before = stored()
    with pytest.raises(CannotMerge) as refused:
        merge.merge(source, target, None)
    assert stored() == before
    return str(refused.value)


def test_nobody_is_merged_with_themselves(otto: Player) -> None:
    assert refusal(otto, otto) == "That is the same player already."


def test_those_who_met_are_two_and_the_match_is_named(club: Club, others: list[Player], otto: Player) -> None:
    for seed in range(5):
        a_match(club, [*others, otto], plan=(1,), seed=seed)
    said = refusal(others[0], otto)
    assert said.startswith("They sat at the same table, so they are two people: ")
    assert timezone.localtime().strftime("%Y") in said
    assert "and 2 more" in said


def test_those_who_sat_at_two_tables_of_a_play_off_are_two(club: Club, otto: Player, twin: Player) -> None:
    playoff = Playoff.objects.create(club=club, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    Fixture.objects.create(playoff=playoff, stage="group", number=1, players=[otto.pk])
    Fixture.objects.create(playoff=playoff, stage="group", number=2, players=[twin.pk])
    assert "two tables of one play-off" in refusal(twin, otto)


def test_two_accounts_are_unlinked_first(club: Club, otto: Player, twin: Player) -> None:
    a_member(club, Role.MEMBER, otto)
    user = a_member(club, Role.SCOREKEEPER, twin)
    assert "Both have an account" in refusal(twin, otto)
    Membership.objects.filter(player=otto).update(player=None)
    row = merge.merge(twin, otto, None)
    assert Membership.objects.get(user=user).player == otto
    merge.undo(row)
    assert Membership.objects.get(user=user).player == twin


def test_circles_are_refused(club: Club, others: list[Player], otto: Player, twin: Player) -> None:
    merge.merge(twin, otto, None)
    assert "was merged already" in refusal(otto, twin)
    assert "was merged already" in refusal(twin, otto)
    assert "was merged already" in refusal(twin, others[0])
    assert "was merged already" in refusal(others[0], twin)
    merge.merge(otto, others[0], None)
    assert "was merged already" in refusal(others[0], otto)


def test_players_of_two_clubs_are_two(otto: Player) -> None:
    foreign = Player.objects.create(club=a_club("friday"), name="Otto Pym")
    assert refusal(foreign, otto) == "They play in two clubs."


def test_a_former_member_stays_out_of_it(otto: Player, twin: Player) -> None:
    anonymise_player(twin)
    assert "is anonymised" in refusal(Player.objects.get(pk=twin.pk), otto)
    assert "is anonymised" in refusal(otto, Player.objects.get(pk=twin.pk))


def stays(row: Merge) -> str:
    """The message with which the undo is refused; nothing may be written."""
    before = stored()
    with pytest.raises(CannotMerge) as refused:
        merge.undo(Merge.objects.select_related("source__club", "target__club").get(pk=row.pk))
    assert stored() == before
    return str(refused.value)


def test_undoing_twice_is_refused(otto: Player, twin: Player) -> None:
    row = merge.merge(twin, otto, None)
    merge.undo(row)
    assert stays(row) == "This was undone already."


def test_a_later_merge_is_undone_first(others: list[Player], otto: Player, twin: Player) -> None:
    first = merge.merge(twin, otto, None)
    second = merge.merge(otto, others[0], None)
    assert "Otto Pym was merged too since then" in stays(first)
    merge.undo(second)
    merge.undo(first)
    assert Player.objects.filter(name__startswith="Otto").count() == 2


def test_a_name_somebody_else_has_by_now_is_in_the_way(club: Club, otto: Player, twin: Player) -> None:
    row = merge.merge(twin, otto, None)
    taken = Player.objects.create(club=club, name="otto p.", nickname="Guest")
    assert "Another player is called Otto P. (guest) by now" in stays(row)
    taken.name = "Otto Quill"
    taken.save()
    merge.undo(row)


def test_after_the_names_are_gone_there_is_no_way_back(otto: Player, twin: Player) -> None:
    row = merge.merge(twin, otto, None)
    anonymise_player(otto)
    assert "is anonymised" in stays(row)


def test_a_page_that_shows_an_older_draw_is_out_of_date_after_a_merge(club: Club, otto: Player, twin: Player) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now())
    draw = NightDraw.objects.create(night=night, game="top-dog", tables=[[twin.pk]])
    row = merge.merge(twin, otto, None)
    draw.refresh_from_db()
    assert (draw.tables, draw.version) == ([[otto.pk]], 2)
    merge.undo(row)
    draw.refresh_from_db()
    assert (draw.tables, draw.version) == ([[twin.pk]], 3)
