"""The setup of a series: how long it is, and who was drawn to start."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.models import Player
from games.base.display import Screen
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.base.wording import in_words
from games.clash_of_corgis.rounds import sheet_of
from games.entries.match_state import load
from games.models import Match
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Options
from scoring.clash_of_corgis.play import check_best_of

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
