"""How a game presents a match on pages without input: each game has a subclass of `Display`, the pages are shared."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.base.names import shortened
from games.base.wording import numbered, so_many
from games.entries.match_state import MatchState
from scoring.base import with_names


@dataclass(frozen=True)
class Screen:
    """A template and the context it needs in addition to the match."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CallOutLine:
    """One call-out in words: `at` is its round, `words` who earned it; `times` is above 1 if several did at once."""

    at: str
    term: str
    label: str
    words: str
    times: int = 1


@dataclass(frozen=True)
class SeatChance:
    """What one player can still reach, in words; `is_out` if the player can no longer win."""

    player: str
    words: str
    is_out: bool = False


@dataclass(frozen=True)
class Chances:
    """Who can still win or lose; `note` says how many points are still to be had."""

    note: str
    players: Sequence[SeatChance]
    headline: str = ""


@dataclass(frozen=True)
class Now:
    """The round being played: its number, the number of rounds `of` (0 if unknown), its content `about`, and in `doing`
    who has to act.
    """

    number: int
    of: int = 0
    about: str = ""
    doing: str = ""


@dataclass(frozen=True)
class TieShare:
    """One player's part in a tie-break: a figure (points, or the rank of a card with the icon of its `suit`), what it
    was in words, and whether this player took the win or the last place by it.
    """

    seat: int
    figure: str
    suit: str
    words: str
    is_taken: bool


@dataclass(frozen=True)
class TieBreak:
    """What broke a tie at one `end` ("top" or "bottom"): `how` in a few words, `asks` a sentence before the shares."""

    end: str
    how: str
    asks: str
    shares: Sequence[TieShare]


class Display:
    """How a game presents a match. Methods that raise NotImplementedError must be overridden."""

    # The game's word for a round, whether the lowest total is circled on the sheet, and the terms of the call-outs for
    # one player overtaking another.
    round_word = "round"
    has_circle = False
    passing: Collection[str] = ()

    def length(self, state: MatchState) -> int:
        """Return how many rounds the match will have, as far as that is known."""
        raise NotImplementedError

    def state(self, state: MatchState) -> str:
        """Return the progress in a few words, for lists: `hand 4 of 20`."""
        raise NotImplementedError

    def standing(self, state: MatchState) -> str:
        """Return one or two sentences on the standings, for the head of the sheet."""
        raise NotImplementedError

    def sheet(self, state: MatchState) -> Screen:
        """Return the score sheet."""
        raise NotImplementedError

    def wall(self, state: MatchState) -> Screen:
        """Return the scoreboard for the wall page."""
        raise NotImplementedError

    def chances(self, state: MatchState) -> Chances | None:
        """Return who can still win or lose; None where the sheet does not determine it."""
        return None

    def callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """Return the call-outs of the match, newest first."""
        return ()

    def closing_callouts(self, state: MatchState) -> Sequence[CallOutLine]:
        """Return the call-outs for the finish page, the most important first: each kind once, as it was last made."""
        return list({each.term: each for each in reversed(self.callouts(state))}.values())[::-1]

    def ending(self, state: MatchState) -> Sequence[str]:
        """Return sentences on how ties were settled, where the sheet does not show it."""
        return ()

    def ties(self, state: MatchState) -> Sequence[str]:
        """Return sentences on what settled ties at the end; the night report repeats them."""
        return ()

    def tie_breaks(self, sheet: Any) -> Sequence[TieBreak]:
        """Return what broke the ties at the top and at the bottom, with everybody's part in it."""
        return ()

    def remarks(self, state: MatchState) -> Sequence[str]:
        """Return the sheet's warnings as sentences; Dogs of War names a card that was counted twice."""
        return [with_names(notice.message, shortened(state.names)) for notice in state.sheet.warnings]

    def goal(self, state: MatchState) -> int | None:
        """Return the total at which the game ends; None for a game that is not played to a total."""
        return None

    def now(self, state: MatchState) -> Now:
        """Return the round being played in an open match."""
        return Now(len(state.sheet.lines) + 1)

    def waits(self, state: MatchState) -> str:
        """Return what an open match waits for: `Waits for the tricks`."""
        raise NotImplementedError

    def place(self, state: MatchState) -> str:
        """Return the position of an open match in words: `hand 4`, `game 2, round 6`."""
        return numbered(self.round_word, self.now(state).number)

    def go_on(self, state: MatchState) -> str:
        """Return the label of the button that leads to the table: `Continue: hand 4`."""
        is_over = state.sheet.finished and not state.sheet.needs
        return _("Continue") if is_over else _("Continue: {round}").format(round=self.place(state))


# The cells of one round of a score sheet as HTML, without templates, which would be slow; they hold only numbers.


CSS = {"": "", "top": " mark-top", "low": " mark-low"}


def total(figure: object, link: str, mark: str = "") -> str:
    """Return a total that links to the history of its cell; `mark` is "top", "low" or ""."""
    marked = {"": "", "top": _("top"), "low": _("bottom")}[mark]
    after = f'<span class="vh"> {marked}</span>' if marked else ""
    return f'<a href="{link}" class="fig mark{CSS[mark]}"><span class="vh">{_("total")} </span>{figure}{after}</a>'


def cell(inner: str, css: str = "", corner: str = "") -> str:
    """Return one seat's cell; `corner` is the screen-reader text of its marked corner ("" for none)."""
    css = " ".join(filter(None, ("cell", css, "is-dealer" if corner else "")))
    hidden = f'<span class="vh">{corner}, </span>' if corner else ""
    return f'<td><div class="{css}">{hidden}{inner}</div></td>'


def joined(cells: Iterable[str]) -> SafeString:
    """Return a row as safe HTML: the cells hold numbers and our own markup, nothing that a person typed."""
    return SafeString("".join(cells))


# How a game describes the end of a match: the margin, why it ended so, a reason per seat, and a section of its own.


MOST_PIPS = 8  # games; more are shown as a figure only
PIP = 26


@dataclass(frozen=True)
class Pips:
    """The games of a series as drawn: `won` of so many that win it."""

    won: int
    to_win: int

    @property
    def drawn(self) -> list[tuple[bool, int]]:
        """Return for each game whether it is won, and its x coordinate in pixels; [] for more than MOST_PIPS."""
        return [(at < self.won, PIP * at + 2) for at in range(self.to_win)] if self.to_win <= MOST_PIPS else []

    @property
    def width(self) -> int:
        """The width of the drawing in pixels."""
        return PIP * self.to_win + 2


NO_REASONS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Finish:
    """A game's part of the final page.

    `margin` follows the word “Winner” (“by 12”), `why` are sentences below the winner's name, `reasons` are sentences
    below the other names by seat, and `section` is a part of the page for this game alone. With `to_win` the total is
    drawn as pips of so many games; `has_run` says whether the running totals are drawn, and `along` labels their rounds
    (else by number).
    """

    margin: str = ""
    why: Sequence[str] = ()
    reasons: Mapping[int, str] = field(default_factory=lambda: NO_REASONS)
    section: Screen | None = None
    to_win: int = 0
    has_run: bool = True
    along: Mapping[int, str] = field(default_factory=lambda: NO_REASONS)


def plain_finish(state: MatchState) -> Finish:
    """Return the finish by totals, for a game that has nothing to add."""
    return Finish(margin(state), (), behind(state))


def margin(state: MatchState, points: str = "") -> str:
    """`by 12`, `by 2 games`, `shared, level on 34`; "" where nobody has won. `points` is what the totals count, such as
    `game`.
    """
    sheet = state.sheet
    best = [sheet.totals[seat] for seat in sheet.winners]
    others = [total for seat, total in sheet.totals.items() if seat not in sheet.winners]
    if len(best) > 1:
        return _("shared, level on {points}").format(points=best[0])
    lead = best[0] - max(others) if best and others else 0
    if lead <= 0:
        return ""
    return _("by {points}").format(points=so_many(points, lead) if points else lead)


def behind(state: MatchState) -> dict[int, str]:
    """Return by seat how many points each player but the winners ended behind. That a place is shared, 4= says."""
    sheet = state.sheet
    best = max(sheet.totals.values(), default=0)
    return {seat: _behind(best - total) for seat, total in sheet.totals.items() if seat not in sheet.winners}


def _behind(points: int) -> str:
    return _("{points} behind.").format(points=points) if points > 0 else ""
