"""What a correction would change: totals, places, trophies, the box and the circle, call-outs gone and new."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from games.base.changes import headline, marks, prizes, totals
from games.base.names import counted, listed, shortened
from games.base.table_game import Changes
from games.dirty_dog.display.callouts import NEWS, capital, fresh, standing_calls
from games.dirty_dog.display.cards import drawn
from games.entries.match_state import MatchState
from games.sheets.text import minus
from scoring.base import Sheet, spell
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.terms import label, sentence
from scoring.messages import spoken


def changes(state: MatchState, before: Sheet, after: Sheet) -> Changes:
    old, new = cast(DirtyDogSheet, before), cast(DirtyDogSheet, after)
    names = shortened(state.names)
    return Changes(
        headline(old, new, for_trophy=state.match.for_trophy),
        " ".join(_differing(old, new, names)),
        totals(state, old, new, new.circle),
        [*prizes(state, old, new, names), *_needs(new, names)],
        [*marks("hand", _hands(old, new), names, has_circle=True), *_shouts(old, new, names)],
        list(_starts(old, new, names)),
    )


def _starts(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Whoever came late started on the lowest total, which a correction before may move (DD-30)."""
    for seat in new.circle:
        was, now = _start(old, seat), _start(new, seat)
        if was and now and was.before[seat] != now.before[seat]:
            others = [names[other] for other in was.order if other != seat and was.before[other] == was.before[seat]]
            whose = f"{listed(others)}’s " if others else ""
            yield f"{names[seat]} started on {whose}{minus(was.before[seat])}; that is now {minus(now.before[seat])}."


def _start(sheet: DirtyDogSheet, seat: int) -> DirtyDogLine | None:
    """The first hand of somebody who was not there from the first."""
    line = next((line for line in sheet.lines if seat in line.order), None)
    return None if line is None or line is sheet.lines[0] else line


def _hands(old: DirtyDogSheet, new: DirtyDogSheet) -> Iterator[tuple[int, DirtyDogLine, DirtyDogLine]]:
    for was, now in zip(old.lines, new.lines, strict=False):
        if not was.void and not now.void:
            yield now.hand, was, now


def _needs(new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for need in new.needs:
        how = "a tie-break hand decides" if need.cards else "a card pull decides"
        yield f"{listed(names[seat] for seat in need.seats)} are level: {how}."


def _differing(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = [*_moved(was.bids, now.bids, "bid", names), *_moved(was.tricks, now.tricks, "took", names)]
        if was.trump != now.trump:
            changes.append(f"trump was {now.trump or 'not said'}, not {was.trump or 'unsaid'}")
        if was.flip != now.flip:
            changes.append(f"turned up was {_card(now.flip, 'not said')}, not {_card(was.flip, 'unsaid')}")
        if changes and was.number == now.number:
            even = f" Tricks still add up to {now.cards}." if was.tricks != now.tricks else ""
            yield f"Hand {now.hand}, {counted(now.cards, 'card')}: {'; '.join(changes)}.{even}"
    if old.lines == new.lines:
        yield from _open_hand(old, new, names)
    if len(new.lines) != len(old.lines):
        yield f"{counted(len(new.lines), 'hand')} on the sheet, before {len(old.lines)}."


def _card(flip: str | None, unsaid: str) -> str:
    return drawn(flip) if flip else unsaid


def _open_hand(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    changes = list(_moved(old.bids, new.bids, "bid", names))
    if changes:
        yield f"Hand {new.hand + 1}: {'; '.join(changes)}."
    gone = [names[seat] for seat in old.around if seat not in new.around]
    come = [names[seat] for seat in new.around if seat not in old.around]
    if gone:
        yield f"{listed(gone)} would not sit at the table."
    if come:
        yield f"{listed(come)} would sit at the table."


def _moved(was: Mapping[int, int], now: Mapping[int, int], word: str, names: Sequence[str]) -> Iterator[str]:
    for seat in now:
        if seat in was and was[seat] != now[seat]:
            yield f"{names[seat]} {word} {now[seat]}, not {was[seat]}"


def _shouts(old: DirtyDogSheet, new: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    """Call-outs that are gone or new, in the order of the hands."""
    was, now = _call_out_sentences(old, names), _call_out_sentences(new, names)
    gone = [(hand, f"Gone: {words}") for hand, words in was if (hand, words) not in now]
    come = [(hand, f"New: {words}") for hand, words in now if (hand, words) not in was]
    for _, words in sorted([*gone, *come], key=lambda each: each[0]):
        yield words


def _call_out_sentences(sheet: DirtyDogSheet, names: list[str]) -> list[tuple[int, str]]:
    sentences, before = [], standing_calls(None)
    for line in sheet.lines:
        if line.void:
            continue
        for call in fresh(line, before):
            if call.term in NEWS:
                why = capital(spell(sentence(call, line), names))
                sentences.append((line.hand, f"{spoken(label(call.term))} in hand {line.hand} ({why})."))
        before = standing_calls(line)
    return sentences
