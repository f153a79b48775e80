"""Dirty Dog in a play-off: the same hands at every table of a stage, as large as the largest table can deal (DD-45)."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.base.results.playoff_options import FirstDeal, PlayoffOptions, Stakes
from scoring.dirty_dog import Options
from scoring.dirty_dog.plan import MOST, most_cards, most_seats, planned_cards


class DirtyDogPlayoffOptions(PlayoffOptions):
    has_dealer = True

    def agreed(self, options: Options, sizes: Sequence[int]) -> Options:
        """Return one plan for all groups; an equal number of hands has priority over everybody dealing equally often
        (HR-DD-16).
        """
        plan = planned_cards(max(sizes), options)
        return Options(plan=plan, full_deck_hand=options.full_deck_hand, over_ten=options.over_ten)

    def table(self, options: Options, sizes: Sequence[int], first: FirstDeal, stakes: Stakes) -> Options:
        """Return the options of one table. More than ten seats are allowed where a table needs them: a latecomer of a
        group has a seat at a final table even if it is the eleventh.
        """
        crowd = options.over_ten or max(sizes) > MOST
        most = most_cards(max(sizes), full_deck=options.full_deck_hand)
        plan = tuple(min(cards, most) for cards in options.plan or ())
        at_table = {"first_dealer": first.seat, "first_jack": first.by_jack, "stakes": stakes, "over_ten": crowd}
        return replace(options, plan=plan, **at_table)

    def hands(self, options: Options) -> int:
        return len(options.plan or ())

    def most(self, options: Options) -> int:
        return most_seats(options)


PLAYOFF_OPTIONS = DirtyDogPlayoffOptions()
