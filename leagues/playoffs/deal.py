"""Beginning a play-off and dealing its tables: groups first, then two final tables that start from zero (DD-45 to
DD-48).
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Night, Player, Season, User
from clubs.models.calendar import club_day
from games import ledger
from games.base.groups import FirstDeal, Stakes
from games.base.table_game import TableGame
from games.models import Match
from games.registry import table_game
from leagues.models import Fixture, Playoff
from leagues.trophies.holders import last_winner
from scoring.base import Malformed
from scoring.competition.playoffs import check_groups, letter
from scoring.messages import Message
from scoring.records import options_from_json, options_to_json

STAKES: dict[str, Stakes] = {"group": "nothing", "winners": "both", "losers": "bottom"}
NAMES = {"winners": "Winners’ table", "losers": "Losers’ table"}


@transaction.atomic
def begin(
    club: Club,
    night: Night | None,
    game: str,
    groups: Sequence[Sequence[Player]],
    advance: int,
    options: Any = None,
    by: User | None = None,
    *,
    dealers: Sequence[Player | None] = (),
    for_trophy: bool = True,
    bottom: int | None = None,
) -> Playoff:
    """Create a play-off and deal its groups: each becomes a match, with its players in seat order, that is not for a
    trophy by itself.

    `options` are the game's own (None: its defaults), shared by all tables, which play the same number of hands.
    `dealers` are the first dealers by group; where one is missing, the last winner deals if seated there, otherwise
    seat 0. `bottom` of each group play for the loser trophy, and those between sit out (DD-47).

    Raises RuleError with a `field` ("groups", "advance", "bottom" or one of the options); then nothing is written.
    """
    this_game = table_game(game)
    agreed = this_game.engine.options() if options is None else options
    _check(this_game, groups, advance, agreed, bottom)
    agreed = this_game.playoff_options.agreed(agreed, [len(group) for group in groups])
    playoff = Playoff.objects.create(
        club=club,
        night=night,
        kind=Playoff.Kind.GROUPS,
        game=game,
        advance=advance,
        bottom=bottom,
        options=options_to_json(agreed),
        for_trophy=for_trophy,
        created_by=by,
    )
    first = [*dealers, *[None] * (len(groups) - len(dealers))]
    tables = [("group", number, players) for number, players in enumerate(groups, 1)]
    deal(playoff, tables, first, by)
    return playoff


def deal(
    playoff: Playoff,
    tables: Sequence[tuple[str, int, Sequence[Player]]],
    dealers: Sequence[Player | None],
    by: User | None,
    together: Sequence[int] = (),
    *,
    by_jack: bool = True,
) -> list[Match]:
    """Start the tables of one stage and return their matches. `tables` are (stage, number, players in seat order);
    `together` are the sizes of all tables of the stage, if these are not all.

    A dealer who is not the last winner got the first Jack, unless `by_jack` is False (DD-06).
    """
    sizes = together or [len(players) for _, _, players in tables]
    holder = last_winner(playoff.club_id, playoff.game)
    return [
        _dealt(
            playoff,
            (stage, number, players),
            FirstDeal(_seat(players, dealer or holder), by_jack and dealer in players and dealer != holder),
            sizes,
            by,
        )
        for (stage, number, players), dealer in zip(tables, dealers, strict=True)
    ]


def _dealt(
    playoff: Playoff,
    table: tuple[str, int, Sequence[Player]],
    first: FirstDeal,
    sizes: Sequence[int],
    by: User | None,
) -> Match:
    stage, number, players = table
    this_game = table_game(playoff.game)
    agreed = options_from_json(this_game.engine, playoff.options)
    options = this_game.playoff_options.table(agreed, sizes, first, STAKES[stage])
    match = ledger.start(
        playoff.club,
        playoff.game,
        players,
        options,
        night=playoff.night,
        season=season_of(playoff.club, club_day()),
        table=NAMES.get(stage, f"Group {letter(number)}"),
        for_trophy=False,
        created_by=by,
    )
    seated = {"players": [player.pk for player in players], "match": match}
    Fixture.objects.update_or_create(playoff=playoff, stage=stage, number=number, round=1, defaults=seated)
    return match


def season_of(club: Club, day: date) -> Season | None:
    """Return the club's season that includes the day, or None."""
    return club.seasons.filter(starts_on__lte=day, ends_on__gte=day).first()


def _seat(players: Sequence[Player], dealer: Player | None) -> int:
    return next((place for place, player in enumerate(players) if player == dealer), 0)


def _check(game: TableGame, groups: Sequence[Sequence[Player]], advance: int, options: Any, bottom: int | None) -> None:
    seats, staging = game.engine.seats, game.playoff_options
    final = (seats[0], staging.most(options) or seats[1])
    check_groups([len(group) for group in groups], advance, seats, final, bottom)
    seen: dict[int, int] = {}
    for number, group in enumerate(groups, 1):
        for player in group:
            if player.pk in seen:
                message = Message(
                    "{player} sits in group {letter} and in group {other}. Seat everybody once.",
                    player=player.label,
                    letter=letter(seen[player.pk]),
                    other=letter(number),
                )
                raise Malformed("duplicate-player", message, field="groups")
            seen[player.pk] = number


# What was dealt by the result of a match, so that the match cannot be removed.


def holds(match: Match) -> str:
    """Return why the match cannot be removed, as a sentence; "" if it can be, as its table can be dealt again.

    A table of a group cannot be dealt again, and a final or a next round was dealt by the result of an earlier table.
    """
    fixture = Fixture.objects.filter(match=match.pk).select_related("playoff").first()
    if fixture is None or fixture.playoff.called_off_at:
        return ""
    if fixture.stage == Fixture.Stage.GROUP:
        return _("It is a group of a play-off, which cannot be dealt again. Call the play-off off first.")
    next_table = Fixture.objects.filter(
        playoff=fixture.playoff_id,
        stage=Fixture.Stage.ROUND,
        round=fixture.round + 1,
        number=(fixture.number + 1) // 2,
        match__isnull=False,
        match__abandoned_at=None,
    )
    if fixture.playoff.kind == Playoff.Kind.KNOCKOUT and next_table.exists():
        return _("The next round was dealt by its result, and has begun. Remove that match first.")
    return ""
