"""What a correction would change: totals, places, trophies, the box and the circle, call-outs gone and new."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import clauses, minus
from clubs.language.terms import capital
from games.base.correction import Changes, headline, marks, prizes, totals
from games.base.names import listed, shortened
from games.base.wording import rounds_before_and_now
from games.dirty_dog.sheet import announced, trump_in_words
from games.entries.match_state import MatchState
from scoring.base import Sheet, with_names
from scoring.cards import drawn
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.terms import label, sentence
from scoring.messages import translated


def changes(state: MatchState, before: Sheet, after: Sheet) -> Changes:
    """Return the differences between the sheet before and after a correction."""
    old, new = cast(DirtyDogSheet, before), cast(DirtyDogSheet, after)
    names = shortened(state.names)
    return Changes(
        headline(old, new, for_trophy=state.match.for_trophy),
        " ".join(_differing(old, new, names)),
        totals(state, old, new, new.seating_order),
        [*prizes(state, old, new, names), *_needs(new, names)],
        [*marks("hand", _hands(old, new), names, has_circle=True), *_callouts(old, new, names)],
        list(_starts(old, new, names)),
    )


def _starts(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each latecomer whose starting total moves, because it was the lowest total at the time
    (DD-30).
    """
    for seat in new.seating_order:
        was, now = _start(old, seat), _start(new, seat)
        if was and now and was.before[seat] != now.before[seat]:
            others = [names[other] for other in was.order if other != seat and was.before[other] == was.before[seat]]
            words = _("{player} started on {points}; that is now {now}.")
            if others:
                words = _("{player} started on {names}’s {points}; that is now {now}.")
            points = {"points": minus(was.before[seat]), "now": minus(now.before[seat])}
            yield words.format(player=names[seat], names=listed(others) if others else "", **points)


def _start(sheet: DirtyDogSheet, seat: int) -> DirtyDogLine | None:
    """Return the first line of a seat that joined late; None for seats that played from the first line on."""
    line = next((line for line in sheet.lines if seat in line.order), None)
    return None if line is None or line is sheet.lines[0] else line


def _hands(old: DirtyDogSheet, new: DirtyDogSheet) -> Iterator[tuple[int, DirtyDogLine, DirtyDogLine]]:
    for was, now in zip(old.lines, new.lines, strict=False):
        if not was.void and not now.void:
            yield now.hand, was, now


def _needs(new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for need in new.needs:
        words = _("{names} are level: a card pull decides.")
        if need.cards:
            words = _("{names} are level: a tie-break hand decides.")
        yield words.format(names=listed(names[seat] for seat in need.seats))


def _differing(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    for was, now in zip(old.lines, new.lines, strict=False):
        changes = _changed(was, now, names)
        if changes and was.number == now.number:
            words = ngettext(
                "Hand {number}, {count} card: {changes}.", "Hand {number}, {count} cards: {changes}.", now.cards
            )
            yield words.format(number=now.hand, count=now.cards, changes=clauses(changes))
            if was.tricks != now.tricks:
                yield _("Tricks still add up to {cards}.").format(cards=now.cards)
    if old.lines == new.lines:
        yield from _open_hand(old, new, names)
    if len(new.lines) != len(old.lines):
        yield rounds_before_and_now("hand", len(old.lines), len(new.lines))


def _changed(was: DirtyDogLine, now: DirtyDogLine, names: Sequence[str]) -> list[str]:
    changes = [*_bids(was.bids, now.bids, names), *_tricks(was.tricks, now.tricks, names)]
    if was.trump != now.trump:
        words = _("trump was {trump}, not {other}")
        trump, other = trump_in_words(now.trump) or _("not said"), trump_in_words(was.trump) or _("unsaid")
        changes.append(words.format(trump=trump, other=other))
    if was.flip != now.flip:
        words = _("turned up was {card}, not {other}")
        changes.append(words.format(card=_card(now.flip, _("not said")), other=_card(was.flip, _("unsaid"))))
    return changes


def _card(flip: str | None, unsaid: str) -> str:
    return drawn(flip) if flip else unsaid


def _open_hand(old: DirtyDogSheet, new: DirtyDogSheet, names: Sequence[str]) -> Iterator[str]:
    changes = list(_bids(old.bids, new.bids, names))
    if changes:
        yield _("Hand {number}: {changes}.").format(number=new.hand + 1, changes=clauses(changes))
    gone = [names[seat] for seat in old.active_seats if seat not in new.active_seats]
    come = [names[seat] for seat in new.active_seats if seat not in old.active_seats]
    if gone:
        yield _("{names} would not sit at the table.").format(names=listed(gone))
    if come:
        yield _("{names} would sit at the table.").format(names=listed(come))


def _bids(was: Mapping[int, int], now: Mapping[int, int], names: Sequence[str]) -> Iterator[str]:
    for seat in _moved(was, now):
        yield _("{player} bid {bid}, not {before}").format(player=names[seat], bid=now[seat], before=was[seat])


def _tricks(was: Mapping[int, int], now: Mapping[int, int], names: Sequence[str]) -> Iterator[str]:
    for seat in _moved(was, now):
        yield _("{player} took {tricks}, not {before}").format(player=names[seat], tricks=now[seat], before=was[seat])


def _moved(was: Mapping[int, int], now: Mapping[int, int]) -> list[int]:
    return [seat for seat in now if seat in was and was[seat] != now[seat]]


def _callouts(old: DirtyDogSheet, new: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    """Yield the call-outs that are gone or new, in the order of the hands."""
    was, now = _call_out_sentences(old, names), _call_out_sentences(new, names)
    gone = [(hand, _("Gone: {callout}").format(callout=words)) for hand, words in was if (hand, words) not in now]
    come = [(hand, _("New: {callout}").format(callout=words)) for hand, words in now if (hand, words) not in was]
    for _hand, words in sorted([*gone, *come], key=lambda each: each[0]):
        yield words


def _call_out_sentences(sheet: DirtyDogSheet, names: list[str]) -> list[tuple[int, str]]:
    sentences = []
    for line, call in announced(sheet):
        why = capital(with_names(sentence(call, line), names))
        words = _("{callout} in hand {number} ({why}).")
        sentences.append((line.hand, words.format(callout=translated(label(call.term)), number=line.hand, why=why)))
    return sentences
