"""A round of Top Dog for the shared pages (form, history, correction, paper): its fields, its words, its figures."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import clauses, comma_separated, minus, signed
from games.base.form_parsing import Keys
from games.base.names import listed, name_at, shortened
from games.entries.match_state import MatchState, read
from games.rounds import Field, Payload, Rounds
from games.top_dog import form as form_of
from games.top_dog.form import DUMMY, SUITS, suit_choices
from games.top_dog.sheet import call_outs
from scoring.top_dog import Round, TopDogLine, TopDogSheet


def _fields(state: MatchState, payload_now: Payload, prefix: str) -> Iterator[Field]:
    counted = payload_now.get("won") or payload_now.get("cards_taken") or {}
    names, sheet = shortened(state.names), state.sheet_as(TopDogSheet)
    keys = _keys(sheet, by_cards="cards_taken" in payload_now)
    for seat in sheet.active_seats:
        now, name = counted.get(str(seat), ""), names[seat]
        yield Field(f"{prefix}won-{seat}", name, value=now, short=name, seat=seat, choices=keys, what=_("Hands won"))
    if sheet.options.dummy:
        now = payload_now.get("dummy", "")
        yield Field(
            f"{prefix}won-{DUMMY}", _("The dummy"), value=now, short=_("Dummy"), choices=keys, what=_("Hands won")
        )
    units = (("", _("hands")), ("cards", _("cards")))
    if "cards_taken" in payload_now:
        yield Field(f"{prefix}by", _("Count"), "choice", "cards", _("Count"), choices=units)
    yield Field(
        f"{prefix}tied", _("The last hand was tied"), "check", payload_now.get("last_hand_tied", False), _("Tied")
    )
    taken = payload_now.get("suits", {})
    choices = [("", _("not noted")), *suit_choices(sheet.options.suits)]
    for seat in sheet.active_seats:
        now = ",".join(taken.get(str(seat), ()))
        label, name = _("Suit of {player}").format(player=names[seat]), f"{prefix}suit-{seat}"
        short = _("{player}’s suit").format(player=names[seat])
        yield Field(name, label, "choice", now, short, seat, choices, _("Suit"))
    yield Field(f"{prefix}why", _("If hands are missing, why"), "text", payload_now.get("note", ""), _("Why short"))


def _keys(sheet: TopDogSheet, *, by_cards: bool) -> Keys:
    """Return a key for every number of hands; where piles were counted in cards, also for every number of cards they
    can hold.
    """
    hands = range(sheet.hands + 1)
    cards = (each * sheet.cards_in_hand for each in hands) if by_cards else ()
    return [(str(each), str(each)) for each in sorted({*hands, *cards})]


def undone(state: MatchState) -> str:
    """Return the query string under which the page shows the last round half entered, without its last number.

    A round with hands missing keeps all its numbers, because its last one is not the rest.
    """
    last: Round = read(state.engine, state.live[-1])
    word, counted = ("won", last.won) if last.won is not None else ("taken", last.cards_taken or {})
    pairs = [(f"{word}-{seat}", str(value)) for seat, value in sorted(counted.items())]
    pairs += [] if last.dummy is None else [(f"{word}-{DUMMY}", str(last.dummy))]
    more = [("by", "cards")] * (last.won is None) + [("tied", "1")] * last.last_hand_tied
    more += [(f"suit-{seat}", ",".join(suits)) for seat, suits in sorted(last.suits.items())]
    return urlencode([*(pairs if last.note else pairs[:-1]), *more])


class TopDogRounds(Rounds):
    kind = "round"
    word = "round"

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        """Return a number field per seat and for the dummy, and the fields for tie, suits and note."""
        return list(_fields(state, payload or {}, prefix))

    payload = staticmethod(form_of.payload)

    def entry_words(self, names: Sequence[str], entry: Round) -> str:
        """Return the round in words: `hands won: Bea 4, Otto 9, the dummy 0; last hand tied`."""
        counted = entry.won if entry.won is not None else entry.cards_taken or {}
        each = [f"{name_at(names, seat)} {value}" for seat, value in sorted(counted.items())]
        each += [_("the dummy {number}").format(number=entry.dummy)] * (entry.dummy is not None)
        words = _("hands won: {names}") if entry.won is not None else _("cards taken: {names}")
        parts = [words.format(names=comma_separated(each))]
        parts += [_("last hand tied")] * entry.last_hand_tied
        took = [
            f"{name_at(names, seat)} {listed(str(SUITS[suit]) for suit in suits)}"
            for seat, suits in sorted(entry.suits.items())
        ]
        parts += [_("suits: {names}").format(names=comma_separated(took))] if took else []
        return clauses([*parts, *([_("why: {note}").format(note=entry.note)] if entry.note else [])])

    def figures(self, line: TopDogLine, seat: int) -> Sequence[tuple[str, str]]:
        """Return the figures in the cell of a seat, each with its label."""
        won, total = (_("won"), str(line.won[seat])), (_("total after"), minus(line.totals[seat]))
        if line.dummy is None:
            return [won, total]
        against = (_("against the dummy"), signed(line.against[seat]))
        return [won, against, (_("points"), signed(line.points[seat])), total]

    def lead(self, state: MatchState, line: TopDogLine) -> str:
        """Return the round in words: `12 hands, the last one tied. Núria arranged.`"""
        names = shortened(state.names)
        hands = ngettext("{count} hand.", "{count} hands.", line.counted)
        if line.last_hand_tied:
            hands = ngettext("{count} hand, the last one tied.", "{count} hands, the last one tied.", line.counted)
        sentences = [hands.format(count=line.counted)]
        if line.dummy is not None:
            sentences.append(_("The dummy won {hands}.").format(hands=line.dummy))
        if line.arranger is not None:
            sentences.append(_("{player} arranged.").format(player=names[line.arranger]))
        if line.note:
            sentences.append(_("Short: {note}.").format(note=line.note.rstrip(".")))
        return " ".join(sentences)

    callouts = staticmethod(call_outs)


ROUNDS = TopDogRounds()
