"""One game for the shared pages (form, history, correction, paper): its fields, its words, the figures of a seat."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.entry.key_pads import numbers
from games.clash_of_corgis.form import GAME
from games.clash_of_corgis.form import payload as read_form
from games.clash_of_corgis.series import sheet_of, short_of
from games.clash_of_corgis.wording import in_words
from games.entries.match_state import MatchState
from games.rounds import Field, Payload, Rounds
from scoring.clash_of_corgis import CorgisLine
from scoring.clash_of_corgis.step import HAND

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
        choices = [*[("", _("nobody yet"))] * (payload is None), *((str(seat), short[seat]) for seat in seats)]
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

    def payload(self, form: QueryDict, prefix: str) -> dict[str, Any]:
        return read_form(form, prefix)

    def entry_words(self, names: Sequence[str], entry: Any) -> str:
        return in_words(names, entry)

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
