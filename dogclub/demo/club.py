"""The Thursday Kennel: two past seasons, or ten years of a full house, and a table that is playing tonight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from clubs.members.membership import new_slug
from clubs.models import Club, Night, Role
from dogclub.demo.attendance import answer_next, write_down, write_tonight
from dogclub.demo.calendar import THURSDAY, Played, add_seasons, bark
from dogclub.demo.comments import add_comments
from dogclub.demo.evenings.bots import born
from dogclub.demo.evenings.evening import Evening, Happenings
from dogclub.demo.evenings.scorekeeper import Scorekeeper
from dogclub.demo.finale import play_finale
from dogclub.demo.knockout import play_knockout
from dogclub.demo.league import agree_on_points, for_two, hand_on_the_slipper, people_over_time, tag
from dogclub.demo.other_games import play_beside, play_late
from dogclub.demo.people import add_players
from dogclub.demo.sign_ins import add_accounts, remove_accounts
from dogclub.demo.state import DemoState
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
    """How large a club house. `tables` is fixed, or as many as whoever came fills."""

    players: int
    seasons: int
    nights: int
    tables: int | None = None
    has_other_games: bool = False
    has_league: bool = False


SMALL = Scale(players=14, seasons=2, nights=22, has_other_games=True, has_league=True)


def large(years: int) -> Scale:
    """Six tables of five on 48 nights a year: 288 matches and 5,760 hands."""
    return Scale(players=60, seasons=2 * years, nights=24, tables=6)


@transaction.atomic
def build(scale: Scale = SMALL, seed: int = SEED) -> Club:
    """All or nothing: a club house half built is nobody's."""
    chance = Random(seed)
    club = Club.objects.create(name=NAME, slug=new_slug(NAME), is_demo=True)
    players = add_players(club, scale.players, chance)
    bots = {player.pk: born(player.pk, chance) for player in players}
    house = DemoState(
        club, {player.pk: player for player in players}, bots, add_accounts(club, players), chance, Random(seed + 1)
    )
    now = timezone.now()
    past, current = add_seasons(club, timezone.localdate(now), past=scale.seasons, nights=scale.nights)
    league = Random(seed + 2)  # luck of its own, so that it does not change the evenings
    club.players.update(created_at=past[0].nights[0].starts_at)
    agree_on_points([*(played.season for played in past), current])
    with all_at_once(club):
        for played in past:
            _play_season(house, played, scale, league)
    finale = _play_league(house, past, league) if scale.has_league else None
    seated = [players[place].pk for place in TONIGHT]
    night = Night.objects.create(club=club, season=current, starts_at=now - timedelta(hours=1), place="The back room")
    match = _play_tonight(house, night, seated, now)
    if finale:
        add_comments(house, finale, match, now)
    if scale.has_other_games:
        play_beside(house, night, now)
    write_tonight(house, night, league)
    following = Night.objects.create(club=club, season=current, starts_at=_next(night), place="The back room")
    answer_next(house, following, now)
    return club


def _next(night: Night) -> datetime:
    """Next Thursday that is not tonight."""
    day = timezone.localdate(night.starts_at) + timedelta(days=1)
    return bark(day + timedelta(days=(THURSDAY - day.weekday()) % 7))


def _play_league(house: DemoState, past: Sequence[Played], league: Random) -> Night:
    """What a club that only plays does not have: people who come and go, the play-off, a trophy of its own, tags."""
    nights = [night for played in past for night in played.nights]
    people_over_time(house, nights[:2], league)
    season = past[-1].season
    finale = play_finale(house, season, bark(season.ends_on), league)
    play_knockout(house, for_two(), season, nights[-3].starts_at - timedelta(hours=4), league)
    hand_on_the_slipper(house, [nights[-9], nights[-4], finale], league)
    for night in (*nights[-3:], finale):
        tag(house, night, league)
    return finale


@transaction.atomic
def remove(club: Club) -> None:
    """The club, all it recorded, and the accounts that were made for it."""
    ledger.erase(club)
    remove_accounts()


def _play_season(house: DemoState, played: Played, scale: Scale, league: Random) -> None:
    for night in played.nights:
        for place, seated in enumerate(_tables(house, scale), start=1):
            _play_match(house, night, f"Table {place}", seated)
        if scale.has_other_games:
            play_late(house, night)
        write_down(house, night, league)


def _tables(house: DemoState, scale: Scale) -> Iterator[Sequence[int]]:
    """Who sits where tonight; whoever stays at home may still come late."""
    came = house.came = house.chance.sample([*house.players], _attendance(house, scale))
    house.absent = [player for player in house.players if player not in came]
    tables = scale.tables or (1 if len(came) <= 10 and house.chance.random() < 0.5 else 2)
    for place in range(tables):
        yield came[place * len(came) // tables : (place + 1) * len(came) // tables]


def _attendance(house: DemoState, scale: Scale) -> int:
    return scale.tables * 5 if scale.tables else house.chance.randint(8, scale.players - 1)


def _play_match(house: DemoState, night: Night, table: str, seated: Sequence[int]) -> None:
    bots = [house.bots[player] for player in seated]
    evening = Evening(bots, _options(house, seated), _happenings(house, len(seated)), house.chance).play()
    match = _start(house, night, table, seated, evening, night.starts_at)
    _write_down(house, match, evening)
    _remember(house, match, evening, seated)
    everybody = [*seated, *(line.sitter for line in evening.written if line.sitter)]
    house.last_winner = everybody[evening.sheet.winners[0]]


def _remember(house: DemoState, match: Match, evening: Evening, seated: Sequence[int]) -> None:
    """Who sat down late and who got up early, for the night’s own list."""
    for line in evening.written:
        when = match.started_at + timedelta(minutes=line.minute)
        if line.sitter:
            house.arrived[line.sitter] = when
        elif isinstance(line.entry, Leave):
            house.left[seated[line.entry.seat]] = when


def _play_tonight(house: DemoState, night: Night, seated: Sequence[int], now: datetime) -> Match:
    """Six hands are played, and the bids of the seventh are next."""
    bots = [house.bots[player] for player in seated]
    evening = Evening(bots, _options(house, seated), Happenings(hands=HANDS_SO_FAR), house.chance).play()
    minutes = evening.minute + 2
    match = _start(house, night, "Table 1", seated, evening, now - timedelta(minutes=minutes))
    scorekeeper = Scorekeeper(match, Author(house.staff[Role.SCOREKEEPER], "tablet 2"), house.chance)
    scorekeeper.write_and_correct(evening.written, Author(house.staff[Role.OWNER]))
    return match


def _options(house: DemoState, seated: Sequence[int]) -> Options:
    """The last winner deals first where present, else whoever got the first Jack (DD-06, DD-07)."""
    if house.last_winner in seated:
        return Options(first_dealer=seated.index(house.last_winner))
    return Options(first_dealer=house.chance.randrange(len(seated)), first_jack=True)


def _happenings(house: DemoState, seats: int) -> Happenings:
    chance = house.chance
    comes_late = seats < 9 and house.absent and chance.random() < 0.15
    late = {chance.randint(2, 5): house.bots[house.absent.pop()]} if comes_late else {}
    leaves = chance.randint(5, 8) if seats > 4 and chance.random() < 0.1 else None
    misdeal = chance.randint(1, 8) if chance.random() < 0.1 else None
    return Happenings(late, leaves, misdeal, turns_up=chance.random() < 0.3)


def _start(
    house: DemoState, night: Night, table: str, seated: Sequence[int], evening: Evening, started_at: datetime
) -> Match:
    players = [house.players[player] for player in seated]
    about = {"night": night, "season": night.season, "table": table, "started_at": started_at}
    scribe = house.staff[Role.SCOREKEEPER]
    return ledger.start(house.club, DIRTY_DOG.key, players, evening.options, created_by=scribe, **about)


def _write_down(house: DemoState, match: Match, evening: Evening) -> None:
    scorekeeper = Scorekeeper(match, Author(house.staff[Role.SCOREKEEPER], "tablet 2"), house.chance)
    fate = house.chance.random()
    if fate < 0.08:
        scorekeeper.write_and_correct(evening.written, Author(house.staff[Role.ORGANISER]))
    elif fate < 0.15:
        scorekeeper.write_and_undo(evening.written)
    else:
        scorekeeper.write(evening.written)
