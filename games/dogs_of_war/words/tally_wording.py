"""What may be said of a tally before everybody's is in, and where two tablets wrote different ones."""

from collections.abc import Mapping, Sequence

from games.base.table_game import Difference
from games.entries.match_state import MatchState
from games.sheets.text import signed
from scoring.dogs_of_war.entries import Tally


def covered(names: Sequence[str], entry: Tally) -> str:
    """All that anybody may know of a tally that is still secret."""
    return f"{names[entry.seat] if 0 <= entry.seat < len(names) else 'somebody'}’s tally"


def uncovered(names: Sequence[str], entry: Tally) -> str:
    """`Bea’s tally: VP tokens 14; influence Talbot 4, Hackett 1; support card Talbot; coins 5 …`, once all are in."""
    rows = [f"{label} {value}" for label, value in _rows(entry).items() if value not in ("0", "")]
    return f"{covered(names, entry)}: {'; '.join(rows)}"


def story(was: Tally | None, now: Tally) -> tuple[str, ...]:
    """Text and figures in turn: what was handed in, or what differs from the time before."""
    before, parts = _rows(was) if was else {}, [""]
    for label, value in _rows(now).items():
        if value == before.get(label, "0"):
            continue
        start = f"{parts[-1]} {label[:1].upper()}{label[1:]} ".lstrip()
        more = [before[label], "."] if label in before else []
        parts = [*parts[:-1], start, value, *([", before that ", *more] if more else ["."])]
    return tuple(parts) if len(parts) > 1 else ("Handed in again.",)


def difference(state: MatchState, names: Sequence[str], mine: Tally, theirs: Tally) -> list[Difference]:
    """Two tallies for one line: whose they are, and once all are uncovered every row of them."""
    if mine == theirs:
        return []
    if state.engine.hides(state.sheet, theirs) or mine.seat != theirs.seat:
        return [Difference("", covered(names, mine), covered(names, theirs))]
    return [
        Difference(
            f"{covered(names, mine)}, {label}", ours or "none", others or "none", f"{label[:1].upper()}{label[1:]}"
        )
        for (label, ours), (_, others) in zip(_rows(mine).items(), _rows(theirs).items(), strict=True)
    ]


def _rows(entry: Tally) -> Mapping[str, str]:
    return {
        "VP tokens": str(entry.vp),
        "influence": ", ".join(f"{house} {tokens}" for house, tokens in entry.influence.items() if tokens) or "none",
        "support card": entry.support,
        "coins": str(entry.coins),
        "tactic cards": str(entry.tactics),
        "soldier cards": str(entry.soldiers),
        "confirmed": "yes" if entry.confirmed else "0",
        "adjusted by": f"{signed(entry.adjust)} ({entry.adjust_note})" if entry.adjust_note else signed(entry.adjust),
    }
