"""The line of each group once the groups are over: who goes up and why, plays off, sits out or goes home."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.capitals import capital
from clubs.models import Player
from games.base.entry.card_pull import card_name
from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.models import Match
from leagues.playoffs.groups import Group
from leagues.playoffs.state import State
from leagues.playoffs.tables import Chair
from leagues.playoffs.wording import short

UP, DOWN, OUT = gettext_lazy("goes up"), gettext_lazy("plays off"), gettext_lazy("sits out")
LEVEL, HOME, LEFT = gettext_lazy("pulls a card"), gettext_lazy("goes home"), gettext_lazy("left early")


@dataclass(frozen=True)
class LineRow:
    """A player of a group. `css` are the classes for a line above the row and for its colour if a card pull or a leaver
    decided it.

    `steps_in`: goes up in place of a player who goes home.
    """

    place: int
    player: Player
    total: int
    mark: str
    outcome: Promise
    note: str
    css: str
    steps_in: bool

    @property
    def is_up(self) -> bool:
        return self.outcome == UP


@dataclass(frozen=True)
class LineGroup:
    """A group with its title (`Group A`) and its rows, best first."""

    title: str
    match: Match
    rows: Sequence[LineRow]


def line_groups(state: State) -> list[LineGroup]:
    """Return all groups in order."""
    title = _("Group {letter}")
    return [
        LineGroup(title.format(letter=each.letter), each.table.match, list(line_rows(state, each)))
        for each in state.groups
    ]


def line_rows(state: State, group: Group) -> Iterator[LineRow]:
    """Yield the rows of one group, best first."""
    pulled = {int(key): card_name(card) for pull in group.pulls for key, card in pull.cards.items()}
    names, gone = short(state), list[str]()
    for place, chair in enumerate(group.ranked):
        key = chair.player.pk
        outcome = outcome_of(state, group, chair)
        if outcome == HOME:
            gone.append(names[key])
        steps_in = outcome == UP and place >= state.playoff.advance and bool(gone)
        note = _("for {names}").format(names=listed(gone)) if steps_in else ""
        if key in pulled:
            note = _("pulled {card}").format(card=pulled[key])
        is_lowest_line = bool(group.cut.out) and outcome == DOWN and key == group.cut.stay[0]
        lines = ("is-cut" if place == group.line else "", "is-low" if is_lowest_line else "")
        tints = ("is-moved" if note or outcome == LEVEL else "", "is-out" if outcome in (HOME, LEFT) else "")
        css = " ".join(filter(None, (*lines, *tints)))
        yield LineRow(place + 1, chair.player, chair.total, _mark(group, chair), outcome, note, css, steps_in)


def outcome_of(state: State, group: Group, chair: Chair) -> Promise:
    """Return what follows for the player after the groups: one of UP, DOWN, OUT, LEVEL, HOME, LEFT."""
    key = chair.player.pk
    if key in state.gone:
        return HOME
    if not chair.is_there:
        return LEFT
    parts = ((group.cut.level, LEVEL), (group.cut.advance, UP), (group.cut.out, OUT))
    return next((outcome for keys, outcome in parts if key in keys), DOWN)


def _mark(group: Group, chair: Chair) -> str:
    totals = group.table.final.totals.values()
    if min(totals) == max(totals):
        return ""
    return "top" if chair.total == max(totals) else "low" if chair.total == min(totals) else ""


def line_lead(state: State) -> str:
    """Return `Six go up, five play off, one goes home. Everything is settled.`; "" if the cut is still open."""
    if not state.is_cut:
        return ""
    up, down, out, gone = (len(part) for part in (state.up, state.down, state.out, state.gone))
    counts = (
        (up, ngettext("one goes up", "{number} go up", up)),
        (down, ngettext("one plays off", "{number} play off", down)),
        (out, ngettext("one sits out", "{number} sit out", out)),
        (gone, ngettext("one goes home", "{number} go home", gone)),
    )
    words = ", ".join(phrase.format(number=in_words(count)) for count, phrase in counts if count)
    return _("{counts}. Everything is settled.").format(counts=capital(words))


def line_key(state: State) -> str:
    """Return the legend of the lines in the lists."""
    number = state.playoff.advance
    if not state.out:
        words = ngettext(
            "Thick line: the first of each group goes up to the winners’ table, the others play off at the losers’ "
            "table.",
            "Thick line: the top {number} of each group go up to the winners’ table, the others play off at the "
            "losers’ table.",
            number,
        )
        return words.format(number=in_words(number))
    words = ngettext(
        "Thick line: the first of each group goes up to the winners’ table. Dotted line: whoever is below it plays off "
        "at the losers’ table, whoever is between sits out.",
        "Thick line: the top {number} of each group go up to the winners’ table. Dotted line: whoever is below it "
        "plays off at the losers’ table, whoever is between sits out.",
        number,
    )
    return words.format(number=in_words(number))
