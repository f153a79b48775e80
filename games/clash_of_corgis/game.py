"""The `TableGame` of Clash of Corgis and the setup of a match; its other methods call the modules of this package."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.display import Screen
from games.base.names import shortened
from games.base.statistics import RecordCategories, climb
from games.base.table_game import NotByTotals, TableGame, Unreadable, reference_action
from games.base.wording import in_words
from games.clash_of_corgis import demo, rounds, statistics, table
from games.clash_of_corgis.display import DISPLAY, finish
from games.clash_of_corgis.pdf import PRINTS
from games.clash_of_corgis.rounds import ROUNDS, sheet_of
from games.clash_of_corgis.rounds import drafts as read_form
from games.clash_of_corgis.statistics import FACTS
from games.entries.match_state import load
from games.models import Match
from games.rounds.stop import stop_action
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Options
from scoring.clash_of_corgis.play import check_best_of

# The setup of a series: how long it is, and who was drawn to start.


LENGTHS = (1, 3, 5, 7, 9)
DRAW = "draw"  # the button that draws the starter at random


def options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the agreed options; no starter is recorded for the first game where none is chosen (CC-03). Raises
    Unreadable for a length that is no number, RuleError for one that the rules forbid.
    """
    best_of = _best_of(form)
    check_best_of(best_of)
    return Options(best_of, _starter(players, form))


def setup(players: Sequence[Player], form: QueryDict) -> Screen:
    """Return the setup page with the answers so far."""
    best_of, last = _length(form), _last_winner(players)
    starter = _drawn(players) if form.get("do") == DRAW and players else _starter(players, form)
    starter = last if starter is None else starter
    names = shortened([player.label for player in players])
    context: dict[str, Any] = {
        "short": list(zip(players, names, strict=True)),
        "lengths": [_choice(games, best_of) for games in sorted({*LENGTHS, best_of})],
        "starter": None if starter is None else players[starter],
        "starter_name": "" if starter is None else names[starter],
        "is_last_winner": starter is not None and starter == last,
        "has_last_winner": last is not None,
        "roles": {} if starter is None else {players[starter].pk: _("starts")},
    }
    return Screen("games/clash_of_corgis/setup.html", context)


def _choice(games: int, best_of: int) -> dict[str, Any]:
    words, first = _("One game"), _("decides")
    if games > 1:
        words = _("Best of {games}").format(games=games)
        first = _("first to {wins}").format(wins=in_words(games // 2 + 1))
    return {"value": games, "words": words, "first": first, "is_chosen": games == best_of}


def _best_of(form: QueryDict) -> int:
    text = form.get("best_of", "").strip()
    if not text:
        return Options().best_of
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise Unreadable(_("Choose how many games the series has."), "best_of")
    return int(text)


def _length(form: QueryDict) -> int:
    """Return the chosen length of the series, else the usual one where it cannot be played."""
    text = form.get("best_of", "")
    return int(text) if re.fullmatch(r"[1-9][0-9]?", text) and int(text) % 2 else Options().best_of


def _starter(players: Sequence[Player], form: QueryDict) -> int | None:
    tapped = form.get("starter", "")
    return next((place for place, player in enumerate(players) if str(player.pk) == tapped), None)


def _last_winner(players: Sequence[Player]) -> int | None:
    """Return the index of the player who won the last game of the club’s last finished match; None where they are
    absent, and the starter is drawn (CC-03, HR-CC-03).
    """
    if not players:
        return None
    ended = Match.objects.filter(club=players[0].club_id, game=CLASH_OF_CORGIS.key, finished_at__isnull=False)
    match = ended.order_by("-started_at", "-id").first()
    if match is None:
        return None
    line = sheet_of(load(match)).lines[-1]
    winner = match.seats.get(position=line.winner).player_id
    return next((place for place, player in enumerate(players) if player.pk == winner), None)


def _drawn(players: Sequence[Player]) -> int:
    return secrets.randbelow(len(players))


# The `TableGame` of Clash of Corgis; its methods call the modules of this package.


LONGEST_SERIES = 99  # games of a series
REFERENCE = "games/clash_of_corgis/_reference.html"


class ClashOfCorgis(TableGame):
    engine = CLASH_OF_CORGIS
    display = DISPLAY
    correction = ROUNDS.correction
    paper = ROUNDS.paper
    actions = (
        reference_action("effects", gettext_lazy("Combos and effects"), CLASH_OF_CORGIS, REFERENCE),
        stop_action("HR-CC-07"),
    )
    trophies = ("Corgi Crown", "Shortest Legs")
    prints = PRINTS
    reads_photos = True
    has_bots = True
    first = gettext_lazy("Start game 1")
    facts = FACTS
    record_categories = RecordCategories((climb("game"),))
    reference = REFERENCE

    screen = staticmethod(table.screen)
    shows_last_round = staticmethod(rounds.asks_for_cards)
    drafts = staticmethod(read_form)
    last_step = staticmethod(rounds.last_step)
    undone = staticmethod(rounds.undone)
    differences = staticmethod(ROUNDS.differences)
    entry_in_words = staticmethod(ROUNDS.in_words)
    options = staticmethod(options)
    setup = staticmethod(setup)
    cell = staticmethod(ROUNDS.cell)
    demo_match = staticmethod(demo.demo_match)
    finish = staticmethod(finish)
    player_statistics = staticmethod(statistics.player_statistics)
    night_totals = staticmethod(statistics.numbers)

    def from_totals(self, totals: Mapping[str, int], winners: Sequence[str] = ()) -> dict[str, Any]:
        """Return a record’s fields beside the players: the totals are games won, ordered so that the winner of the
        series won the last one. Raises NotByTotals where they cannot be games won.
        """
        if min(totals.values()) < 0 or not 0 < sum(totals.values()) <= LONGEST_SERIES:
            raise NotByTotals(_("The scores of this game are games won. These are something else."))
        order = sorted(totals, key=lambda name: totals[name])
        wins = [{"winner": name} for name in order for _ in range(totals[name])]
        return {"options": {"best_of": 2 * max(totals.values()) - 1}, "rounds": wins}

    offline_forms = staticmethod(rounds.offline_forms)
