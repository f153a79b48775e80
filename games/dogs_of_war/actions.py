"""The actions of Dogs of War beside the usual plays of a year: Betrayal, an extra captain, a move without a soldier,
and the entry of the house values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.names import shortened
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.dogs_of_war.final_values_entry import ONLY_THE_END, TRACK_DIFFERS
from games.dogs_of_war.open_year import number, numbered, seat, sheet_of, step_of
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import BattleLine
from scoring.dogs_of_war.step import BattleStep

# Questions shared by the actions: who, and in which battle.


@dataclass(frozen=True)
class Choice:
    """One answer, shown as a key."""

    value: str
    label: str
    is_chosen: bool


def is_year(state: MatchState) -> bool:
    """Whether a year is open, its houses paired."""
    return sheet_of(state).open is not None and not sheet_of(state).finished


def battles(state: MatchState) -> list[BattleStep]:
    """The battles of the open year that are, or may be, recorded by plays; [] where no year is open."""
    return [each for each in step_of(sheet_of(state)).battles if each.loggable] if is_year(state) else []


def takes_plays(state: MatchState) -> bool:
    """Whether a battle of the open year takes plays."""
    return bool(battles(state))


def players(state: MatchState, form: QueryDict) -> list[Choice]:
    """One choice per seat."""
    names = shortened(state.names)
    return [Choice(str(at), names[at], form.get("seat") == str(at)) for at in sheet_of(state).active_seats]


def fights(state: MatchState, form: QueryDict) -> list[Choice]:
    """One choice per battle that takes plays: `1: Talbot against Harlow`. A single battle is chosen in advance."""
    fought = battles(state)
    chosen = form.get("battle", str(fought[0].battle) if len(fought) == 1 else "")
    words = _("{number}: {house} against {other}")
    return [
        Choice(str(each.battle), words.format(number=each.battle + 1, **_houses(each.line)), chosen == str(each.battle))
        for each in fought
        if each.line
    ]


def _houses(line: BattleLine) -> dict[str, str]:
    return {"house": line.houses[0], "other": line.houses[1]}


def who(form: QueryDict) -> int:
    """Return the seat chosen in the form. Raises Unreadable where there is none."""
    seat_number = seat(form, "seat")
    if seat_number is None:
        raise Unreadable(_("Tap who it is."), "seat")
    return seat_number


def where(form: QueryDict) -> int:
    """Return the battle (from 0) chosen in the form. Raises Unreadable where there is none."""
    number = seat(form, "battle")
    if number is None:
        raise Unreadable(_("Tap the battle."), "battle")
    return number


def offline_action(
    what: str, title: str, about: str, entry_label: str, questions: Sequence[tuple[str, str, list[Choice]]]
) -> OfflineAction:
    """Return the questions as one form for a tablet without network; `questions` are field, label and choices. The
    entry is for the year that was open at the last contact.
    """
    rows = "games/dogs_of_war/offline_actions/_questions.html"
    return OfflineAction(what, title, about, rows, entry_label, availability="beside", more={"questions": questions})


# Betrayal played on a battle: from now on that player may stand on both its sides (DW-21).


def betrayal_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who played Betrayal, on which battle."""
    context = {"players": players(state, form), "battles": fights(state, form)}
    return Screen("games/dogs_of_war/actions/betrayal.html", context)


def betrayal_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `betrayal` entry. Raises Unreadable where an answer is missing."""
    return numbered(form, [("betrayal", {"battle": where(form), "seat": who(form)})])


def offline_betrayal(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no battle takes plays."""
    if not takes_plays(state):
        return None
    return offline_action(
        "betrayal",
        _("Who betrays whom?"),
        _("With Betrayal one may stand on both sides of one battle, for the rest of this year."),
        _("Betrayal: {}"),
        [
            ("seat", _("Who"), players(state, QueryDict())),
            ("battle", _("Battle"), fights(state, QueryDict())),
        ],
    )


BETRAYAL = TableAction(
    "betrayal",
    gettext_lazy("Betrayal was played"),
    betrayal_screen,
    betrayal_drafts,
    takes_plays,
    offline=offline_betrayal,
)


# An extra captain for a player this year: the reward of a space, or a bonus that was not recorded (DW-15, DW-25).


MOST_GAINED = 3


def gain_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who gains captains, and how many."""
    context = {"players": players(state, form), "counts": _counts(form.get("captains", "1"))}
    return Screen("games/dogs_of_war/actions/gain.html", context)


def _counts(chosen: str) -> list[Choice]:
    return [Choice(str(count), str(count), chosen == str(count)) for count in range(1, MOST_GAINED + 1)]


def gain_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `gain` entry. Raises Unreadable where an answer is missing."""
    count = number(form, "captains")
    if count is None:
        raise Unreadable(_("Tap how many captains."), "captains")
    return numbered(form, [("gain", {"seat": who(form), "captains": count})])


def offline_gain(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no year is open."""
    if not is_year(state):
        return None
    return offline_action(
        "gain",
        _("Who gains a captain?"),
        _("A captain from a space, a card or a bonus counts on top of those of the year."),
        _("Extra captain: {}"),
        [("seat", _("Who"), players(state, QueryDict())), ("captains", _("How many"), _counts("1"))],
    )


GAIN = TableAction("gain", gettext_lazy("Extra captain"), gain_screen, gain_drafts, is_year, offline=offline_gain)


# A move of the tracker without a soldier: by the effect of a space, or a card (DW-53).


USUAL_SPACES = range(1, 8)


def move_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: who, towards which house, how many spaces. The house determines the battle, because
    each house fights once a year.
    """
    context = {"players": players(state, form), "houses": _houses_to_choose(state, form), "spaces": _spaces(form)}
    return Screen("games/dogs_of_war/actions/move.html", context)


def _houses_to_choose(state: MatchState, form: QueryDict) -> list[Choice]:
    houses = [house for each in battles(state) if each.line for house in each.line.houses]
    return [Choice(house, house, form.get("house") == house) for house in houses]


def _spaces(form: QueryDict) -> list[Choice]:
    typed = form.get("spaces", "")
    return [Choice(str(count), str(count), typed == str(count)) for count in USUAL_SPACES]


def move_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `play` entry. Raises Unreadable where an answer is missing."""
    house, spaces = form.get("house", ""), number(form, "spaces")
    battle = next((each.battle for each in battles(state) if each.line and house in each.line.houses), None)
    if battle is None:
        raise Unreadable(_("Tap the house it moves to."), "house")
    if spaces is None:
        raise Unreadable(_("Tap how many spaces."), "spaces")
    return numbered(form, [("play", {"battle": battle, "seat": who(form), "house": house, "spaces": spaces})])


def offline_move(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no battle takes plays."""
    if not takes_plays(state):
        return None
    nothing = QueryDict()
    return offline_action(
        "play",
        _("Which way, and how far?"),
        _("A space or a card moves the tracker by itself: no soldier, no captain. It stops at 15 like any other."),
        _("A move without a soldier: {}"),
        [
            ("seat", _("Who"), players(state, nothing)),
            ("house", _("Towards"), _houses_to_choose(state, nothing)),
            ("spaces", _("Spaces"), _spaces(nothing)),
        ],
    )


MOVE = TableAction(
    "move", gettext_lazy("A move without a soldier"), move_screen, move_drafts, takes_plays, offline=offline_move
)


ACTIONS = (BETRAYAL, MOVE, GAIN, ONLY_THE_END, TRACK_DIFFERS)
