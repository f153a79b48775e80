"""The `TableGame` of Pack o’ Dogs; its methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.base.statistics import HIGHEST, RecordCategories, best, climb
from games.base.table_game import TableGame
from games.entries.match_state import MatchState
from games.pack_o_dogs import demo, offline, round_entries, round_screen, setup, statistics, wording
from games.pack_o_dogs.display import DISPLAY, finish
from games.pack_o_dogs.pdf import PRINTS
from games.pack_o_dogs.round_entries import CORRECTION, PAPER
from games.pack_o_dogs.round_entries import drafts as read_form
from games.pack_o_dogs.statistics import FACTS
from games.rounds.stop import stop_action
from scoring.pack_o_dogs import PACK_O_DOGS, Options


class PackODogs(TableGame):
    engine = PACK_O_DOGS
    display = DISPLAY
    correction = CORRECTION
    paper = PAPER
    actions = (stop_action("HR-PK-08"),)
    trophies = ("Pack Leader’s Bone", "Runt’s Blanket")
    prints = PRINTS
    reads_photos = True
    has_bots = True
    first = pgettext_lazy("to deal the cards", "Deal")
    facts = FACTS
    record_categories = RecordCategories((HIGHEST, best("round"), climb("round")))

    screen = staticmethod(round_screen.screen)
    drafts = staticmethod(read_form)
    last_step = staticmethod(wording.last_step)
    undone = staticmethod(wording.undone)
    differences = staticmethod(round_entries.differences)
    entry_in_words = staticmethod(wording.entry_in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(round_entries.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def shows_last_round(self, state: MatchState) -> bool:
        return False

    def reads_photo_of(self, options: Options) -> bool:
        return options.mode == "base"  # the sheet of the complex game has rows for players, and no marks

    def from_totals(self, totals: Mapping[str, int], winners: Sequence[str] = ()) -> dict[str, Any]:
        """Return a record’s fields beside the players: one base game with the totals as its piles."""
        return {"options": {"mode": "base"}, "rounds": [{"piles": dict(totals)}]}

    offline_forms = staticmethod(offline.offline_forms)
