"""The demo club's league: points for standings, a hand-given trophy, tags, and players who come and go."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from clubs.models import Night, Player, Role, Season
from clubs.players.anonymise import anonymise_player
from dogclub.demo.attendance import invite
from dogclub.demo.evenings.evening import Written
from dogclub.demo.evenings.scorekeeper import Scorekeeper
from dogclub.demo.state import DemoState
from games import ledger
from games.base.table_game import TableGame
from games.entries.drafts import Author
from games.models import Match, Tag
from games.registry import TABLE_GAMES, table_game
from leagues.models import Award, Trophy
from leagues.players.merge import merge
from scoring.dirty_dog import DIRTY_DOG
from scoring.standings import Scheme, scheme_to_json

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
