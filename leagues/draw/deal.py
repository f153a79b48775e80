"""The deal: every match of the draw, and the play-off they belong to, in one transaction."""

import uuid
from itertools import groupby
from typing import Any

from django.db import transaction

from clubs.calendar.nights import arrive
from clubs.models import User
from games import ledger
from games.base.names import listed
from games.base.open_seats import sitting
from games.base.table_game import Unreadable
from games.base.titles import table_of
from games.models import Match
from leagues.draw.setup_form import SetupForm, Table
from leagues.models import Fixture
from leagues.playoffs.deal import begin
from scoring.base import RuleError
from scoring.playoffs import letter

MOST = 60  # tables


def deal(wish: SetupForm, key: uuid.UUID, by: User | None) -> list[Match]:
    """The matches this form stands for; a second tap finds what the first one wrote.

    Raises Unreadable with a sentence where something is missing or cannot be played; then nothing is written.
    """
    if known := _dealt_before(wish, key):
        return known
    _check(wish)
    check_sizes(wish)
    with transaction.atomic():
        matches = _play_off(wish, by) if wish.is_playoff else _apart(wish, key, by)
        arrive(wish.night, wish.draw.seated)
    return matches


def _dealt_before(wish: SetupForm, key: uuid.UUID) -> list[Match]:
    """Tables apart by their ids; the groups of a play-off by who was dealt in, in this very order."""
    keys = [uuid.uuid5(key, str(number)) for number in range(1, MOST + 1)]
    if known := list(Match.objects.filter(pk__in=keys, night=wish.night)):
        return sorted(known, key=lambda match: keys.index(match.pk))
    groups = Fixture.objects.filter(playoff__night=wish.night, stage=Fixture.Stage.GROUP).select_related("match")
    for _, fixtures in groupby(groups.order_by("playoff", "number"), key=lambda fixture: fixture.playoff_id):
        tables = list(fixtures)
        if [str(player) for fixture in tables for player in fixture.players] == wish.form.getlist("sit"):
            matches = [fixture.match for fixture in tables if fixture.match and fixture.match.is_open]
            if len(matches) == len(tables):
                return matches
    return []


def _check(wish: SetupForm) -> None:
    """Everything the engines do not know: who is here, who sits elsewhere, who deals first."""
    draw, groups = wish.draw, wish.table_game.groups
    if draw.twice:
        raise Unreadable(f"{draw.twice.label} was put at two tables. Look where everybody sits now, then deal.")
    _check_company(wish)
    if not draw.seated:
        raise Unreadable("Nobody is here yet. Tap who is here, then deal.")
    if groups and any(table.dealer is None for table in wish.tables):
        missing = [name for name, table in zip(labels(wish), wish.tables, strict=True) if table.dealer is None]
        raise Unreadable(f"{listed(missing)}: {groups.asks} Tap the name.", "jack")


def _check_company(wish: SetupForm) -> None:
    """Those who were shown are those who are dealt in: somebody may have come, gone or sat down meanwhile."""
    shown = {*wish.form.getlist("sit"), *wish.form.getlist("rest")}
    free = {str(player.pk): player for player in wish.present}
    for player, match in sitting(wish.night).values():
        if str(player.pk) in shown:
            raise Unreadable(f"{player.label} sits at {table_of(match)} already. Look at the tables again, then deal.")
    if shown - free.keys():
        raise Unreadable("Somebody was tapped away meanwhile. Look at the tables again, then deal.")
    if come := [player.label for key, player in free.items() if key not in shown]:
        raise Unreadable(f"{listed(come)} came in meanwhile. Look at the tables again, then deal.")


def check_sizes(wish: SetupForm) -> None:
    """Groups of a play-off have four to ten dogs, and a table what the game allows."""
    groups = wish.table_game.groups
    for name, size in zip(labels(wish), wish.draw.sizes, strict=True):
        if groups and size > groups.most:
            raise Unreadable(f"{name} would have {size}: {groups.most} is the most. Make one more table.")
        if groups and wish.is_playoff and size < groups.fewest:
            fewest = groups.fewest
            raise Unreadable(f"A group of {size} is too small, {fewest} is the least: play at fewer tables, or apart.")
    if wish.is_playoff and not wish.advance:
        raise Unreadable("So many do not fit at two final tables. Play at tables apart.")


def _apart(wish: SetupForm, key: uuid.UUID, by: User | None) -> list[Match]:
    names = names_of(wish)
    return [_start(wish, table, name, key, by) for table, name in zip(wish.tables, names, strict=True)]


def _start(wish: SetupForm, table: Table, name: str, key: uuid.UUID, by: User | None) -> Match:
    night, game = wish.night, wish.table_game
    about: dict[str, Any] = {
        "season": night.season,
        "night": night,
        "table": name,
        "for_trophy": wish.for_trophy,
        "created_by": by,
    }
    pk = uuid.uuid5(key, str(table.number))
    try:
        return ledger.start(night.club, game.key, table.players, wish.options(table), id=pk, **about)
    except RuleError as error:
        reason = error.sentence([player.label for player in table.players])
        raise Unreadable(f"Table {name}: {reason}", error.field or "") from error


def names_of(wish: SetupForm) -> list[str]:
    """The lowest numbers no open table of tonight has."""
    open_ones = wish.night.matches.filter(played_at=None, finished_at=None, abandoned_at=None)
    taken = set(open_ones.values_list("table", flat=True))
    free = (str(number) for number in range(1, len(taken) + len(wish.tables) + 1) if str(number) not in taken)
    return [name for name, _ in zip(free, wish.tables, strict=False)]


def labels(wish: SetupForm) -> list[str]:
    """What each table of the draw is called: `Table 3`, `Group A`."""
    if wish.is_playoff:
        return [f"Group {letter(table.number)}" for table in wish.tables]
    return [f"Table {name}" for name in names_of(wish)]


def _play_off(wish: SetupForm, by: User | None) -> list[Match]:
    """The groups of one event; its final tables play the same plan (DD-48)."""
    night, tables = wish.night, wish.tables
    try:
        playoff = begin(
            night.club,
            night,
            wish.table_game.key,
            [table.players for table in tables],
            wish.advance,
            wish.common(),
            by,
            dealers=[table.dealer for table in tables],
            for_trophy=wish.for_trophy,
        )
    except RuleError as error:
        raise Unreadable(error.sentence([player.label for player in wish.draw.seated])) from error
    fixtures = playoff.fixtures.select_related("match").order_by("number")
    return [fixture.match for fixture in fixtures if fixture.match]
