"""A round in words, as a line of the history says it."""

from collections.abc import Sequence

from scoring.top_dog import Round


def entry_in_words(names: Sequence[str], entry: Round) -> str:
    """`won: Bea 4, Otto 9; the dummy 0; last hand tied`."""
    counted = entry.won if entry.won is not None else entry.cards_taken or {}
    each = [f"{_name(names, seat)} {value}" for seat, value in sorted(counted.items())]
    each += [f"the dummy {entry.dummy}"] * (entry.dummy is not None)
    found = [f"{'hands won' if entry.won is not None else 'cards taken'}: {', '.join(each)}"]
    found += ["last hand tied"] * entry.last_hand_tied
    return "; ".join([*found, *[f"why: {entry.note}"] * bool(entry.note)])


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else "somebody"
