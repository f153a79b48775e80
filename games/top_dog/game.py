"""The `TableGame` of Top Dog; its methods call the modules of this package."""

from games.base.statistics import TOTALS, RecordCategories, best, climb
from games.base.table_game import TableGame
from games.entries.match_state import MatchState
from games.top_dog import demo, offline, round_wording, screen, setup, statistics
from games.top_dog.display import DISPLAY, finish
from games.top_dog.pdf import PRINTS
from games.top_dog.round_wording import ROUNDS
from games.top_dog.screen_wording import STUCK
from games.top_dog.statistics import FACTS
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
    undone = staticmethod(round_wording.undone)
    differences = staticmethod(ROUNDS.differences)
    entry_in_words = staticmethod(ROUNDS.in_words)
    options = staticmethod(setup.options)
    setup = staticmethod(setup.setup)
    cell = staticmethod(ROUNDS.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)
    offline_forms = staticmethod(offline.offline_forms)

    def shows_last_round(self, state: MatchState) -> bool:
        return False
