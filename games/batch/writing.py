"""Saving of a typed-in sheet as a match of its day, in one transaction."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any

from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from clubs.access import Access
from clubs.calendar.nights import season_of
from clubs.fields import no_such_day
from clubs.language.locales import either
from clubs.models import Club, Confirm, Night, Player
from clubs.models.calendar import club_day, start_of
from clubs.names import folded, spelled, tidy_name
from games import ledger
from games.access import TONIGHT
from games.base.form_parsing import entry_id
from games.base.table_game import TableGame, Unreadable
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState
from games.ledger import Recorded
from games.models import Match, Seat
from games.registry import TABLE_GAMES, asked_game
from games.table.new_match import check_table_name
from scoring.records import options_to_json

# The head of a paper sheet, read from the form: game, time, table, and the players in seat order.


CHAIRS = 10
EVENING = time(20)
ALIKE = 70  # least similarity, of 100, for a player to be proposed for a name
EARLIEST = date(1900, 1, 1)


@dataclass(frozen=True)
class Unknown:
    """A name on the sheet that matches no single player of the club: its row (from 1), and labels of players it may
    mean.
    """

    name: str
    place: int
    meant: Sequence[str]

    @property
    def alternatives(self) -> SafeString:
        """The labels in `meant` as HTML: Ann, Bo or Cy."""
        names = [format_html("<b><bdi>{}</bdi></b>", label) for label in self.meant]
        return format_html(either(["{}"] * len(names)), *names)


@dataclass(frozen=True)
class Head:
    """The head of a sheet. `seated` are the known players in seat order, complete if `unknown` is empty; `errors` are
    by form field.
    """

    table_game: TableGame
    started_at: datetime | None
    table: str
    names: Sequence[str]
    seated: Sequence[Player]
    unknown: Sequence[Unknown]
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether the head is complete and valid, so that the form for the rounds can be drawn."""
        least, most = self.table_game.engine.seats
        return not (self.errors or self.unknown) and least <= len(self.seated) <= most


def head_of(club: Club, form: QueryDict) -> Head:
    """Read the head from the form; one query. What cannot be read goes into `errors`."""
    game = asked_game(form.get("game", "")) or TABLE_GAMES[0]
    names = [name for name in map(tidy_name, form.getlist("name")[:CHAIRS]) if name]
    errors: dict[str, str] = {}
    started_at = _moment(form, errors)
    table = tidy_name(form.get("table", ""))
    try:
        check_table_name(table)
    except Unreadable as error:
        errors[error.field] = error.message
    seated, unknown = _seated(names, club.players.filter(former=None))
    if len(set(seated)) < len(seated):
        errors["name"] = gettext("Somebody is on this sheet twice. Enter every name once.")
    elif names and not unknown:
        _count(game, len(names), errors)
    return Head(game, started_at, table, names, seated, unknown, errors)


def _moment(form: QueryDict, errors: dict[str, str]) -> datetime | None:
    on, hour = form.get("on"), form.get("at")
    if not on:
        return None
    try:
        day = date.fromisoformat(on)
        at = time.fromisoformat(hour) if hour else EVENING
    except ValueError:
        errors["on"] = no_such_day(on) or gettext("Enter the day as 2019-03-12 and the time as 20:00.")
        return None
    if day < EARLIEST:
        errors["on"] = gettext("{year} is too long ago for Dog Club. Check the date.").format(year=day.year)
        return None
    if at.tzinfo or day > timezone.localdate():
        errors["on"] = gettext("The date is in the future. Check it.")
        return None
    return timezone.make_aware(datetime.combine(day, at))


def _count(game: TableGame, names: int, errors: dict[str, str]) -> None:
    least, most = game.engine.seats
    if not least <= names <= most:
        many = gettext("{least} to {most}").format(least=least, most=most) if least < most else str(least)
        errors["name"] = ngettext(
            "{game} is for {many} players; there is {count} name on this sheet.",
            "{game} is for {many} players; there are {count} names on this sheet.",
            names,
        ).format(game=game.name, many=many, count=names)


def _seated(names: Sequence[str], players: Iterable[Player]) -> tuple[list[Player], list[Unknown]]:
    known = _known(players)
    labels = list({player.label: None for each in known.values() for player in each})
    seated: list[Player] = []
    unknown: list[Unknown] = []
    for place, name in enumerate(names, start=1):
        matching = known.get(spelled(name)) or known.get(folded(name), [])
        if len(matching) == 1:
            seated.append(matching[0])
        else:
            unknown.append(Unknown(name, place, [each.label for each in matching] or _alike(name, labels)))
    return seated, unknown


def _known(players: Iterable[Player]) -> dict[str, list[Player]]:
    """Players by each way of writing them (label, name, nickname), with and without accents; a way with several players
    is ambiguous.
    """
    by_name: dict[str, list[Player]] = {}
    for player in players:
        names = [each for each in (player.label, player.name, player.nickname) if each]
        for spelling in {key(each) for each in names for key in (spelled, folded)}:
            by_name.setdefault(spelling, []).append(player)
    return by_name


def _alike(name: str, labels: Sequence[str]) -> list[str]:
    closest = process.extract(name, labels, scorer=fuzz.WRatio, processor=folded, limit=3, score_cutoff=ALIKE)
    return [label for label, _, _ in closest]


LINE = timedelta(minutes=2)  # between the times of two rounds, so that they keep their order


@dataclass(frozen=True)
class Sheet:
    """The head and the agreed options of a sheet, from which a match is made."""

    club: Club
    head: Head
    options: Any

    @cached_property
    def state(self) -> MatchState:
        """The state of an unsaved match without entries, to draw the empty rounds. Raises RuleError."""
        engine, players = self.head.table_game.engine, self.head.seated
        engine.start(len(players), self.options)
        match = Match(
            club=self.club,
            game=engine.key,
            options=options_to_json(self.options),
            rule_version=engine.version,
            start_seats=len(players),
        )
        return MatchState(match, [], [Seat(match=match, position=at, player=each) for at, each in enumerate(players)])

    def write(self, form: QueryDict, access: Access, ties: Sequence[Draft] = ()) -> Recorded:
        """Save the match with its rounds, and how ties at its end were settled. Raises Unreadable, RuleError or
        Refused; sent again, it returns the match saved before.
        """
        lines = [*self.head.table_game.paper.drafts(form), *ties]
        key = uuid.uuid5(entry_id(form), "match")
        try:
            with transaction.atomic():
                return self._written(key, lines, access)
        except IntegrityError:
            return self._again(key, lines, access)

    def begin(self, form: QueryDict, access: Access) -> Match:
        """Save the match without rounds. Raises Unreadable or RuleError; sent again, it returns the first match."""
        key = uuid.uuid5(entry_id(form), "match")
        known = Match.objects.filter(pk=key, club=self.club).first()
        return known or self._started(key, access)

    def _written(self, key: uuid.UUID, lines: Sequence[Draft], access: Access) -> Recorded:
        known = Match.objects.filter(pk=key, club=self.club).first()
        match = known or self._started(key, access)
        drafts = [replace(draft, recorded_at=self._at(place)) for place, draft in enumerate(lines, start=1)]
        return ledger.record(match.pk, drafts, version=0, by=Author(access.user))

    def _again(self, key: uuid.UUID, lines: Sequence[Draft], access: Access) -> Recorded:
        """Return the match that a simultaneous second submission saved. Raises Unreadable if there is none."""
        if not Match.objects.filter(pk=key, club=self.club).exists():
            raise Unreadable(_("This page is out of date. Please reload it."))
        return self._written(key, lines, access)

    def _started(self, key: uuid.UUID, access: Access) -> Match:
        at = self._at(0)
        about: dict[str, Any] = {
            "night": night_on(self.club, at),
            "season": season_of(self.club, club_day(at)),
            "created_by": access.user,
            "table": self.head.table,
            "started_at": at,
        }
        if timezone.now() - at > TONIGHT:
            about["confirm"] = Confirm.NOBODY  # an old result needs no confirmation
        return ledger.start(self.club, self.head.table_game.key, self.head.seated, self.options, id=key, **about)

    def _at(self, line: int) -> datetime:
        assert self.head.started_at
        return min(self.head.started_at + line * LINE, timezone.now())


def night_on(club: Club, moment: datetime) -> Night | None:
    """Return the club's night on the day of `moment`, the closest to it if there are several; None if there is none."""
    start = start_of(club_day(moment))
    nights = club.nights.filter(called_off_at=None, starts_at__gte=start, starts_at__lt=start + timedelta(days=1))
    return min(nights, key=lambda night: abs(night.starts_at - moment), default=None)
