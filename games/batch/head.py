"""The head of a paper sheet, read from the form: game, time, table, and the players in seat order."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time

from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from rapidfuzz import fuzz, process

from clubs.fields import no_such_day
from clubs.language.locales import either
from clubs.models import Club, Player
from clubs.names import is_printable, tidy_name
from games.base.table_game import TableGame
from games.models import Match
from games.registry import TABLE_GAMES

CHAIRS = 10
EVENING = time(20)
ALIKE = 70  # least similarity, of 100, for a player to be proposed for a name
TABLE = Match._meta.get_field("table").max_length or 0
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
    game = next((game for game in TABLE_GAMES if game.key == form.get("game")), TABLE_GAMES[0])
    names = [name for name in map(tidy_name, form.getlist("name")[:CHAIRS]) if name]
    errors: dict[str, str] = {}
    started_at = _moment(form, errors)
    table = tidy_name(form.get("table", ""))
    if len(table) > TABLE or not is_printable(table):
        errors["table"] = gettext("At most {table} printable characters, please.").format(table=TABLE)
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
            "{game} is for {many} players; there are {count} names on this sheet.",
            "{game} is for {many} players; there are {count} names on this sheet.",
            names,
        ).format(game=game.name, many=many, count=names)


def _seated(names: Sequence[str], players: Iterable[Player]) -> tuple[list[Player], list[Unknown]]:
    known = _known(players)
    labels = list({player.label: None for each in known.values() for player in each})
    seated: list[Player] = []
    unknown: list[Unknown] = []
    for place, name in enumerate(names, start=1):
        matching = known.get(_folded(name), [])
        if len(matching) == 1:
            seated.append(matching[0])
        else:
            unknown.append(Unknown(name, place, [each.label for each in matching] or _alike(name, labels)))
    return seated, unknown


def _known(players: Iterable[Player]) -> dict[str, list[Player]]:
    """Players by each way of writing them (label, name, nickname), case folded; a way with several players is
    ambiguous.
    """
    by_name: dict[str, list[Player]] = {}
    for player in players:
        for spelling in {_folded(each) for each in (player.label, player.name, player.nickname) if each}:
            by_name.setdefault(spelling, []).append(player)
    return by_name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _alike(name: str, labels: Sequence[str]) -> list[str]:
    closest = process.extract(name, labels, scorer=fuzz.WRatio, processor=_folded, limit=3, score_cutoff=ALIKE)
    return [label for label, _, _ in closest]
