"""The result of a match: all tallies as on the pad, the houses, and who held which tokens (DW-41 to DW-47)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from clubs.language.locales import comma_separated, labelled, minus, signed
from games.base.display import Screen
from games.base.form_parsing import undo_form
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.dogs_of_war.tallies.svg import Houses, house_tracks
from games.dogs_of_war.wording import last_step
from games.entries.drafts import people_of, when, who
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.base import with_names
from scoring.dogs_of_war.battle import start_value
from scoring.dogs_of_war.entries import HouseValues, Tally
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.dogs_of_war.tally import SUPPORT_TOKENS


@dataclass(frozen=True)
class Cell:
    """A figure of the pad; `detail` is what it was counted from."""

    value: int
    detail: str = ""


@dataclass(frozen=True)
class PadRow:
    """One row of the pad, a cell per player."""

    label: str
    small: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Total:
    """A player’s total; the top one is boxed."""

    value: int
    is_top: bool
    place: int


@dataclass(frozen=True)
class Pad:
    """The tally pad once all are uncovered. `heads` are (name, dog of war); the dog is "" where none was noted (DW-02).
    `number` is the round of the tally.
    """

    heads: Sequence[tuple[str, str]]
    rows: Sequence[PadRow]
    totals: Sequence[Total]
    number: int


@dataclass(frozen=True)
class HouseRow:
    """A house’s value, and per player (tokens, whether the support card is this house’s); a support card counts as
    `tokens` tokens.
    """

    name: str
    value: int
    held: Sequence[tuple[int, bool]]
    tokens: int = SUPPORT_TOKENS


def screen(state: MatchState) -> Screen:
    """Return the table’s page for a match whose last tally is in."""
    context = {
        "headline": headline(state),
        "everybody": in_words(len(state.names)),
        "short": shortened(state.names),
        "pad": pad(state),
        "warnings": warnings(state),
        "last_step": last_step(state),
        "forms": undo_form(state),
        "table": {"title": gettext("The war is over")},
    }
    return Screen("games/dogs_of_war/result/table.html", context)


def parts(state: MatchState) -> dict[str, Any]:
    """Return what the match page shows of the result; {} before every tally is in."""
    if not state.sheet_as(DogsOfWarSheet).complete:
        return {}
    return {
        "pad": pad(state),
        "tracks": tracks(state),
        "influence": influence(state),
        "short": shortened(state.names),
        "notes": list(notes(state)),
        "warnings": warnings(state),
    }


def headline(state: MatchState) -> str:
    """Return who won: `Núria takes the war, 52`; players who tie share the victory (DW-47, HR-DW-01)."""
    sheet, names = state.sheet_as(DogsOfWarSheet), shortened(state.names)
    total = minus(sheet.totals[sheet.winners[0]])
    words = ngettext("{names} takes the war, {points}", "{names} share the war, {points} each", len(sheet.winners))
    return words.format(names=listed(names[seat] for seat in sheet.winners), points=total)


def pad(state: MatchState) -> Pad:
    """Return the tally pad, row by row in seat order."""
    sheet = state.sheet_as(DogsOfWarSheet)
    rows = [(sheet.breakdown[seat], sheet.tallies[seat]) for seat in sheet.active_seats]
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    return Pad(
        heads(state),
        [
            PadRow(gettext("VP tokens"), "", [Cell(row.vp) for row, _ in rows]),
            PadRow(gettext("Influence"), gettext("tokens × value"), [Cell(row.influence) for row, _ in rows]),
            PadRow(
                gettext("Support card"),
                gettext("two tokens"),
                [Cell(row.support, tally.support) for row, tally in rows],
            ),
            PadRow(gettext("Coins"), gettext("1 for 2"), [Cell(row.coins, str(tally.coins)) for row, tally in rows]),
            PadRow(gettext("Cards left"), gettext("1 each"), [Cell(row.cards, _cards(tally)) for row, tally in rows]),
            PadRow(gettext("Adjusted"), gettext("with a note"), [Cell(row.adjust) for row, _ in rows]),
        ],
        [Total(sheet.totals[seat], seat in sheet.winners, place[seat]) for seat in sheet.active_seats],
        len(sheet.lines),
    )


def heads(state: MatchState) -> list[tuple[str, str]]:
    """Return each player’s name and dog of war."""
    dogs = state.sheet_as(DogsOfWarSheet).options.dogs
    return [(name, dogs[seat] if seat < len(dogs) else "") for seat, name in enumerate(state.names)]


def _cards(tally: Tally) -> str:
    return f"{tally.tactics} + {tally.soldiers}"


def tracks(state: MatchState) -> Houses:
    """Return the track of every house, from its starting to its final value."""
    sheet = state.sheet_as(DogsOfWarSheet)
    start, values = start_value(sheet.options), sheet.values.values()
    before = dict.fromkeys(sheet.houses, start)
    return house_tracks(before, sheet.values, min(start - YEARS, *values), max(start + 2 * YEARS, *values))


def influence(state: MatchState) -> list[HouseRow]:
    """Return who held which tokens at the end."""
    sheet = state.sheet_as(DogsOfWarSheet)
    held = [sheet.tallies[seat] for seat in sheet.active_seats]
    return [
        HouseRow(house, value, [(tally.influence.get(house, 0), tally.support == house) for tally in held])
        for house, value in sheet.values.items()
    ]


def notes(state: MatchState) -> Iterator[dict[str, Any]]:
    """Yield the note about the track, then every adjustment, each with its reason, author and time (HR-DW-09)."""
    names = shortened(state.names)
    yield from _track(state)
    adjusted = [(entry, tally) for entry, tally in _tallies(state) if tally.adjust]
    people = people_of(entry for entry, _ in adjusted)
    for entry, tally in adjusted:
        reason = tally.adjust_note or gettext("no reason noted")
        yield {
            "words": labelled(comma_separated((names[tally.seat], signed(tally.adjust))), reason),
            "who": who(entry, people),
            "when": when(entry).written,
        }


def _track(state: MatchState) -> Iterator[dict[str, Any]]:
    """Yield the note that says why the house track shows what no battle explains (HR-DW-11)."""
    note = state.sheet_as(DogsOfWarSheet).note
    entries = [entry for entry in state.live if note and isinstance(read(state.engine, entry), HouseValues)]
    people = people_of(entries)
    for entry in entries:
        yield {
            "words": gettext("House values: {note}").format(note=note),
            "who": who(entry, people),
            "when": when(entry).written,
        }


def _tallies(state: MatchState) -> list[tuple[Entry, Tally]]:
    pairs = [(entry, read(state.engine, entry)) for entry in state.live]
    return [(entry, tally) for entry, tally in pairs if isinstance(tally, Tally)]


def warnings(state: MatchState) -> list[str]:
    """Return what is possible but unusual (DW-52); a warning never refuses an entry."""
    return [with_names(notice.message, shortened(state.names)) for notice in state.sheet.warnings]
