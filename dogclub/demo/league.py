"""The demo club's league: dates of half a year counted back from today, points for standings, a hand-given trophy,
tags, and players who come and go.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import NamedTuple

from django.utils import timezone

from clubs.models import Attendance, Club, Membership, Night, NightAnswer, Player, Role, Season, User
from clubs.players.anonymise import anonymise_player
from dogclub.demo.bots import Bot, Scorekeeper, Written
from dogclub.demo.people import DOMAIN
from games import ledger
from games.base.table_game import DemoMatch, TableGame
from games.entries.drafts import Author
from games.models import Comment, Match, Tag
from games.registry import TABLE_GAMES, table_game
from leagues.models import Award, Trophy
from leagues.players.merge import merge
from scoring.dirty_dog import DIRTY_DOG
from scoring.standings import Scheme, scheme_to_json

WEEKS = 26
LENGTH = timedelta(weeks=WEEKS)
THURSDAY = 3
QUARTERS = ("Winter", "Spring", "Summer", "Autumn")


class Played(NamedTuple):
    """A past season with its nights."""

    season: Season
    nights: list[Night]


def add_seasons(club: Club, today: date, *, past: int, nights: int) -> tuple[list[Played], Season]:
    """Create seasons; return the past ones, oldest first, with their nights, and the current one."""
    starts = [today - timedelta(days=3) - LENGTH * back for back in range(past, -1, -1)]
    seasons = Season.objects.bulk_create(
        Season(club=club, name=season_name(start), starts_on=start, ends_on=start + LENGTH - timedelta(days=1))
        for start in starts
    )
    return [Played(season, add_nights(season, nights)) for season in seasons[:-1]], seasons[-1]


def add_nights(season: Season, count: int) -> list[Night]:
    """Create `count` nights spread over the season."""
    first = season.starts_on + timedelta(days=(THURSDAY - season.starts_on.weekday()) % 7)
    played = [first + timedelta(weeks=(place + 1) * WEEKS // count - 1) for place in range(count)]
    return Night.objects.bulk_create(
        Night(club_id=season.club_id, season=season, starts_at=start_of_night(day), place="The back room")
        for day in played
    )


def season_name(start: date) -> str:
    """Return a season's name by the quarter it begins in; a winter is named after its January.

    >>> season_name(date(2025, 12, 3)), season_name(date(2026, 6, 3))
    ('Winter 2026', 'Summer 2026')
    """
    return f"{QUARTERS[start.month % 12 // 3]} {start.year + start.month // 12}"


def start_of_night(day: date) -> datetime:
    """Return the start of a night on this day: 19:30 by the club's clock."""
    return timezone.make_aware(datetime.combine(day, time(19, 30)))


# The state of the demo club while its matches are generated.


@dataclass
class DemoState:
    """The club between two matches: the last winner deals first (DD-06). Keys are players' primary keys."""

    club: Club
    players: dict[int, Player]
    bots: dict[int, Bot]
    staff: dict[Role, User]
    rng: Random
    other_rng: Random  # generator for the other games, so that they do not change Dirty Dog matches
    last_winner: int | None = None
    came: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    arrived: dict[int, datetime] = field(
        default_factory=dict
    )  # late arrivals of the current night; `left`: early departures
    left: dict[int, datetime] = field(default_factory=dict)


# Attendance at the demo club's nights: who came, when, who left early, and who has answered for the next night.


EARLY = 25  # minutes before the start in which most arrive
State = Attendance.State
Answer = NightAnswer.Answer


def write_down(demo: DemoState, night: Night, rng: Random) -> None:
    """Write the night's attendance in place of that made by the matches, whose times are today's, not the night's."""
    late, left = dict(demo.arrived), dict(demo.left)
    rows = [
        Attendance(
            night=night,
            player_id=player,
            state=State.LEFT if player in left else State.HERE,
            arrived_at=late.get(player) or night.starts_at - timedelta(minutes=rng.randint(1, EARLY)),
            left_at=left.get(player),
        )
        for player in dict.fromkeys([*demo.came, *late])
    ]
    rows += [Attendance(night=night, player_id=player, state=State.AWAY) for player in demo.absent[:2]]
    night.attendances.all().delete()
    Attendance.objects.bulk_create(rows)
    demo.arrived.clear()
    demo.left.clear()


def write_tonight(demo: DemoState, night: Night, rng: Random) -> None:
    """Write attendance at the start of a night: the seated are here, one is late, the others are away."""
    seated = set(Player.objects.filter(seats__match__night=night).values_list("pk", flat=True))
    others = [player for player in demo.players if player not in seated]
    came = [night.starts_at - timedelta(minutes=rng.randint(1, EARLY)) for _ in seated]
    rows = [Attendance(night=night, player_id=pk, arrived_at=at) for pk, at in zip(sorted(seated), came, strict=True)]
    soon = night.starts_at + timedelta(minutes=75)
    rows += [Attendance(night=night, player_id=pk, state=State.LATE, expected_at=soon) for pk in others[:1]]
    rows += [Attendance(night=night, player_id=pk, state=State.AWAY) for pk in others[1:]]
    Attendance.objects.bulk_create(rows)


def invite(night: Night, guest: Player, host: int) -> None:
    """Write that a guest is here, invited by the player `host`."""
    Attendance.objects.create(night=night, player=guest, host_id=host, arrived_at=night.starts_at)


def answer_next(demo: DemoState, night: Night, now: datetime) -> None:
    """Write answers to the next night: half say yes, one of them with a guest; members with an account have not
    answered, so that they can.
    """
    with_account = Membership.objects.filter(club=demo.club).values_list("player_id", flat=True)
    others = sorted({*demo.players} - {*with_account})
    half = len(others) // 2
    said = [Answer.YES] * half + [Answer.MAYBE, Answer.NO]
    rows = [
        NightAnswer(night=night, player_id=pk, answer=each, answered_at=now)
        for pk, each in zip(others, said, strict=False)
    ]
    for number, row in enumerate(rows[:half], 1):
        row.number = number
    for row in rows[1:2]:
        row.guests, row.note = "Hal", "from 20:15"
    NightAnswer.objects.bulk_create(rows)


# Points for standings, a hand-given trophy, tags, and players who come and go.


SLIPPER = "Chewed Slipper"
REASONS = (
    "Brought the good biscuits.",
    "Said “one more hand” at half past eleven, and meant it.",
    "Remembered The Rule before anybody had to say it.",
)
SCHEME = Scheme(way="places", best=12, minimum=5)


def agree_on_points(seasons: Iterable[Season]) -> None:
    """Set the seasons' scheme: places count in Dirty Dog, the best twelve matches; other games keep the default."""
    for season in seasons:
        season.schemes = {DIRTY_DOG.key: scheme_to_json(SCHEME)}
        season.save(update_fields=["schemes"])


def pass_on_slipper(demo: DemoState, nights: Iterable[Night], rng: Random) -> None:
    """Add a trophy that no game decides: its holder gives it to the next one, with a reason."""
    about = "For something nobody keeps score of. Whoever has it hands it on."
    trophy = Trophy.objects.create(club=demo.club, name=SLIPPER, rule=Trophy.Rule.HAND, about=about)
    for night, reason in zip(nights, REASONS, strict=False):
        player = rng.choice(night.attendances.filter(arrived_at__isnull=False).values_list("player", flat=True))
        when, by = night.starts_at + timedelta(hours=3, minutes=30), demo.staff[Role.ORGANISER]
        Award.objects.create(trophy=trophy, player_id=player, night=night, awarded_at=when, given_by=by, reason=reason)


def tag(demo: DemoState, night: Night, rng: Random) -> None:
    """Tag call-outs that only the table could see, on two rounds of each match of a night."""
    by = demo.staff[Role.SCOREKEEPER]
    for match in night.matches.filter(game=DIRTY_DOG.key).order_by("started_at", "table"):
        players = [*match.seats.order_by("position").values_list("player", flat=True)]
        for term in rng.sample(sorted(table_game(match.game).record_categories.tags), 2):
            number = rng.randint(1, max(match.rounds, 1))
            when = match.started_at + timedelta(minutes=5 * number)
            who = rng.choice(players)
            Tag.objects.create(match=match, round=number, term=term, player_id=who, tagged_by=by, tagged_at=when)


def people_over_time(demo: DemoState, nights: list[Night], rng: Random) -> None:
    """Add a player who was entered twice and merged, one who left with the name removed, and a guest."""
    sam = next(player for player in demo.players.values() if player.name == "Sam Kettle")
    double, gone, guest = Player.objects.bulk_create(
        Player(club=demo.club, name=name, is_guest=is_guest, created_at=nights[0].starts_at)
        for name, is_guest in (("Sam Kettel", False), ("Rollo Vane", False), ("Nell Brandt", True))
    )
    duel = for_two()
    _duel(demo, duel, nights[0], [double, gone], rng)
    _duel(demo, duel, nights[1], [guest, gone], rng)
    invite(nights[1], guest, next(iter(demo.players)))
    merge(double, sam, demo.staff[Role.ORGANISER])
    anonymise_player(gone)


def for_two() -> TableGame:
    """Return the game that is always played by two."""
    return next(each for each in TABLE_GAMES if each.has_bots and each.engine.seats == (2, 2))


def _duel(demo: DemoState, game: TableGame, night: Night, players: list[Player], rng: Random) -> Match:
    evening = game.demo_match(2, rng)
    match = ledger.start(
        demo.club,
        game.key,
        players,
        evening.options,
        created_by=demo.staff[Role.SCOREKEEPER],
        night=night,
        season=night.season,
        table="3",
        started_at=night.starts_at + timedelta(minutes=10),
    )
    lines = [Written(entry, minute) for minute, entry in evening.lines]
    Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], "tablet 3"), rng).write(lines)
    return match


# The demo club's other games: a match after Dirty Dog on most nights, and the other tables of tonight.


OTHERS: Sequence[TableGame] = [game for game in TABLE_GAMES if game.has_bots]
LATE = timedelta(hours=2, minutes=40)  # after the start of the night, when the first tables are done
OFTEN = 0.7
SEATED_BY_TABLE = 5  # players of tonight's first table


def play_late(demo: DemoState, night: Night) -> None:
    """Play one match of another game on most nights, with some of the players who came."""
    rng = demo.other_rng
    enough = [game for game in OTHERS if game.engine.seats[0] <= len(demo.came)]
    if not enough:
        return
    game = rng.choice(enough)
    least, most = game.engine.seats
    if rng.random() > OFTEN:
        return
    seated = rng.sample(demo.came, rng.randint(least, min(most, len(demo.came))))
    played = _demo_match(demo, game, len(seated))
    match = _start(demo, game, night, "1", seated, played, night.starts_at + LATE)
    scorekeeper, lines = _scorekeeper(demo, match), _lines(played)
    if rng.random() < 0.1:
        scorekeeper.write_and_repeat(lines)
    else:
        scorekeeper.write(lines)


def play_half(demo: DemoState, night: Night, now: datetime) -> None:
    """Start tonight's other tables, each half through its match, as far as there are players."""
    free = [*demo.players][SEATED_BY_TABLE:]
    for place, game in enumerate(OTHERS, start=2):
        least, most = game.engine.seats
        seats = min(max(least, 3), most)
        if len(free) < seats:
            return
        seated, free = free[:seats], free[seats:]
        played = _demo_match(demo, game, seats)
        lines = _lines(played)[: max(len(played.lines) // 2, 1)]
        began = now - timedelta(minutes=lines[-1].minute + 1)
        _scorekeeper(demo, _start(demo, game, night, str(place), seated, played, began)).write(lines)


def _demo_match(demo: DemoState, game: TableGame, seats: int) -> DemoMatch:
    return game.demo_match(seats, demo.other_rng)


def _lines(played: DemoMatch) -> list[Written]:
    return [Written(entry, minute) for minute, entry in played.lines]


def _start(
    demo: DemoState,
    game: TableGame,
    night: Night,
    table: str,
    seated: Sequence[int],
    played: DemoMatch,
    started_at: datetime,
) -> Match:
    players = [demo.players[player] for player in seated]
    about = {"night": night, "season": night.season, "table": table, "started_at": started_at}
    return ledger.start(demo.club, game.key, players, played.options, created_by=demo.staff[Role.SCOREKEEPER], **about)


def _scorekeeper(demo: DemoState, match: Match) -> Scorekeeper:
    return Scorekeeper(match, Author(demo.staff[Role.SCOREKEEPER], f"tablet {match.table[-1:]}"), demo.other_rng)


# Comments of the demo club's members on the last play-off and on the match in progress.


def add_comments(demo: DemoState, finale: Night, tonight: Match, now: datetime) -> None:
    """Turn comments on, and add some from the morning after the play-off and during tonight's match."""
    demo.club.has_comments = True
    demo.club.save(update_fields=["has_comments"])
    playoff = finale.playoffs.select_related("winner", "loser").get()
    bea = next(iter(demo.players.values()))
    sitting = [seat.player for seat in tonight.seats.select_related("player").order_by("position")]
    cone, morning = table_game(playoff.game).trophies[1], finale.starts_at + timedelta(hours=14)
    said = [
        (playoff.loser, f"The {cone} suits me. I can hear myself think in it.", morning),
        (bea, f"Photos of both final tables: https://{DOMAIN}/play-off. Who is that behind the biscuits?", morning),
        (playoff.winner, "Thank you all for the tricks. I will try to deserve them.", morning),
    ]
    rows = [
        Comment(night=finale, player=player, text=text, written_at=when + timedelta(minutes=20 * at))
        for at, (player, text, when) in enumerate(said)
    ]
    rows[1].edited_at = rows[1].written_at + timedelta(minutes=5)
    talk = ("Somebody is leading and does not want to talk about it.", "We can all read this at the table, you know.")
    rows += [
        Comment(match=tonight, player=player, text=text, written_at=now - timedelta(minutes=6 - 2 * at))
        for at, (player, text) in enumerate(zip(sitting, talk, strict=False))
    ]
    Comment.objects.bulk_create(rows)
