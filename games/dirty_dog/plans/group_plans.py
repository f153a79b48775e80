"""Plans for several tables of one night, with the same number of hands at each (DD-45, HR-DD-16)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.base.display import Screen
from games.base.groups import Groups, Plan
from games.base.results.playoff_options import FirstDeal
from games.base.results.titles import in_words
from games.dirty_dog import words as so_many
from games.dirty_dog.plans import plan_chart
from scoring.competition.playoffs import LARGEST_GROUP
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.plan import most_cards, planned_cards, proposals
from scoring.messages import translated

LOWEST_TOP = 3
SHORT_EVENING = 14  # the most hands of a plan where final tables follow


def _plan(sizes: Sequence[int], top: int) -> Plan:
    fair = Counter(proposals(size, top, 1)[0].hands for size in sizes)
    hands = min(fair, key=lambda each: (-fair[each], each))
    often = hands - 2 * (top - 1)
    climb = tuple(range(1, top))
    words, many = _("{hands} up to {cards}"), so_many.hands(hands)
    description = words.format(hands=many, cards=so_many.cards(top))
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

    def plans(self, sizes: Sequence[int]) -> list[Plan]:
        """Return one plan per size of the largest hand. Each has as many hands as let most tables deal equally often,
        and the fewer where two numbers tie.
        """
        most = most_cards(max(sizes))
        return [_plan(sizes, top) for top in range(min(LOWEST_TOP, most), most + 1)]

    def usual(self, offered: Sequence[Plan], stages: int) -> Plan:
        """Return the longest plan of a short evening where final tables follow, else that with the largest hands."""
        short = [plan for plan in offered if len(plan.cards) <= SHORT_EVENING]
        return (short or offered[:1])[-1] if stages > 1 else offered[-1]

    def options(self, size: int, plan: Plan, first: FirstDeal) -> Options:
        """Return the options of one table: in the form that a single table would use if that gives the same hands, else
        the hands one by one.
        """
        alone = Options(max_cards=plan.figure, over_ten=size > LARGEST_GROUP)
        agreed = alone if planned_cards(size, alone) == tuple(plan.cards) else self.common(plan, size)
        return replace(agreed, first_dealer=first.seat, first_jack=first.by_jack)

    def common(self, plan: Plan, largest: int) -> Options:
        """Return the plan as options for tables of any size up to `largest`; more than ten at one table is agreed
        explicitly (HR-DD-03).
        """
        return Options(plan=tuple(plan.cards), over_ten=largest > LARGEST_GROUP)

    def roles(self, size: int, plan: Plan) -> Mapping[int, str]:
        last = (len(plan.cards) - 1) % size
        return {last: _("deals last"), 1 % size: _("leads"), 0: _("deals first")}

    def drawing(self, plan: Plan) -> Screen:
        return Screen("games/dirty_dog/_plan.html", {"bars": plan_chart.draw(plan.cards)})

    def dealt(self, sizes: Sequence[int], plan: Plan) -> str:
        """Return in words who deals how often, such as `two each to deal`. An equal number of hands at each table has
        priority over an equal number of deals.
        """
        hands = len(plan.cards)
        if len(set(sizes)) == 1 and hands % sizes[0] == 0:
            return _("{times} each to deal").format(times=in_words(hands // sizes[0]))
        return _("equally many at each table, so not everybody deals equally often")


GROUPS = DirtyDogGroups()
