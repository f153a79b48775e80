"""Writes the parts that the sheets of all games have in common as JSON, by names (the record format's sheet)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.base import CallOut, Line, Need, Notice, Rank, Sheet
from scoring.messages import named

Json = dict[str, Any]


class SheetWriter:
    """Writes a sheet with names for seats; `names` are by seat, and `seating_order` is the order of players in every
    list and map.
    """

    def __init__(self, sheet: Sheet, names: Sequence[str], seating_order: Sequence[int]) -> None:
        self.scored = sheet
        self.names = names
        self.seating_order = seating_order

    def listed(self, seats: Iterable[int]) -> list[str]:
        """The names of the seats, in the order given."""
        return [self.names[seat] for seat in seats]

    def seated(self, seats: Iterable[int]) -> list[str]:
        """The names of the seats, in the order of `seating_order`."""
        chosen = set(seats)
        return [self.names[seat] for seat in self.seating_order if seat in chosen]

    def mapped(self, values: Mapping[int, Any]) -> Json:
        """The values by name, in the order of `seating_order`."""
        return {self.names[seat]: values[seat] for seat in self.seating_order if seat in values}

    def envelope(
        self,
        game: str,
        *,
        rounds: Sequence[Json],
        ranking: Iterable[Rank],
        upcoming: Json | None,
        before: Mapping[str, Any] | None = None,
    ) -> Json:
        """The keys every game's sheet has. `before` are the game's own keys that come before the rounds, `upcoming` is
        the next step or None.
        """
        sheet = self.scored
        return {
            "game": game,
            "players": self.listed(self.seating_order),
            **(before or {}),
            "rounds": list(rounds),
            "totals": self.mapped(sheet.totals),
            "ranking": [
                {"place": rank.place, "players": self.seated(rank.seats), "points": rank.points} for rank in ranking
            ],
            "finished": sheet.finished,
            "winners": self.seated(sheet.winners),
            "losers": self.seated(sheet.losers),
            "needs": [self.need(need) for need in sheet.needs],
            "next": upcoming,
            "warnings": [self.notice(notice) for notice in sheet.warnings],
        }

    def line(self, line: Line, closing: Iterable[CallOut] = ()) -> Json:
        """The keys every game's round has; `closing` are call-outs made at the end of the match, listed under the last
        round.
        """
        return {
            "number": line.number,
            "points": self.mapped(line.points),
            "totals": self.mapped(line.totals),
            "leaders": self.seated(line.leaders),
            "bottom": self.seated(line.bottom),
            "callouts": [self.callout(call) for call in (*line.callouts, *closing)],
        }

    def callout(self, call: CallOut) -> Json:
        """A call-out: its term, its players, and its value where it has one."""
        fields: Json = {"term": call.term, "players": self.listed(call.seats)}
        return fields if call.value is None else fields | {"value": call.value}

    def need(self, need: Need) -> Json:
        """What must still be settled and by which players, with the number of cards where there is one."""
        fields: Json = {"what": need.what, "players": self.seated(need.seats)}
        return fields if need.cards is None else fields | {"cards": need.cards}

    def notice(self, notice: Notice) -> Json:
        """A warning: its code, the sentence with names, and the round where it has one."""
        fields: Json = {"code": notice.code, "message": str(named(notice.message, self.names))}
        return fields if notice.round is None else fields | {"round": notice.round}
