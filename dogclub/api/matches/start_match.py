"""Starts a match like the page does; idempotent by the id that the client chooses."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext, gettext_lazy

from clubs.access import Access
from clubs.calendar.nights import Refused, arrive, check_open, season_of, tonight
from clubs.club_day import club_day
from clubs.models import Club, Night, Player
from clubs.names import is_printable, tidy_name
from dogclub.api.http.messages import NewMatch
from dogclub.api.http.problems import Problem
from games import ledger
from games.models import Match
from scoring import ENGINES
from scoring.base import RuleError
from scoring.records import from_record, options_to_json

OTHER = gettext_lazy("This id belongs to another match. Use a new id for a new match.")


def started(access: Access, new: NewMatch) -> tuple[Match, bool]:
    """Return the match, and whether it existed already. Raises RuleError or Problem."""
    club = access.club
    players, key = _players(club, new), new.id or uuid4()
    options = _options(new, players)
    if known := Match.objects.filter(pk=key).first():
        return _same(known, club, new, options), True
    night = _night(club, new)
    try:
        with transaction.atomic():
            return _begun(access, new, key, players, options, night), False
    except IntegrityError:
        return _same(Match.objects.get(pk=key), club, new, options), True


def _begun(
    access: Access, new: NewMatch, key: UUID, players: Sequence[Player], options: Any, night: Night | None
) -> Match:
    about: dict[str, Any] = {"night": night, "created_by": access.user, "for_trophy": new.for_trophy}
    about["season"] = night.season if night and new.night else season_of(access.club, club_day())
    match = ledger.start(access.club, new.game, players, options, id=key, table=_table(new), **about)
    if night:
        arrive(night, players)
    return match


def _players(club: Club, new: NewMatch) -> list[Player]:
    by_id = club.players.filter(pk__in=new.players, former=None).in_bulk()
    missing = [key for key in new.players if key not in by_id]
    if missing:
        raise Problem(
            "invalid", gettext("Player {missing} is not in the club.").format(missing=missing[0]), field="players"
        )
    if len(set(new.players)) < len(new.players):
        raise Problem("invalid", gettext("Somebody sits there twice: give each player once."), field="players")
    return [by_id[key] for key in new.players]


def _options(new: NewMatch, players: Sequence[Player]) -> Any:
    """Return the options, parsed by the rules of a record that has only begun."""
    if new.game not in {engine.key for engine in ENGINES}:
        raise Problem("invalid", gettext("There is no game called {game} here.").format(game=new.game), field="game")
    names = [player.label for player in players]
    record = {"record": 1, "game": new.game, "players": names, "options": dict(new.options)}
    engine, names, seats, options, _ = from_record(record)
    try:
        engine.start(seats, options)
    except RuleError as error:
        error.name_players(names)
        raise
    return options


def _table(new: NewMatch) -> str:
    table = tidy_name(new.table)
    if not is_printable(table):
        raise Problem("invalid", gettext("The table’s name contains an unprintable character."), field="table")
    return table


def _night(club: Club, new: NewMatch) -> Night | None:
    if new.night is None:
        return tonight(club)
    night = club.nights.select_related("season").filter(pk=new.night).first()
    if night is None:
        raise Problem("invalid", gettext("This night is not one of this club’s."), field="night")
    try:
        check_open(night)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return night


def _same(known: Match, club: Club, new: NewMatch, options: Any) -> Match:
    """Return the existing match if it has the requested content; else raise Problem, without details for another club's
    match.
    """
    if known.club_id != club.pk:
        raise Problem("refused", OTHER)
    seated = list(known.seats.filter(position__lt=known.start_seats).values_list("player_id", flat=True))
    sides = {
        "game": (new.game, known.game),
        "players": (list(new.players), seated),
        "options": (options_to_json(options), known.options),
        "table": (_table(new), known.table),
        "for_trophy": (new.for_trophy, known.for_trophy),
        "night": (known.night_id if new.night is None else new.night, known.night_id),
    }
    for name, (yours, ours) in sides.items():
        if yours != ours:
            raise Problem("refused", OTHER, field=name, yours=yours, ours=ours)
    return known
