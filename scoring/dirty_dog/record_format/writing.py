"""Writes seats and entries as a record by names, the reverse of `reading`."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring.dirty_dog.entries import Bids, Join, Leave, Options, Pull, Redeal, TiebreakHand, Tricks
from scoring.dirty_dog.plan import planned_cards
from scoring.record_format.naming import by_name

Json = dict[str, Any]


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a match, ready for JSON; `names` by seat include late arrivals, `seats` is the number of seats at
    the start.
    """
    written_record: Json = {"record": 1, "game": "dirty-dog", "players": list(names[:seats])}
    agreed = _options(options, names)
    if agreed:
        written_record["options"] = agreed
    writer = _RoundsWriter(names, len(planned_cards(seats, options)))
    for entry in entries:
        writer.write(entry)
    return written_record | writer.written()


def _options(options: Options, names: Sequence[str]) -> Json:
    given = msgspec.json.decode(msgspec.json.encode(options), type=Json)
    if "first_dealer" in given:
        given["first_dealer"] = names[options.first_dealer]
    if "opening" in given:
        given["opening"] = by_name(options.opening, names)
    return given


class _RoundsWriter:
    """The rounds and the finish of a record while it is written; the last round may still be incomplete (`open`)."""

    def __init__(self, names: Sequence[str], hands: int) -> None:
        self.names = names
        self.left = hands
        self.rounds: list[Json] = []
        self.open: Json = {}
        self.finish: Json = {}

    def write(self, entry: Struct) -> None:
        """Add one more entry to the round or the finish that it belongs to."""
        match entry:
            case Bids():
                self._bids(entry)
            case Tricks() | Redeal():
                self._score(entry)
            case Join():
                self._join(entry)
            case Leave():
                self._leave(self.names[entry.seat])
            case _:
                self._end(entry)

    def _score(self, entry: Tricks | Redeal) -> None:
        tricks = {"tricks": by_name(entry.tricks, self.names)}
        if isinstance(entry, Tricks):
            self._close(**tricks)
            self.left -= 1
        else:
            self._close(void=True, **(tricks if entry.tricks else {}))

    def _end(self, entry: Struct) -> None:
        match entry:
            case TiebreakHand():
                hand = {"bids": by_name(entry.bids, self.names), "tricks": by_name(entry.tricks, self.names)}
                self._settle("tiebreak_hands", hand)
            case Pull():
                self._settle("pulls", by_name(entry.cards, self.names))
            case _:
                self._strike()
                self.finish["shortened"] = True

    def _bids(self, entry: Bids) -> None:
        self.open.setdefault("bids", {}).update(by_name(entry.bids, self.names))
        self.open.update({key: value for key, value in (("flip", entry.flip), ("trump", entry.trump)) if value})

    def _close(self, **more: Any) -> None:
        self.rounds.append(self.open | more)
        self.open = {}

    def _strike(self) -> None:
        """Close a hand in progress as void."""
        if self.open.get("bids") or "flip" in self.open or "trump" in self.open:
            self._close(void=True)

    def _join(self, entry: Join) -> None:
        name = self.names[entry.seat]
        more: Json = {} if entry.after is None else {"after": self.names[entry.after]}
        more |= {"over_ten": True} if entry.over_ten else {}
        self.open.setdefault("arrivals", []).append({"player": name} | more if more else name)

    def _leave(self, name: str) -> None:
        self._strike()
        if self.left == 0 or self.finish:
            self._settle("departed", name)
        else:
            self.open.setdefault("departures", []).append(name)

    def _settle(self, key: str, value: Any) -> None:
        self.finish.setdefault(key, []).append(value)

    def written(self) -> Json:
        """The rounds, an incomplete last one included, and the finish where there is one."""
        rounds = [*self.rounds, self.open] if self.open else self.rounds
        return {"rounds": rounds} | ({"finish": self.finish} if self.finish else {})
