"""The draws of a night in words, for every reader: the open draw, the earlier ones, and changes made by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Night, Player
from games.base.entry.names import listed, shortened
from games.registry import table_game
from leagues.models import DrawChange, NightDraw
from scoring.competition.playoffs import letter

Kind = DrawChange.Kind


@dataclass(frozen=True)
class DrawnTable:
    """A table of a draw: full players and their `short` names, both in seat order."""

    name: str
    players: Sequence[Player]
    short: Sequence[str]


@dataclass(frozen=True)
class ShownDraw:
    """One draw in words. `changes` are sentences about changes made by hand, `why` says why it was drawn again ("" if
    it was not), `resting` are the short names of those who sit out.
    """

    row: NightDraw
    about: str
    tables: Sequence[DrawnTable]
    changes: Sequence[str]
    why: str
    resting: Sequence[str] = ()

    @property
    def is_open(self) -> bool:
        """Whether the draw is neither dealt nor withdrawn."""
        return self.row.dealt_at is None and self.row.withdrawn_at is None

    @property
    def words(self) -> str:
        """Who sits where, as one text: `Table 1: Bea, Otto; Table 2: …`."""
        return "; ".join(f"{table.name}: {', '.join(table.short)}" for table in self.tables)


def draws_of(night: Night) -> list[ShownDraw]:
    """Return the draws of the night, the open one first, then the others from the earliest on. Three queries, or one if
    there are none.
    """
    rows = list(night.draws.select_related("drawn_by").prefetch_related("changes__made_by"))
    keys = {key for row in rows for key in [*row.seated, *row.resting]}
    keys |= {key for row in rows for each in row.changes.all() for key in (each.player_id, each.other_id) if key}
    players = Player.everybody.in_bulk(keys) if keys else {}
    short = dict(zip(players, shortened([player.label for player in players.values()]), strict=True))
    shown = [_shown(row, players, short) for row in rows]
    return sorted(shown, key=lambda draw: not draw.is_open)


CHANGED = {
    Kind.SWAP: gettext_lazy("{names} swapped seats at {time}."),
    Kind.SEATED: gettext_lazy("{player} was given a seat after the draw at {time}."),
    Kind.OUT: gettext_lazy("{player} was taken out at {time}."),
}
CHANGED_BY = {
    Kind.SWAP: gettext_lazy("{names} swapped seats at {time}, by {by}."),
    Kind.SEATED: gettext_lazy("{player} was given a seat after the draw at {time}, by {by}."),
    Kind.OUT: gettext_lazy("{player} was taken out at {time}, by {by}."),
}


def is_play_off(row: NightDraw) -> bool:
    """Whether the tables of this draw are the groups of a play-off."""
    kind = row.answers.get("kind", [""])[0]
    return len(row.tables) > 1 and table_game(row.game).groups is not None and kind != "apart"


def _shown(row: NightDraw, players: Mapping[int, Player], short: Mapping[int, str]) -> ShownDraw:
    groups = is_play_off(row)
    tables = [
        DrawnTable(
            _("Group {letter}").format(letter=letter(number)) if groups else _("Table {number}").format(number=number),
            [players[key] for key in keys if key in players],
            [short[key] for key in keys if key in short],
        )
        for number, keys in enumerate(row.tables, 1)
    ]
    resting = [short[key] for key in row.resting if key in short]
    return ShownDraw(row, about(row), tables, list(_changes(row, short)), _why(row), resting)


def about(row: NightDraw) -> str:
    """Return `Drawn at 19:24 by Bea`. The name is left out if the account has none: an email address is never shown."""
    if row.drawn_by and row.drawn_by.name:
        return _("Drawn at {time} by {name}").format(time=_clock(row.drawn_at), name=row.drawn_by.name)
    return _("Drawn at {time}").format(time=_clock(row.drawn_at))


def _changes(row: NightDraw, short: Mapping[int, str]) -> Iterator[str]:
    for change in row.changes.all():
        one, other = (short.get(key or 0, _("somebody")) for key in (change.player_id, change.other_id))
        by = change.made_by.name if change.made_by else ""
        words = (CHANGED_BY if by else CHANGED)[Kind(change.kind)]
        yield str(words).format(names=listed((one, other)), player=one, time=_clock(change.made_at), by=by)


def _why(row: NightDraw) -> str:
    return (
        _("Drawn again at {time}: {reason}").format(time=_clock(row.withdrawn_at), reason=row.reason)
        if row.withdrawn_at
        else ""
    )


def _clock(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
