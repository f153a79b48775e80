"""The `TableGame` of Top Dog and the setup of a match; its other methods call the modules of this package."""

import re
from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from clubs.models import Player
from games.base.display import Screen
from games.base.names import shortened
from games.base.statistics import TOTALS, RecordCategories, best, climb
from games.base.table_game import TableGame, Unreadable
from games.entries.match_state import MatchState
from games.top_dog import demo, screen, statistics, wording
from games.top_dog.display import DISPLAY, finish
from games.top_dog.pdf import PRINTS
from games.top_dog.screen import offline_forms
from games.top_dog.statistics import FACTS
from games.top_dog.wording import ROUNDS, STUCK
from scoring.base import RuleError, with_names
from scoring.top_dog import TOP_DOG, Options, TopDogSheet
from scoring.top_dog.sheet import cycle

# The setup of a match of Top Dog: the four variations, who arranges first, the target.


TEMPLATE = "games/top_dog/setup.html"
NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
Answers = Sequence[tuple[str, str, str]]


def arranging_answers() -> Answers:
    """The answers to who arranges the cards: value, label, explanation of each."""
    return (
        ("none", _("Nobody"), _("every card is chosen when it is played")),
        ("all", _("Everybody"), _("and plays from the top (variation 1)")),
        ("rotating", _("One in turn"), _("the others choose (variation 2)")),
    )


def suits_answers() -> Answers:
    """The answers to how many suits are played: value, label, explanation of each."""
    return (
        ("1", _("One suit"), _("13 hands a round")),
        ("2", _("Two suits"), _("26 hands a round (variation 4)")),
    )


def dummy_answers() -> Answers:
    """The answers to how the dummy scores: value, label, explanation of each."""
    return (
        ("add", _("On top"), _("hands won, and +1 or −2")),
        ("replace", _("Instead"), _("only +1, 0 or −2 a round")),
    )


def options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the agreed options. Raises Unreadable for an invalid answer, RuleError where the answers do not fit
    together.
    """
    agreed = _agreed(players, form)
    TOP_DOG.start(len(players), agreed)
    return agreed


def setup(players: Sequence[Player], form: QueryDict) -> Screen:
    """Return the setup page with the answers so far and what they mean."""
    context: dict[str, Any] = {
        "short": list(zip(players, _short(players), strict=True)),
        "arrangings": arranging_answers(),
        "suitings": suits_answers(),
        "scorings": dummy_answers(),
        "target": form.get("target", str(Options().target)).replace("\x00", "")[:6],
    }
    try:
        agreed = _agreed(players, form)
    except Unreadable as error:
        return Screen(TEMPLATE, context | _chosen(players, Options()) | _wrong(error.message, error.field))
    return Screen(TEMPLATE, context | _chosen(players, agreed) | _played(players, agreed))


def _chosen(players: Sequence[Player], agreed: Options) -> dict[str, Any]:
    is_rotating = agreed.arranging == "rotating" and players
    first = players[agreed.first_arranger] if is_rotating else None
    return {
        "agreed": agreed,
        "suits": str(agreed.suits),
        "arranges_first": first,
        "roles": {first.pk: _("arranges first")} if first else {},
    }


def _played(players: Sequence[Player], agreed: Options) -> dict[str, Any]:
    """Return the context that says what the answers mean, or why the rules forbid them."""
    if len(players) < TOP_DOG.seats[0]:
        return {}
    try:
        sheet = TOP_DOG.start(len(players), agreed)
    except RuleError as error:
        return _wrong(error.sentence(_short(players)), error.field or "")
    notices = [with_names(notice.message, _short(players)) for notice in sheet.warnings]
    return {"words": _in_words(sheet), "warnings": notices}


def _wrong(message: str, field: str) -> dict[str, Any]:
    return {"wrong": message, "wrong_field": field}


def _in_words(sheet: TopDogSheet) -> str:
    """Return what the options mean: “13 hands a round, 12 when the last is tied. 35 or more at the end of a round wins:
    in round 3 at the earliest.” Where cards are arranged in turn, the end of a cycle takes the place of that of a
    round.
    """
    step, rounds = TOP_DOG.next_step(sheet), cycle(sheet.seats, sheet.options)
    hands = ngettext(
        "{count} hand a round, {tied} when the last is tied.",
        "{count} hands a round, {tied} when the last is tied.",
        step.hands,
    ).format(count=step.hands, tied=step.hands_tied)
    wins = _("{target} or more at the end of a round wins: in round {number} at the earliest.")
    if rounds > 1:
        wins = ngettext(
            "{target} or more at the end of every {count} round, when all have arranged equally often, wins: in round "
            "{number} at the earliest.",
            "{target} or more at the end of every {count} rounds, when all have arranged equally often, wins: in round "
            "{number} at the earliest.",
            rounds,
        )
    return f"{hands} {wins.format(target=step.target, number=step.earliest_end, count=rounds)}"


def _agreed(players: Sequence[Player], form: QueryDict) -> Options:
    arranging = _one_of(form, "arranging", arranging_answers())
    agreed = Options(
        target=_target(form),
        arranging=arranging,
        first_arranger=_first(players, form) if arranging == "rotating" else 0,
        dummy="dummy" in form,
        suits=2 if _one_of(form, "suits", suits_answers()) == "2" else 1,
    )
    if agreed.dummy:
        return replace(agreed, dummy_scoring=_one_of(form, "dummy_scoring", dummy_answers()))
    return agreed


def _one_of(form: QueryDict, field: str, answers: Answers) -> str:
    """Return the chosen answer, the first where none was chosen. Raises Unreadable for an unknown one."""
    answer = str(form.get(field, answers[0][0]))
    if answer not in [value for value, *_ in answers]:
        raise Unreadable(_("Choose an answer from the list."), field)
    return answer


def _target(form: QueryDict) -> int:
    text = form.get("target", "").strip()
    if not text:
        return Options().target
    if not NUMBER.fullmatch(text):
        raise Unreadable(_("Enter the target as a whole number, such as 35."), "target")
    return int(text)


def _first(players: Sequence[Player], form: QueryDict) -> int:
    """Return the seat of the player who was tapped, if still among the players; else the first seat (TD-17)."""
    tapped = (place for place, player in enumerate(players) if str(player.pk) == form.get("arranger", ""))
    return next(tapped, 0)


def _short(players: Sequence[Player]) -> list[str]:
    return shortened([player.label for player in players])


# The `TableGame` of Top Dog; its methods call the modules of this package.


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
    options = staticmethod(options)
    setup = staticmethod(setup)
    cell = staticmethod(ROUNDS.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    offline_forms = staticmethod(offline_forms)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def shows_last_round(self, state: MatchState) -> bool:
        return False
