"""The demo club, the Thursday Kennel: two past seasons, or ten years of many players, and a match in progress."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from clubs.access import Access, club_view
from clubs.members.membership import new_slug
from clubs.models import Club, Night, Role
from dogclub.demo.bots import Evening, Happenings, Scorekeeper, random_bot
from dogclub.demo.finale import play_finale, play_knockout
from dogclub.demo.league import (
    THURSDAY,
    DemoState,
    Played,
    add_comments,
    add_seasons,
    agree_on_points,
    answer_next,
    for_two,
    pass_on_slipper,
    people_over_time,
    play_half,
    play_late,
    start_of_night,
    tag,
    write_down,
    write_tonight,
)
from dogclub.demo.people import add_accounts, add_players, remove_accounts
from games import ledger
from games.consequences.follow import all_at_once
from games.entries.drafts import Author
from games.models import Match
from scoring.dirty_dog import DIRTY_DOG, Leave, Options

NAME = "Thursday Kennel"
SEED = 76
TONIGHT = (0, 1, 2, 3, 4)
HANDS_SO_FAR = 6


@dataclass(frozen=True)
class Scale:
    """The size of the club. `nights` is per season; `tables` is per night, or None for one or two by attendance."""

    players: int
    seasons: int
    nights: int
    tables: int | None = None
    has_other_games: bool = False
    has_league: bool = False


SMALL = Scale(players=14, seasons=2, nights=22, has_other_games=True, has_league=True)


def large(years: int) -> Scale:
    """Return the scale of a club with six tables of five on 48 nights a year: 288 matches and 5,760 hands a year."""
    return Scale(players=60, seasons=2 * years, nights=24, tables=6)


@transaction.atomic
def build(scale: Scale = SMALL, seed: int = SEED) -> Club:
    """Create the club in one transaction. The same seed gives the same players and matches."""
    rng = Random(seed)
    club = Club.objects.create(name=NAME, slug=new_slug(NAME), is_demo=True)
    players = add_players(club, scale.players, rng)
    bots = {player.pk: random_bot(player.pk, rng) for player in players}
    demo = DemoState(
        club, {player.pk: player for player in players}, bots, add_accounts(club, players), rng, Random(seed + 1)
    )
    now = timezone.now()
    past, current = add_seasons(club, timezone.localdate(now), past=scale.seasons, nights=scale.nights)
    league = Random(seed + 2)  # a generator of its own, so that it does not change the matches
    club.players.update(created_at=past[0].nights[0].starts_at)
    agree_on_points([*(played.season for played in past), current])
    with all_at_once(club):
        for played in past:
            _play_season(demo, played, scale, league)
    finale = _play_league(demo, past, league) if scale.has_league else None
    seated = [players[place].pk for place in TONIGHT]
    night = Night.objects.create(club=club, season=current, starts_at=now - timedelta(hours=1), place="The back room")
    match = _play_tonight(demo, night, seated, now)
    if finale:
        add_comments(demo, finale, match, now)
    if scale.has_other_games:
        play_half(demo, night, now)
    write_tonight(demo, night, league)
    following = Night.objects.create(club=club, season=current, starts_at=_next(night), place="The back room")
    answer_next(demo, following, now)
    return club


def _next(night: Night) -> datetime:
    """Return the start of the first Thursday after this night."""
    day = timezone.localdate(night.starts_at) + timedelta(days=1)
    return start_of_night(day + timedelta(days=(THURSDAY - day.weekday()) % 7))


def _play_league(demo: DemoState, past: Sequence[Played], league: Random) -> Night:
    """Add the parts that need nights in the past: players who come and go, a play-off, a knock-out, a hand-given
    trophy, tags. Return the play-off's night.
    """
    nights = [night for played in past for night in played.nights]
    people_over_time(demo, nights[:2], league)
    season = past[-1].season
    finale = play_finale(demo, season, start_of_night(season.ends_on), league)
    play_knockout(demo, for_two(), season, nights[-3].starts_at - timedelta(hours=4), league)
    pass_on_slipper(demo, [nights[-9], nights[-4], finale], league)
    for night in (*nights[-3:], finale):
        tag(demo, night, league)
    return finale


@transaction.atomic
def remove(club: Club) -> None:
    """Delete the club, its records, and the accounts that were made for it."""
    ledger.erase(club)
    remove_accounts()


def _play_season(demo: DemoState, played: Played, scale: Scale, league: Random) -> None:
    for night in played.nights:
        for place, seated in enumerate(_tables(demo, scale), start=1):
            _play_match(demo, night, str(place), seated)
        if scale.has_other_games:
            play_late(demo, night)
        write_down(demo, night, league)


def _tables(demo: DemoState, scale: Scale) -> Iterator[Sequence[int]]:
    """Choose who attends; yield the players of each table. Those who are absent may still arrive late."""
    came = demo.came = demo.rng.sample([*demo.players], _attendance(demo, scale))
    demo.absent = [player for player in demo.players if player not in came]
    tables = scale.tables or (1 if len(came) <= 10 and demo.rng.random() < 0.5 else 2)
    for place in range(tables):
        yield came[place * len(came) // tables : (place + 1) * len(came) // tables]


def _attendance(demo: DemoState, scale: Scale) -> int:
    return scale.tables * 5 if scale.tables else demo.rng.randint(8, scale.players - 1)


def _play_match(demo: DemoState, night: Night, table: str, seated: Sequence[int]) -> None:
    bots = [demo.bots[player] for player in seated]
    evening = Evening(bots, _options(demo, seated), _happenings(demo, len(seated)), demo.rng).play()
    match = _start(demo, night, table, seated, evening, night.starts_at)
    _write_down(demo, match, evening)
    _remember(demo, match, evening, seated)
    everybody = [*seated, *(line.sitter for line in evening.written if line.sitter)]
    demo.last_winner = everybody[evening.sheet.winners[0]]


def _remember(demo: DemoState, match: Match, evening: Evening, seated: Sequence[int]) -> None:
    """Store late arrivals and early departures of a match, for the attendance of the night."""
    for line in evening.written:
        when = match.started_at + timedelta(minutes=line.minute)
        if line.sitter:
            demo.arrived[line.sitter] = when
        elif isinstance(line.entry, Leave):
            demo.left[seated[line.entry.seat]] = when


def _play_tonight(demo: DemoState, night: Night, seated: Sequence[int], now: datetime) -> Match:
    """Start a match with six hands played; the bids of the seventh are next."""
    bots = [demo.bots[player] for player in seated]
    evening = Evening(bots, _options(demo, seated), Happenings(hands=HANDS_SO_FAR), demo.rng).play()
    minutes = evening.minute + 2
    match = _start(demo, night, "1", seated, evening, now - timedelta(minutes=minutes))
    scorekeeper = Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 2"), demo.rng)
    scorekeeper.write_and_correct(evening.written, Author(demo.staff[Role.OWNER]))
    return match


def _options(demo: DemoState, seated: Sequence[int]) -> Options:
    """Return options in which the last winner deals first if present, else whoever got the first Jack (DD-06,
    DD-07).
    """
    if demo.last_winner in seated:
        return Options(first_dealer=seated.index(demo.last_winner))
    return Options(first_dealer=demo.rng.randrange(len(seated)), first_jack=True)


def _happenings(demo: DemoState, seats: int) -> Happenings:
    rng = demo.rng
    comes_late = seats < 9 and demo.absent and rng.random() < 0.15
    late = {rng.randint(2, 5): demo.bots[demo.absent.pop()]} if comes_late else {}
    leaves = rng.randint(5, 8) if seats > 4 and rng.random() < 0.1 else None
    misdeal = rng.randint(1, 8) if rng.random() < 0.1 else None
    return Happenings(late, leaves, misdeal, turns_up=rng.random() < 0.3)


def _start(
    demo: DemoState, night: Night, table: str, seated: Sequence[int], evening: Evening, started_at: datetime
) -> Match:
    players = [demo.players[player] for player in seated]
    about = {"night": night, "season": night.season, "table": table, "started_at": started_at}
    scribe = demo.staff[Role.SCOREKEEPER]
    return ledger.start(demo.club, DIRTY_DOG.key, players, evening.options, created_by=scribe, **about)


def _write_down(demo: DemoState, match: Match, evening: Evening) -> None:
    scorekeeper = Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 2"), demo.rng)
    fate = demo.rng.random()
    if fate < 0.08:
        scorekeeper.write_and_correct(evening.written, Author(demo.staff[Role.ORGANISER]))
    elif fate < 0.15:
        scorekeeper.write_and_undo(evening.written)
    else:
        scorekeeper.write(evening.written)


# The view that removes the demo club with its accounts.


@require_POST
@club_view(Role.OWNER)
def demo_remove(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    if not club.is_demo:
        raise Http404
    remove(club)
    messages.success(request, "The demo club is removed. The box is yours.")
    return redirect("front")
