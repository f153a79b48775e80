"""The demo club's play-off: twelve players in two groups, a tie at the cut, two final tables, one crossover."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from clubs.models import Night, Role, Season
from dogclub.demo.bots import Evening, Happenings, Scorekeeper, Written
from dogclub.demo.league import DemoState, write_down
from games.base.table_game import TableGame
from games.entries.drafts import Author
from games.entries.match_state import is_final, load
from games.models import Match
from leagues import tournaments
from leagues.models import CutPull, Playoff
from leagues.playoffs import deal, finals, pairings
from scoring.base import RuleError
from scoring.competition.playoffs import cut
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.sheet import DirtyDogSheet

ADVANCE = 3
TRIES = 60  # matches dealt at most, until one has the wanted result
BREAK = timedelta(minutes=20)
CARDS = ("KH", "9S", "4D", "2C", "AS", "JD")
Wanted = Callable[[DirtyDogSheet], bool]


def play_finale(demo: DemoState, season: Season, starts_at: datetime, rng: Random) -> Night:
    """Play the play-off; return its night. Twelve players come, one of them after group B has begun."""
    night = Night.objects.create(
        club=demo.club, season=season, starts_at=starts_at, place="The back room", name=f"{season.name} play-off"
    )
    came = rng.sample([*demo.players], 12)
    demo.came, demo.absent = came[:11], [player for player in demo.players if player not in came]
    groups, late = (came[:6], came[6:11]), came[11]
    players = [[demo.players[player] for player in group] for group in groups]
    playoff = deal.begin(
        demo.club, night, DIRTY_DOG.key, players, ADVANCE, Options(max_cards=6), demo.staff[Role.ORGANISER]
    )
    Playoff.objects.filter(pk=playoff.pk).update(started_at=starts_at)
    tables = [each for fixture in playoff.fixtures.order_by("number") if (each := fixture.match)]
    _play(demo, _at(tables[0], night, starts_at), groups[0], rng, _is_level)
    _play(demo, _at(tables[1], night, starts_at), groups[1], rng, _is_clear, late)
    _pull(demo, playoff, tables[0])
    _finals(demo, playoff, night, rng)
    write_down(demo, night, rng)
    return night


def _at(match: Match, night: Night, when: datetime) -> Match:
    """Move a match from today to this night."""
    match.started_at, match.season = when, night.season
    match.save(update_fields=["started_at", "season"])
    return match


def _play(
    demo: DemoState, match: Match, seated: Sequence[int], rng: Random, wanted: Wanted, late: int | None = None
) -> DirtyDogSheet:
    happenings = Happenings({3: demo.bots[late]} if late else {})
    evening = _evening(demo, match, seated, happenings, rng, wanted)
    if late:
        minute = next(line.minute for line in evening.written if line.sitter)
        demo.arrived[late] = match.started_at + timedelta(minutes=minute)
    Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 2"), rng).write(evening.written)
    return evening.sheet


def _evening(
    demo: DemoState, match: Match, seated: Sequence[int], happenings: Happenings, rng: Random, wanted: Wanted
) -> Evening:
    """Return a match played with the `wanted` result; after TRIES, the last one whatever its result."""
    bots, options = [demo.bots[player] for player in seated], load(match).options
    for _ in range(TRIES):
        evening = Evening(bots, options, happenings, rng).play()
        if wanted(evening.sheet):
            break
    return evening


def _totals(sheet: DirtyDogSheet) -> dict[int, int]:
    return {seat: sheet.totals[seat] for seat in sheet.active_seats}


def _is_level(sheet: DirtyDogSheet) -> bool:
    """Whether two players are tied at the cut, so that cards are pulled."""
    return len(cut(_totals(sheet), ADVANCE).level) == 2


def _is_clear(sheet: DirtyDogSheet) -> bool:
    """Whether nobody is tied at the cut."""
    return not cut(_totals(sheet), ADVANCE).level


def _pull(demo: DemoState, playoff: Playoff, match: Match) -> None:
    """Record a card pull of the tied players; the lowest card drops out (DD-50)."""
    state = load(match)
    level = cut(_totals(state.sheet_as(DirtyDogSheet)), ADVANCE).level
    if not level:
        return
    cards = {str(state.seats[seat].player_id): card for seat, card in zip(level, CARDS, strict=False)}
    by, when = demo.staff[Role.SCOREKEEPER], _ended(match) + timedelta(minutes=5)
    CutPull.objects.create(playoff=playoff, group=1, cards=cards, recorded_by=by, recorded_at=when)


def _ended(match: Match) -> datetime:
    match.refresh_from_db()
    assert match.finished_at is not None
    return match.finished_at


def _finals(demo: DemoState, playoff: Playoff, night: Night, rng: Random) -> None:
    """Play both final tables; the overall loser is at the winners' table if such a match was dealt (DD-49)."""
    groups = [fixture.match for fixture in playoff.fixtures.all() if fixture.match]
    begins = max(_ended(match) for match in groups) + BREAK
    winners, losers = finals.deal_finals(playoff.pk, {}, demo.staff[Role.ORGANISER])
    down = _play(demo, _at(losers, night, begins), _players(losers), rng, _anything)
    low = min(_totals(down).values())
    up = _play(demo, _at(winners, night, begins), _players(winners), rng, lambda sheet: _crosses(sheet, low))
    demo.last_winner = _players(winners)[up.winners[0]]


def _players(match: Match) -> list[int]:
    return [*match.seats.order_by("position").values_list("player", flat=True)]


def _anything(_sheet: Any) -> bool:
    return True


def _crosses(sheet: DirtyDogSheet, low: int) -> bool:
    """Whether the lowest total at the winners' table is below `low`, the lowest at the other table."""
    return min(_totals(sheet).values()) < low


# The demo club's knock-out: four players, two at a table, two rounds.


PLAYERS = 4
EACH = timedelta(minutes=45)


def play_knockout(demo: DemoState, game: TableGame, season: Season, starts_at: datetime, rng: Random) -> Playoff:
    """Play a knock-out from `starts_at` on, 45 minutes a match."""
    players = [demo.players[player] for player in rng.sample([*demo.players], PLAYERS)]
    by = demo.staff[Role.ORGANISER]
    playoff = tournaments.set_up(demo.club, Playoff.Kind.KNOCKOUT, game.key, players, by)
    Playoff.objects.filter(pk=playoff.pk).update(started_at=starts_at)
    while pairing := next((each for each in pairings.read(playoff).pairings if _is_next(each)), None):
        match = tournaments.play(playoff.pk, pairing.round, pairing.number, by)
        match.started_at, match.season = starts_at, season
        match.save(update_fields=["started_at", "season"])
        _write(demo, game, match, rng)
        starts_at += EACH
    return playoff


def _is_next(pairing: pairings.Pairing) -> bool:
    return pairing.is_ready and pairing.winner is None


def _fitting(match: Match, lines: Sequence[tuple[float, Any]]) -> list[Written]:
    """Return the lines up to the end of the match by knock-out rules; empty if the bots' options do not fit, or the
    match does not end.
    """
    state, written = load(match), list[Written]()
    sheet = state.sheet
    for minute, entry in lines:
        try:
            sheet = state.engine.play(sheet, entry)
        except RuleError:
            return []
        written.append(Written(entry, minute))
        if is_final(sheet):
            return written
    return []


def _write(demo: DemoState, game: TableGame, match: Match, rng: Random) -> None:
    lines: list[Written] = []
    while not lines:
        lines = _fitting(match, game.demo_match(2, rng).lines)
    Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 3"), rng).write(lines)
