"""Dealing: the matches of a stored draw, and the play-off they belong to, are created in one transaction."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from clubs.calendar.nights import arrive
from clubs.models import Night, User
from games import ledger
from games.base.names import listed, sitting
from games.base.table_game import Unreadable
from games.base.wording import table_of
from games.models import Match
from leagues.draw.setup_form import SetupForm, Table, check_anybody, check_choices
from leagues.models import NightDraw, Playoff
from leagues.playoffs.deal import begin
from scoring.base import RuleError
from scoring.competition.playoffs import letter

MOST_TABLES = 60  # tables


def deal(setup: SetupForm, by: User | None) -> list[Match]:
    """Create and return the matches of the stored draw, and mark the draw as dealt.

    Raises Unreadable with a sentence for the user if something is missing or cannot be played; then nothing is written.
    """
    row = _drawn(setup)
    _check(setup)
    check_sizes(setup)
    check_choices(setup)
    with transaction.atomic():
        if setup.is_playoff:
            row.playoff = _play_off(setup, by)
            matches = _matches_of(row.playoff)
        else:
            matches = _apart(setup, row.key, by)
        arrive(setup.night, setup.draw.seated)
        row.dealt_at = timezone.now()
        row.save(update_fields=["dealt_at", "playoff"])
    return matches


def dealt_before(night: Night, draw: str) -> list[Match]:
    """Return the matches already dealt from the draw with this primary key (as text), so that a second tap on Deal
    finds them; [] if there are none.
    """
    dealt = night.draws.exclude(dealt_at=None)
    row = dealt.filter(pk=int(draw)).first() if draw.isascii() and draw.isdecimal() and len(draw) < 19 else None
    if row is None:
        return []
    if row.playoff:
        return _matches_of(row.playoff)
    keys = [uuid.uuid5(row.key, str(number)) for number in range(1, MOST_TABLES + 1)]
    return sorted(Match.objects.filter(pk__in=keys, night=night), key=lambda match: keys.index(match.pk))


def _drawn(setup: SetupForm) -> NightDraw:
    """Return the draw that the page showed. Raises Unreadable if there is none, or if it was changed since."""
    row = setup.stored
    if row is None:
        raise Unreadable(gettext("Nothing is drawn yet. Draw the tables first, then deal."))
    shown = setup.form.get("draw"), setup.form.get("version")
    if shown != (str(row.pk), str(row.version)):
        raise Unreadable(gettext("The draw was changed on another screen. Check who sits where now, then deal."))
    return row


def _check(setup: SetupForm) -> None:
    """Raise Unreadable for what the engines cannot check: who is here, who sits at another table, who deals first."""
    _check_everybody_is_here(setup)
    check_anybody(setup.draw.seated)
    groups = setup.table_game.groups
    if groups and any(table.dealer is None for table in setup.tables):
        missing = [name for name, table in zip(labels(setup), setup.tables, strict=True) if table.dealer is None]
        words = gettext("{tables}: {question} Tap the name.")
        raise Unreadable(words.format(tables=listed(missing), question=groups.question), "jack")


def _check_everybody_is_here(setup: SetupForm) -> None:
    """Raise Unreadable unless the seated players are exactly those who are here and free: since the draw, players may
    have arrived, gone home or sat down at another table.
    """
    elsewhere = sitting(setup.night)
    for player in setup.draw.gone:
        if player.pk in elsewhere:
            where = table_of(elsewhere[player.pk][1])
            words = gettext("{player} sits at {table} already. Remove {player} from the draw, then deal.")
            raise Unreadable(words.format(player=player.label, table=where))
    if gone := [player.label for player in setup.draw.gone]:
        words = gettext("{names} went home after the draw. Remove them from it, then deal.")
        raise Unreadable(words.format(names=listed(gone)))
    if come := [player.label for player in setup.draw.newcomers]:
        words = gettext("{names} arrived after the draw. Seat them or let them sit out, then deal.")
        raise Unreadable(words.format(names=listed(come)))


def check_sizes(setup: SetupForm) -> None:
    """Raise Unreadable unless every group of a play-off, or every separate table, has as many players as the game
    allows.
    """
    groups, least = setup.table_game.groups, setup.table_game.engine.seats[0]
    for name, size in zip(labels(setup), setup.draw.sizes, strict=True):
        if groups and size > (groups.agreed if setup.is_agreed else groups.most):
            words = gettext("{table} would have {size}: {most} is the most. Use one more table.")
            if size <= groups.agreed:
                words = gettext(
                    "{table} would have {size}: {most} is the most. Use one more table, or agree to it at the table."
                )
            raise Unreadable(words.format(table=name, size=size, most=groups.most))
        if groups and setup.is_playoff and size < least:
            words = gettext(
                "A group of {size} is too small, {least} is the least: use fewer tables, or separate tables."
            )
            raise Unreadable(words.format(size=size, least=least))
    if setup.is_playoff and not setup.advance:
        raise Unreadable(gettext("That many do not fit at two final tables. Use separate tables."))


def _apart(setup: SetupForm, key: uuid.UUID, by: User | None) -> list[Match]:
    names = names_of(setup)
    return [_start(setup, table, name, key, by) for table, name in zip(setup.tables, names, strict=True)]


def _start(setup: SetupForm, table: Table, name: str, key: uuid.UUID, by: User | None) -> Match:
    night, game = setup.night, setup.table_game
    about: dict[str, Any] = {
        "season": night.season,
        "night": night,
        "table": name,
        "for_trophy": setup.for_trophy,
        "created_by": by,
    }
    pk = uuid.uuid5(key, str(table.number))
    try:
        return ledger.start(night.club, game.key, table.players, setup.options(table), id=pk, **about)
    except RuleError as error:
        reason = error.sentence([player.label for player in table.players])
        words = gettext("Table {name}: {reason}")
        raise Unreadable(words.format(name=name, reason=reason), error.field or "") from error


def names_of(setup: SetupForm) -> list[str]:
    """Return a name for each drawn table: the lowest numbers that no open table of the night uses, as text."""
    open_ones = setup.night.matches.filter(played_at=None, finished_at=None, abandoned_at=None)
    taken = set(open_ones.values_list("table", flat=True))
    free = (str(number) for number in range(1, len(taken) + len(setup.tables) + 1) if str(number) not in taken)
    return [name for name, _ in zip(free, setup.tables, strict=False)]


def labels(setup: SetupForm) -> list[str]:
    """Return the display name of each drawn table: `Table 3`, `Group A`."""
    if setup.is_playoff:
        return [gettext("Group {letter}").format(letter=letter(table.number)) for table in setup.tables]
    return [gettext("Table {number}").format(number=name) for name in names_of(setup)]


def _play_off(setup: SetupForm, by: User | None) -> Playoff:
    """Create the play-off with its groups; its final tables play the same plan (DD-48). Raises Unreadable."""
    night, tables = setup.night, setup.tables
    try:
        return begin(
            night.club,
            night,
            setup.table_game.key,
            [table.players for table in tables],
            setup.advance,
            setup.common(),
            by,
            dealers=[table.dealer for table in tables],
            for_trophy=setup.for_trophy,
            bottom=setup.bottom,
        )
    except RuleError as error:
        raise Unreadable(error.sentence([player.label for player in setup.draw.seated])) from error


def _matches_of(playoff: Playoff) -> list[Match]:
    """Return the matches of the play-off's groups, group A first."""
    fixtures = playoff.fixtures.filter(stage="group").select_related("match").order_by("number")
    return [fixture.match for fixture in fixtures if fixture.match]
