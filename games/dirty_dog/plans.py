"""Plans of hands for several tables and for play-offs, and the plan as a bar chart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.base.display import Screen
from games.base.groups import FirstDeal, Groups, Plan, PlayoffOptions, Stakes
from games.base.table_game import Unreadable
from games.base.wording import in_words
from games.dirty_dog import wording
from scoring.competition.playoffs import LARGEST_GROUP
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.entries import MOST
from scoring.dirty_dog.plan import LONGEST_PLAN, largest_hand, most_cards, most_seats, planned_cards, proposals
from scoring.messages import translated
from scoring.options import for_all_tables

# The shapes that a plan can have, each with its hands: buttons fill them in.


@dataclass(frozen=True)
class Shape:
    """A plan up to the largest hand that was chosen: `key` is that of its button, `cards` the sizes of its hands."""

    key: str
    words: str
    cards: Sequence[int]

    @property
    def hands(self) -> str:
        return wording.hands(len(self.cards))


def shapes(seats: int, top: int) -> list[Shape]:
    """Return the shapes for so many players up to `top` cards: from one card on, from two cards on, and always the
    same, as often as everybody deals once. Up and down from one card is the usual plan.
    """
    always = Shape("always", _("Always {most}").format(most=top), [top] * seats)
    return [shape for least in (1, 2) if least < top for shape in _from(least, top)] + [always]


def _from(least: int, top: int) -> list[Shape]:
    up, down = list(range(least, top + 1)), list(range(top, least - 1, -1))
    words = {
        "up": (_("Up: {least} to {most}"), up),
        "down": (_("Down: {most} to {least}"), down),
        "down-up": (_("Down and up: {most} to {least} to {most}"), [*down, *up[1:]]),
        "up-down": (_("Up and down: {least} to {most} to {least}"), [*up, *down[1:]]),
    }
    return [Shape(f"{key}-{least}", text.format(least=least, most=top), cards) for key, (text, cards) in words.items()]


# The plan as a bar chart: one bar per hand, as high as its cards; lengths are in pixels of the drawing.


STEP, TOP, FLOOR, CROWDED = 31, 2.0, 100.0, 24


@dataclass(frozen=True)
class Bar:
    """The bar of one hand; `was` is how much higher it was before a latecomer made the hand smaller, `label` is ""
    where it would not fit.
    """

    css: str
    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    was: float = 0.0

    @property
    def top(self) -> float:
        """The y of the bar’s top before the change."""
        return round(self.y - self.was, 1)


@dataclass(frozen=True)
class Bars:
    """The chart: its size, and a bar per hand."""

    width: int
    height: int
    bars: Sequence[Bar]


def draw(cards: Sequence[int], *, done: int = 0, now: bool = False, was: Sequence[int] = ()) -> Bars:
    """Return the chart of hands of so many cards; `done` hands are played, `now` marks the one after them, `was` are
    the earlier sizes.
    """
    width = STEP * min(max(len(cards), 1), CROWDED)
    step = width / max(len(cards), 1)
    unit = (FLOOR - TOP) / max([*cards, *was, 1])
    every = -(-len(cards) // CROWDED)
    bars = [
        _bar(place, size, step, unit, _css(place, done, now=now), str(size) if place % every == 0 else "", before)
        for place, (size, before) in enumerate(zip(cards, was or cards, strict=True))
    ]
    return Bars(width, 120, bars)


def _css(place: int, done: int, *, now: bool) -> str:
    if place < done:
        return "plan-done"
    return "plan-now" if now and place == done else "plan-bar"


def _bar(place: int, size: int, step: float, unit: float, css: str, label: str, before: int) -> Bar:
    left, width, height = place * step + 2, max(step - 4, 1), size * unit
    return Bar(
        css=css,
        x=round(left, 1),
        y=round(FLOOR - height, 1),
        width=round(width, 1),
        height=round(height, 1),
        middle=round(left + width / 2, 1),
        label=label,
        was=round((before - size) * unit, 1) if before > size else 0.0,
    )


# Plans for several tables of one night, with the same number of hands at each (DD-45, HR-DD-16).


LOWEST_TOP = 3
SHORT_EVENING = 14  # the most hands of a plan where final tables follow


def _fair(sizes: Sequence[int], top: int) -> Plan:
    fair = Counter(proposals(size, top, 1)[0].hands for size in sizes)
    return _plan(top, min(fair, key=lambda each: (-fair[each], each)))


def _plan(top: int, hands: int) -> Plan:
    """Return the plan that goes up to `top` cards and down again in so many hands."""
    often = hands - 2 * (top - 1)
    climb = tuple(range(1, top))
    words, many = _("{hands} up to {cards}"), wording.hands(hands)
    description = words.format(hands=many, cards=wording.cards(top))
    return Plan(str(top), top, many, description, _("1 card each"), climb + (top,) * often + climb[::-1])


class DirtyDogGroups(Groups):
    most = LARGEST_GROUP
    agreed = LARGEST_GROUP + 1

    @property
    def question(self) -> str:
        return _("Deal cards face up until the first Jack falls. Who got it?")

    def warning(self, sizes: Sequence[int]) -> str:
        """Return what the sheet of the smallest group will warn about its size (DD-01, HR-DD-03); "" for none."""
        least = min(sizes, default=0)
        if least < DIRTY_DOG.seats[0]:
            return ""
        notices = DIRTY_DOG.start(least, Options(plan=(1,), over_ten=True)).warnings
        return next((translated(notice.message) for notice in notices if notice.code == "few-players"), "")

    def plans(self, options: Options, sizes: Sequence[int]) -> list[Plan]:
        """Return one plan per size of the largest hand, which follows the decks. Each has as many hands as let most
        tables deal equally often, and the fewer where two numbers tie.
        """
        most = most_cards(max(sizes), decks=options.decks)
        return [_fair(sizes, top) for top in range(min(LOWEST_TOP, most), most + 1)]

    def own(self, options: Options, sizes: Sequence[int], figure: int | None, hands: int) -> Plan:
        """Return the plan with any agreed number of hands (DD-45), up to `figure` cards or as many as it reaches."""
        if not 1 <= hands <= LONGEST_PLAN:
            raise Unreadable(_("A table can play 1 to {most} hands.").format(most=LONGEST_PLAN), "hands")
        top = figure or min(most_cards(max(sizes), decks=options.decks), (hands + 1) // 2)
        if hands < 2 * top - 1:
            words = _("{hands} do not reach {cards} and come down again: agree on {least} or more, or on fewer cards.")
            least = wording.hands(2 * top - 1)
            sentence = words.format(hands=wording.hands(hands), cards=wording.cards(top), least=least)
            raise Unreadable(sentence, "hands")
        return _plan(top, hands)

    def usual(self, offered: Sequence[Plan], stages: int) -> Plan:
        """Return the longest plan of a short evening where final tables follow, else that with the largest hands."""
        short = [plan for plan in offered if len(plan.cards) <= SHORT_EVENING]
        return (short or offered[:1])[-1] if stages > 1 else offered[-1]

    def options(self, options: Options, size: int, plan: Plan, first: FirstDeal) -> Options:
        """Return the options of one table: in the form that a single table would use if that gives the same hands, else
        the hands one by one.
        """
        crowd = size > LARGEST_GROUP
        alone = replace(options, plan=None, max_cards=plan.figure, max_hands=None, over_ten=crowd)
        agreed = alone if planned_cards(size, alone) == tuple(plan.cards) else self.common(options, plan, size)
        return replace(agreed, first_dealer=first.seat, first_jack=first.by_jack)

    def common(self, options: Options, plan: Plan, largest: int) -> Options:
        """Return the plan as options for tables of any size up to `largest`; more than ten at one table is agreed
        explicitly (HR-DD-03).
        """
        cards, crowd = tuple(plan.cards), largest > LARGEST_GROUP
        return replace(options, plan=cards, max_cards=None, max_hands=None, over_ten=crowd)

    def roles(self, size: int, plan: Plan) -> Mapping[int, str]:
        last = (len(plan.cards) - 1) % size
        return {last: _("deals last"), 1 % size: _("leads"), 0: _("deals first")}

    def drawing(self, plan: Plan) -> Screen:
        return Screen("games/dirty_dog/_plan.html", {"bars": draw(plan.cards)})

    def dealt(self, sizes: Sequence[int], plan: Plan) -> str:
        """Return in words who deals how often, such as `two each to deal`. An equal number of hands at each table has
        priority over an equal number of deals.
        """
        hands = len(plan.cards)
        if len(set(sizes)) == 1 and hands % sizes[0] == 0:
            return _("{times} each to deal").format(times=in_words(hands // sizes[0]))
        return _("equally many at each table, so not everybody deals equally often")


GROUPS = DirtyDogGroups()


# Dirty Dog in a play-off: the same hands at every table of a stage, as large as the largest table can deal (DD-45).


class DirtyDogPlayoffOptions(PlayoffOptions):
    has_dealer = True

    def agreed(self, options: Options, sizes: Sequence[int]) -> Options:
        """Return one plan for all groups; an equal number of hands has priority over everybody dealing equally often
        (HR-DD-16).
        """
        plan = planned_cards(max(sizes), options)
        return replace(for_all_tables(options), plan=plan, max_cards=None, max_hands=None)

    def table(self, options: Options, sizes: Sequence[int], first: FirstDeal, stakes: Stakes) -> Options:
        """Return the options of one table. More than ten seats are allowed where a table needs them: a latecomer of a
        group has a seat at a final table even if it is the eleventh.
        """
        crowd = options.over_ten or max(sizes) > MOST
        most = largest_hand(max(sizes), options)
        plan = tuple(min(cards, most) for cards in options.plan or ())
        at_table = {"first_dealer": first.seat, "first_jack": first.by_jack, "stakes": stakes, "over_ten": crowd}
        return replace(options, plan=plan, **at_table)

    def hands(self, options: Options) -> int:
        return len(options.plan or ())

    most = staticmethod(most_seats)


PLAYOFF_OPTIONS = DirtyDogPlayoffOptions()
