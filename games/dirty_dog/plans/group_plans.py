"""Tables of one night side by side: plans by which all play equally many hands (DD-45, HR-DD-16)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.base.display import Screen
from games.base.entry.names import counted
from games.base.results.playoff_options import FirstDeal
from games.base.results.titles import in_words
from games.base.table_game import Groups, Plan
from games.dirty_dog.plans import plan_chart
from scoring.competition.playoffs import LARGEST_GROUP
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.plan import most_cards, planned_cards, proposals
from scoring.messages import spoken

LOWEST_TOP = 3
SHORT_EVENING = 14  # hands, when final tables are to come


def plans(sizes: Sequence[int]) -> list[Plan]:
    """A largest hand each, with as many hands as let most tables deal equally often; the fewer where they differ."""
    most = most_cards(max(sizes))
    return [_plan(sizes, top) for top in range(min(LOWEST_TOP, most), most + 1)]


def _plan(sizes: Sequence[int], top: int) -> Plan:
    fair = Counter(proposals(size, top, 1)[0].hands for size in sizes)
    hands = min(fair, key=lambda each: (-fair[each], each))
    often = hands - 2 * (top - 1)
    climb = tuple(range(1, top))
    story = f"{counted(hands, 'hand')} up to {counted(top, 'card')}"
    return Plan(str(top), top, counted(hands, "hand"), story, "1 card each", climb + (top,) * often + climb[::-1])


def usual(offered: Sequence[Plan], stages: int) -> Plan:
    """Before final tables the longest of a short evening; otherwise the whole deck."""
    short = [plan for plan in offered if len(plan.cards) <= SHORT_EVENING]
    return (short or offered[:1])[-1] if stages > 1 else offered[-1]


def options(size: int, plan: Plan, first: FirstDeal) -> Options:
    """As one table alone would write it, where it would deal the same; otherwise hand by hand."""
    alone = Options(max_cards=plan.figure, over_ten=size > LARGEST_GROUP)
    agreed = alone if planned_cards(size, alone) == tuple(plan.cards) else common(plan, size)
    return replace(agreed, first_dealer=first.seat, first_jack=first.by_jack)


def common(plan: Plan, largest: int) -> Options:
    """The plan as tables of any size can play it; more than ten at one is agreed outright (HR-DD-03)."""
    return Options(plan=tuple(plan.cards), over_ten=largest > LARGEST_GROUP)


def roles(size: int, plan: Plan) -> Mapping[int, str]:
    last = (len(plan.cards) - 1) % size
    return {last: "deals last", 1 % size: "leads", 0: "deals first"}


def drawing(plan: Plan) -> Screen:
    return Screen("games/dirty_dog/_plan.html", {"bars": plan_chart.draw(plan.cards)})


def dealt(sizes: Sequence[int], plan: Plan) -> str:
    """`two each to deal`; equal numbers of hands come before equal numbers of deals."""
    hands = len(plan.cards)
    if len(set(sizes)) == 1 and hands % sizes[0] == 0:
        return f"{in_words(hands // sizes[0])} each to deal"
    return "equally many at each table, so not everybody deals equally often"


def warning(sizes: Sequence[int]) -> str:
    """What the sheet of the smallest group will say of its size (DD-01, HR-DD-03)."""
    least = min(sizes, default=0)
    if least < DIRTY_DOG.seats[0]:
        return ""
    notices = DIRTY_DOG.start(least, Options(plan=(1,), over_ten=True)).warnings
    return next((spoken(notice.message) for notice in notices if notice.code == "few-players"), "")


GROUPS = Groups(
    most=LARGEST_GROUP,
    agreed=LARGEST_GROUP + 1,
    asks="Deal cards face up until the first Jack falls. Who got it?",
    warning=warning,
    plans=plans,
    usual=usual,
    options=options,
    roles=roles,
    drawing=drawing,
    common=common,
    dealt=dealt,
)
