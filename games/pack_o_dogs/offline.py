"""The forms for rounds, turns and piles on a tablet without network."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.form_parsing import free_number
from games.base.table_game import OfflineForm, as_of
from games.entries.match_state import MatchState
from games.pack_o_dogs.screen_parts import Key, sheet_of, short_of, top_of
from scoring.pack_o_dogs import PackSheet, PilesLine, PilesStep, RoundStep, next_step
from scoring.pack_o_dogs.play import LARGEST_PILE, LONG, SHORT

FOLDER = "games/pack_o_dogs/offline"


def _pack() -> Key:
    return Key("pack", "1", _("Pack completed"))


def _treat() -> Key:
    return Key("treat", "1", _("Treat"))


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the one form of the game in progress; () once the match is over. The points of a round depend on the
    rounds before it, so only the server shows them.
    """
    step = next_step(sheet_of(state))
    if step is None:
        return ()
    return [_rounds(state, step) if isinstance(step, RoundStep) else _piles(state, step)]


def _rounds(state: MatchState, step: RoundStep) -> OfflineForm:
    sheet = sheet_of(state)
    return OfflineForm(
        what="round",
        rows=f"{FOLDER}/_rows.html",
        keys=f"{FOLDER}/_keys.html",
        footer=f"{FOLDER}/_footer.html",
        styles=("entry pack", "rows"),
        turn=len(sheet.rounds) + 1,
        word=_("round of the match") if step.games > 1 else _("round"),
        about=_("pack and turns first, then who won it"),
        as_of=as_of("round", len(sheet.rounds)),
        number=free_number(state),
        incomplete_label=_("Who wins it?"),
        go="",
        more={
            "rows": _rows(state, _("{player} wins it")),
            "won": _("points"),
            "keys": [_pack()],
            "turns": [Key("turns", str(value), str(value), kind="radio") for value in (SHORT, LONG)],
            "treat": _treat(),
        },
    )


def _piles(state: MatchState, step: PilesStep) -> OfflineForm:
    """Return the form for the base game: each turn, or only the two piles at the end."""
    return OfflineForm(
        what="piles",
        rows=f"{FOLDER}/_rows.html",
        keys=f"{FOLDER}/_keys.html",
        footer=f"{FOLDER}/_piles.html",
        styles=("entry pack pack-base", "rows"),
        turn=0,
        word=_("The base game"),
        about=_("most cards win"),
        as_of=_as_of(sheet_of(state), step),
        number=free_number(state),
        incomplete_label=_("Count both piles"),
        go=_("The game is over"),
        entry_label=_("The base game"),
        more={
            "rows": _rows(state, _("{player} takes the turn")),
            "won": _("cards"),
            "keys": [Key("pack", "1", _("Pack")), Key("low_cat", "1", _("Low cat")), _treat()],
            "most": LARGEST_PILE,
            "adds": (1, 5),
        },
    )


def _as_of(sheet: PackSheet, step: PilesStep) -> str:
    done = sum(isinstance(line, PilesLine) for line in sheet.lines)
    if not step.captures:
        return as_of("game", done)
    words = ngettext("{as_of}, {count} turn into game {game}", "{as_of}, {count} turns into game {game}", step.captures)
    return words.format(as_of=as_of("game", done), count=step.captures, game=step.game)


def _rows(state: MatchState, wins: str) -> list[Mapping[str, Any]]:
    sheet, names = sheet_of(state), short_of(state)
    top = top_of(sheet.totals)
    return [
        {
            "seat": seat,
            "name": state.names[seat],
            "short": names[seat],
            "total": sheet.totals[seat],
            "mark": "top" if seat in top else "",
            "wins": wins.format(player=names[seat]),
        }
        for seat in sheet.active_seats
    ]
