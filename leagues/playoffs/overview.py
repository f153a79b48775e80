"""The play-off as one picture: groups on the left, final tables on the right, a line for each player who moves.

Lengths are in rows of a table; a heading is 1.25 rows high, the gap between two tables 0.6.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.models.calendar import evening
from clubs.responses import cached_fragment
from games.models import Entry, Match
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.state import Chair, Group, State, Table
from leagues.playoffs.wording import news, progress, short, verdicts

HEAD, GAP = 1.25, 0.6
SIZES = (16, 21, 26, 34)


@dataclass(frozen=True)
class BlockRow:
    """A row of a table; `label` is the place in the group, or the origin of a player at a final table."""

    key: int
    label: str
    name: str
    short: str
    total: int | None = None
    place: int = 0
    mark: str = ""
    is_cut: bool = False
    is_level: bool = False
    is_there: bool = True
    note: str = ""


@dataclass(frozen=True)
class Block:
    """A table of the picture, with its title and a note about its progress."""

    title: str
    about: str
    rows: Sequence[BlockRow]
    match: Match | None = None


@dataclass(frozen=True)
class Overview:
    """`flows` are the connecting lines as (CSS class, SVG path), `cross` the paths of the dashed crossover arrow and
    its head.
    """

    groups: Sequence[Block]
    finals: Sequence[Block]
    height: float
    flows: Sequence[tuple[str, str]] = ()
    cross: Sequence[str] = field(default=())

    @property
    def size(self) -> str:
        """The CSS class for the height."""
        return next((f"ev-{size}" for size in SIZES if self.height <= size), "ev-more")


def overview_of(state: State) -> Overview:
    """Return the picture."""
    names = short(state)
    groups = [_group(state, group, names) for group in state.groups]
    finals = [_final(state, stage, names) for stage in ("winners", "losers")]
    left, right = _lines(groups), _lines(finals)
    height = max(_height(groups), _height(finals))
    return Overview(groups, finals, round(height, 2), list(_flows(state, left, right)), _cross(state, right))


def _group(state: State, group: Group, names: Mapping[int, str]) -> Block:
    ranked, line = group.ranked, group.line
    rows = [
        BlockRow(
            key=chair.player.pk,
            label=str(place + 1),
            name=chair.player.label,
            short=names[chair.player.pk],
            total=chair.total,
            mark=_mark(group.table, chair),
            is_cut=place == line,
            is_level=chair.player.pk in group.cut.level,
            is_there=chair.is_there,
            note=_note(state, group, chair),
        )
        for place, chair in enumerate(ranked)
    ]
    return Block(_("Group {letter}").format(letter=group.letter), _about(group.table), rows, group.table.match)


def _note(state: State, group: Group, chair: Chair) -> str:
    """Return why a player sits at no final table; "" for others."""
    if chair.player.pk in state.gone:
        return _("went home")
    return _("sits out") if chair.player.pk in group.cut.out else ""


def _final(state: State, stage: str, names: Mapping[int, str]) -> Block:
    table = state.winners if stage == "winners" else state.losers
    title = _("Winners’ table") if stage == "winners" else _("Losers’ table")
    if table is None:
        keys = state.up if stage == "winners" else state.down
        rows = [BlockRow(key, state.origin(key), state.players[key].label, names[key]) for key in keys]
        return Block(title, _("not dealt yet") if state.is_cut else _("as it stands now"), rows)
    return Block(title, _about(table), [_dealt(state, table, chair, names) for chair in table.chairs], table.match)


def _dealt(state: State, table: Table, chair: Chair, names: Mapping[int, str]) -> BlockRow:
    key = chair.player.pk
    mark = _mark(table, chair)
    row = BlockRow(
        key, state.origin(key), chair.player.label, names[key], chair.total, chair.place if table.rounds else 0, mark
    )
    return row if chair.is_there else BlockRow(**{**vars(row), "is_there": False})


def _mark(table: Table, chair: Chair) -> str:
    totals = table.final.totals.values()
    if not table.rounds or min(totals) == max(totals):
        return ""
    return "top" if chair.total == max(totals) else "low" if chair.total == min(totals) else ""


def _about(table: Table) -> str:
    if table.hands:
        return _("{count} of {hands} hands").format(count=table.rounds, hands=table.hands)
    words = ngettext("{count} round", "{count} rounds", table.rounds)
    return pgettext("a table", "over") if table.is_over else words.format(count=table.rounds)


def _lines(blocks: Sequence[Block]) -> dict[int, float]:
    """Return, by player, the height of the middle of the row."""
    tops, top = dict[int, float](), 0.0
    for block in blocks:
        for place, row in enumerate(block.rows):
            tops[row.key] = round(top + HEAD + place + 0.5, 2)
        top += HEAD + len(block.rows) + GAP
    return tops


def _height(blocks: Sequence[Block]) -> float:
    return sum(HEAD + len(block.rows) for block in blocks) + GAP * max(len(blocks) - 1, 0)


def _flows(state: State, left: Mapping[int, float], right: Mapping[int, float]) -> Iterator[tuple[str, str]]:
    """Yield the lines of those who go down first, so that the lines going up are drawn over them."""
    high = state.winners.players if state.winners else set(state.up)
    for css, going_up in (("f-down", False), ("f-up", True)):
        for key, start in left.items():
            if key in right and (key in high) == going_up:
                end = right[key]
                yield css, f"M0 {start:g} C45 {start:g} 55 {end:g} 100 {end:g}"


def _cross(state: State, right: Mapping[int, float]) -> Sequence[str]:
    if not (state.trophies and state.trophies.crossover and state.winners and state.losers):
        return ()
    low, top = right[state.losers.final.last[0]], right[state.trophies.losers[0]]
    return (f"M4 {low:g} H30 V{top:g} H6", f"M14 {top - 0.22:g} L5 {top:g} L14 {top + 0.22:g}")


# The board of a play-off.


def evening_board(playoff: Playoff, token: str) -> SafeString:
    """Return the board, cached for all viewers; `token` (`playoffs.lookup`) changes with the play-off."""
    return cached_fragment(
        ("evening", playoff.pk, playoff.club.branding, playoff.club.slug, token), lambda: _drawn_on_wall(playoff)
    )


def _drawn_on_wall(playoff: Playoff) -> SafeString:
    state = playoff_state.read(playoff)
    context = {
        "club": playoff.club,
        "playoff": playoff,
        "picture": overview_of(state),
        "verdicts": verdicts(state),
        "evening": evening(playoff.started_at),
        "about": progress(state, of_all=True),
        "is_over": state.is_over,
        "is_live": not state.is_over and not playoff.called_off_at,
        "news": news(state),
        "changed": _changed(playoff),
    }
    return render_to_string("leagues/wall/_playoff.html", context)


def _changed(playoff: Playoff) -> datetime:
    """Return when the last entry of one of its matches arrived."""
    entries = Entry.objects.filter(match__fixture__playoff=playoff)
    last: datetime | None = entries.aggregate(last=Max("received_at"))["last"]
    return last or playoff.started_at
