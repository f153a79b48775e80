"""One game of a series for the shared pages and without network: its fields, its entries in words, the names."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, either
from games.base.form_parsing import INCOMPLETE, entry_id, free_number, line_number, moment, numbers, typed
from games.base.names import name_at, shortened
from games.base.table_game import OfflineForm, Unreadable, as_of
from games.base.wording import in_words
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.rounds import Field, Payload, Rounds
from games.rounds.stop import UNDO
from scoring.clash_of_corgis import CLASH_OF_CORGIS, CorgisLine, CorgisSheet, Game, Shorten
from scoring.clash_of_corgis.play import HAND

# Parsing the form of one game: the winner, and the cards the others had left, as far as they were counted.
#
# A field is named after the seat: `left-2`. A player with 0 cards left has won, so a typed sheet needs no field for the
# winner.


GAME = CLASH_OF_CORGIS.kind(Game(winner=0))
LEFT = re.compile(r"left-([0-9]{1,3})", re.ASCII)
CLOCK = re.compile(r"[1-9][0-9]{11,12}", re.ASCII)
CHANGE_WINDOW = 120_000  # milliseconds in which the winner may still be changed
NEXT_FIRST = gettext_lazy(
    "This game was saved a while ago. If the next one is over, tap its button below first; to change this one, "
    "correct it on the sheet."
)
NUMBER = gettext_lazy("Enter a whole number: the cards left, 0 for the winner.")


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one game the form holds. Raises Unreadable."""
    if form.get("what") != GAME:
        raise Unreadable(str(INCOMPLETE))
    if _is_another_game(form):
        raise Unreadable(str(NEXT_FIRST), "winner")
    return [Draft(GAME, line_number(form), read_payload(form), id=entry_id(form), recorded_at=moment(form))]


def _is_another_game(form: QueryDict) -> bool:
    """Whether a second winner was tapped more than two minutes after the game was saved: most likely the next game is
    over, and the saved one is right.
    """
    since, now = (form.get(name, "") for name in ("since", "at"))
    if len(set(form.getlist("winner"))) < 2 or not (CLOCK.fullmatch(since) and CLOCK.fullmatch(now)):
        return False
    return int(now) - int(since) > CHANGE_WINDOW


def read_payload(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of a game; the tapped winner counts, else the player with no card left. Raises Unreadable."""
    left = {seat: cards for seat in seats(form, prefix) if (cards := _cards(form, prefix, seat)) is not None}
    winner = _winner(form, prefix, left)
    counted = {str(seat): cards for seat, cards in sorted(left.items()) if seat != winner}
    return {"winner": winner, **({"cards_left": counted} if counted else {})}


def seats(form: QueryDict, prefix: str = "") -> list[int]:
    """The seats for which the form has a field."""
    fields = (LEFT.fullmatch(name.removeprefix(prefix)) for name in form if name.startswith(prefix))
    return sorted(int(match[1]) for match in fields if match)


def tapped(form: QueryDict) -> Mapping[int, int]:
    """The half-entered cards left by seat, as far as they can be read."""
    return {
        seat: int(text) for seat in seats(form) if re.fullmatch(r"[0-9]{1,2}", text := form.get(f"left-{seat}", ""))
    }


def _cards(form: QueryDict, prefix: str, seat: int) -> int | None:
    return typed(form, f"{prefix}left-{seat}", str(NUMBER))


def _winner(form: QueryDict, prefix: str, left: Mapping[int, int]) -> int:
    tapped_ = form.get(f"{prefix}winner", "")
    if re.fullmatch(r"[0-9]{1,3}", tapped_):
        return int(tapped_)
    empty = [seat for seat, cards in left.items() if cards == 0]
    if len(empty) == 1:
        return empty[0]
    if empty:
        raise Unreadable(
            _("Two hands are empty here. One player wins a game: correct the other."), f"{prefix}left-{empty[1]}"
        )
    raise Unreadable(
        _("Nobody has won this game yet. Tap who emptied their hand, or enter 0 there."), f"{prefix}winner"
    )


# Helpers shared by the screens of a series: the typed sheet, the names, the length in words.


def sheet_of(state: MatchState) -> CorgisSheet:
    return state.sheet_as(CorgisSheet)


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def line_of(state: MatchState, number: int) -> CorgisLine | None:
    """The finished game of this number (from 1); None where there is none."""
    lines: Sequence[CorgisLine] = sheet_of(state).lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def asks_for_cards(state: MatchState) -> bool:
    """Whether the table asks for the cards left in the game just written: in the first game, and then as long as
    somebody counts them.
    """
    *before, last = sheet_of(state).lines
    return not last.cards_left and (not before or any(line.cards_left for line in before))


def first_to(sheet: CorgisSheet) -> str:
    """Return how many games win the series, as a sentence: “First to three.”"""
    return _("First to {wins}.").format(wins=in_words(sheet.to_win))


def first_to_in_line(sheet: CorgisSheet) -> str:
    """Return how many games win the series, inside a sentence: “first to three”."""
    return _("first to {wins}").format(wins=in_words(sheet.to_win))


def one_more(names: Sequence[str]) -> str:
    """Return that one more game wins the series for these players."""
    return _("One more game wins it for {names}.").format(names=either(names))


def of_games(sheet: CorgisSheet, number: int) -> str:
    """Return the text after a game’s number: “of 5 games”; “best of 5” for a game beyond that, which a table of three
    or four may need.
    """
    best = sheet.options.best_of
    if best == 1:
        return _("game decides")
    if number <= best:
        return ngettext("of {count} game", "of {count} games", best).format(count=best)
    return _("best of {games}").format(games=best)


def standing_figures(sheet: CorgisSheet, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the games won (“2–1”) and the names in the same order: both players at a table of two, else all who have
    won a game.
    """
    ranked = sorted(sheet.totals, key=lambda seat: -sheet.totals[seat])
    shown = ranked if len(ranked) == 2 else [seat for seat in ranked if sheet.totals[seat]]
    figures = "\N{EN DASH}".join(str(sheet.totals[seat]) for seat in shown)
    return figures or "0", [names[seat] for seat in shown]


# Entries in words: for the undo button, and for a line of the history.


def entry_in_words(names: Sequence[str], entry: Any) -> str:
    """Return one entry in words: “Jo won; left: Percy 4, Gus 3”"""
    if isinstance(entry, Shorten):
        return str(UNDO)
    left = comma_separated(
        f"{name_at(names, seat)} {cards}" for seat, cards in sorted(entry.cards_left.items()) if cards
    )
    if not left:
        return _("{player} won").format(player=name_at(names, entry.winner))
    return _("{player} won; left: {cards}").format(player=name_at(names, entry.winner), cards=left)


def last_step(state: MatchState) -> str:
    """Return in a few words what undo would take back; "" on an empty sheet."""
    lines = sheet_of(state).lines
    if sheet_of(state).shortened:
        return str(UNDO)
    if not lines:
        return ""
    return _("{player} won game {number}").format(player=short_of(state)[lines[-1].winner], number=lines[-1].number)


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last game half entered, without its winner; "" for a match
    that was stopped.
    """
    last: Game | Shorten = read(state.engine, state.live[-1])
    if isinstance(last, Shorten):
        return ""
    left = [(f"left-{seat}", str(cards)) for seat, cards in last.cards_left.items() if cards]
    return urlencode([("game", str(len(sheet_of(state).lines))), *left])


# One game for the shared pages (form, history, correction, paper): its fields, its words, the figures of a seat.


UNKNOWN = "?"


def _keys() -> list[tuple[str, str]]:
    return [("", _("not counted")), *numbers(HAND, 1)]


class CorgisRounds(Rounds):
    kind = GAME
    word = "game"
    can_stop = True

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        """Return the fields for the winner and for the cards left of each seat; the winner’s own stays empty."""
        values: Payload = payload or {}
        left = values.get("cards_left", {})
        names = state.names
        seats = sheet_of(state).active_seats
        short = short_of(state)
        choices = [*([("", _("nobody yet"))] if payload is None else []), *((str(seat), short[seat]) for seat in seats)]
        winner = str(values.get("winner", ""))
        return [
            Field(f"{prefix}winner", _("Who won"), "choice", winner, _("Won by"), choices=choices),
            *(
                Field(
                    f"{prefix}left-{seat}",
                    _("Cards left, {player}").format(player=names[seat]),
                    value=left.get(str(seat), ""),
                    short=names[seat],
                    seat=seat,
                    choices=_keys(),
                    what=_("Cards left"),
                )
                for seat in seats
            ),
        ]

    payload = staticmethod(read_payload)
    entry_words = staticmethod(entry_in_words)

    def figures(self, line: CorgisLine, seat: int) -> Sequence[tuple[str, str]]:
        """Return whether the seat won, the cards left (`?` where they were not counted), and the games won so far."""
        return [
            (_("game"), _("won") if seat == line.winner else _("lost")),
            (_("cards left"), str(line.cards_left.get(seat, 0 if seat == line.winner else UNKNOWN))),
            (_("total of games won"), str(line.totals[seat])),
        ]

    def lead(self, state: MatchState, line: Any) -> str:
        """Return the game in words: “Jo won. Wilhelmina started.”"""
        names = short_of(state)
        if line.starter is None:
            return _("{player} won.").format(player=names[line.winner])
        return _("{player} won. {other} started.").format(player=names[line.winner], other=names[line.starter])


ROUNDS = CorgisRounds()


# The forms for games on a tablet without network.


ROWS = "games/clash_of_corgis/offline/_rows.html"


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the form of a game, used for any number of games; () once the series is over. Cards left are tapped before
    the winner, whose key writes the game.
    """
    sheet, names = sheet_of(state), short_of(state)
    if sheet.finished:
        return ()
    rows = [
        {"seat": seat, "name": state.names[seat], "short": names[seat], "wins": sheet.totals[seat]}
        for seat in sheet.active_seats
    ]
    return [
        OfflineForm(
            what=GAME,
            rows=ROWS,
            styles=("entry corgis", "rows"),
            turn=sheet.number,
            word=_("game"),
            about=first_to_in_line(sheet),
            as_of=as_of("game", len(sheet.lines)),
            number=free_number(state),
            incomplete_label=_("Cards left first, then who won it"),
            go="",
            entry_label=_("Game"),
            more={"rows": rows, "keys": range(1, HAND + 1)},
        )
    ]
