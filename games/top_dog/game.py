"""The `TableGame` of Top Dog; its methods call the modules of this package."""

from games.base.statistics import TOTALS, RecordCategories, best, climb
from games.base.table_game import TableGame
from games.entries.match_state import MatchState
from games.top_dog import demo, screen, setup, statistics, wording
from games.top_dog.display import DISPLAY, finish
from games.top_dog.pdf import PRINTS
from games.top_dog.screen import offline_forms
from games.top_dog.statistics import FACTS
from games.top_dog.wording import ROUNDS, STUCK
from scoring.top_dog import TOP_DOG


class TopDog(TableGame):
    engine = TOP_DOG
    display = DISPLAY
    correction = ROUNDS.correction
    paper = ROUNDS.paper
    actions = (STUCK,)
    trophies = ("Top Dog Collar", "Bottom Dog Bowl")
    prints = PRINTS
    reads_photos = True
    has_bots = True
    facts = FACTS
    record_categories = RecordCategories((*TOTALS, best("round"), climb("round")))

    screen = staticmethod(screen.screen)
    drafts = staticmethod(ROUNDS.drafts)
    last_step = staticmethod(ROUNDS.last_step)
    undone = staticmethod(wording.undone)
    differences = staticmethod(ROUNDS.differences)
    entry_in_words = staticmethod(ROUNDS.in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(ROUNDS.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    offline_forms = staticmethod(offline_forms)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def shows_last_round(self, state: MatchState) -> bool:
        return False
