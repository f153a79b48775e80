"""The `TableGame` of Pack o’ Dogs and the setup of a match; its other methods call the modules of this package."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.models import Player
from games.base.display import Screen
from games.base.form_parsing import check_known
from games.base.statistics import HIGHEST, RecordCategories, best, climb
from games.base.table_game import TableGame, Unreadable
from games.entries.match_state import MatchState
from games.pack_o_dogs import demo, round_entries, round_screen, statistics, wording
from games.pack_o_dogs.display import DISPLAY, finish
from games.pack_o_dogs.pdf import PRINTS
from games.pack_o_dogs.round_entries import CORRECTION, PAPER
from games.pack_o_dogs.round_entries import drafts as read_form
from games.pack_o_dogs.statistics import FACTS
from games.rounds.stop import stop_action
from scoring.base import RuleError
from scoring.messages import translated
from scoring.pack_o_dogs import PACK_O_DOGS, Options

# The setup of a match of Pack o’ Dogs: which mode, and how many games.


MODES = (
    (
        "complex",
        gettext_lazy("Complex"),
        gettext_lazy("Best of seven rounds. Packs, streaks and late rounds multiply."),
    ),
    ("base", gettext_lazy("Base"), gettext_lazy("Capture cards. The bigger pile wins.")),
)
OFFERED = (1, 2, 3, 4, 5)
USUAL = {"complex": 3, "base": 1}  # HR-PK-04


@dataclass(frozen=True)
class Mode:
    """One of the two modes, with a sentence about it."""

    key: str
    name: str
    words: str
    is_chosen: bool


def options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the agreed options. Raises Unreadable for an unknown mode or number of games, RuleError where the rules
    forbid the options.
    """
    check_known(form, "mode", USUAL)
    agreed = Options(mode=_mode(form), games=_games(form))
    PACK_O_DOGS.start(len(players), agreed)
    return agreed


def setup(players: Sequence[Player], form: QueryDict) -> Screen:
    """Return the setup page with the answers so far."""
    mode, wrong = _mode(form), ""
    try:
        games = _games(form)
    except Unreadable as error:
        games, wrong = USUAL[mode], error.message
    context = {
        "modes": [Mode(key, str(name), str(words), key == mode) for key, name, words in MODES],
        "mode": mode,
        "offered": [(number, number == games) for number in OFFERED],
        "games_wrong": wrong,
        "is_two": len(players) == PACK_O_DOGS.seats[0],
        "players_wrong": _refused(len(players)),
    }
    return Screen("games/pack_o_dogs/setup.html", context)


def _refused(players: int) -> str:
    """Return why this number of players cannot play; "" where it can, or nobody is chosen yet."""
    try:
        PACK_O_DOGS.start(players, Options())
    except RuleError as error:
        return translated(error.message) if players else ""
    return ""


def _mode(form: QueryDict) -> Literal["complex", "base"]:
    return "base" if form.get("mode") == "base" else "complex"


def _games(form: QueryDict) -> int:
    """Return the number of games chosen for this mode, else the mode’s usual number. Raises Unreadable."""
    text, mode = form.get("games", ""), _mode(form)
    if not text or form.get("games_of", mode) != mode:
        return USUAL[mode]
    if text not in map(str, OFFERED):
        raise Unreadable(_("Tap how many games you play."), "games")
    return int(text)


# The `TableGame` of Pack o’ Dogs; its methods call the modules of this package.


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
    options = staticmethod(options)
    setup = staticmethod(setup)
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

    offline_forms = staticmethod(round_screen.offline_forms)
