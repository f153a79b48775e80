"""The setup of a match of Pack o’ Dogs: which mode, and how many games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.display import Screen
from games.base.form_parsing import check_known
from games.base.table_game import Unreadable
from scoring.base import RuleError
from scoring.messages import translated
from scoring.pack_o_dogs import PACK_O_DOGS, Options

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
