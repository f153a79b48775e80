"""Top Dog in words: what is missing in a round, who gets the rest, how far the match runs; a round written down."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, minus, signed
from games.base.display import Screen
from games.base.form_parsing import Keys, entry_id, line_number
from games.base.names import listed, name_at, shortened
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.rounds import Field, Payload, Rounds
from games.top_dog import form as form_of
from games.top_dog.form import DUMMY, SUITS, Count, field, payload, suit_choices
from games.top_dog.sheet import call_outs
from scoring.messages import translated
from scoring.top_dog import Round, RoundStep, TopDogLine, TopDogSheet, next_step
from scoring.top_dog.sheet import level

FEW_NAMES = 2  # names that fit on the meter's one line


def name_of(place: str, names: Sequence[str]) -> str:
    """The name of a place inside a sentence."""
    return _("the dummy") if place == DUMMY else names[int(place)]


def name_first(place: str, names: Sequence[str]) -> str:
    """The name of a place at the start of a sentence."""
    return _("The dummy") if place == DUMMY else names[int(place)]


def hands_to(step: RoundStep) -> str:
    """Return the hands of a round and the target: `13 hands, to 35`."""
    words = ngettext("{count} hand, to {target}", "{count} hands, to {target}", step.hands)
    return words.format(count=step.hands, target=step.target)


def meter_label(now: Count) -> str:
    """Return the text beside the figure of the meter."""
    if now.left < 0:
        many = -now.left
        return (
            ngettext("card too many", "cards too many", many)
            if now.by_cards
            else ngettext("hand too many", "hands too many", many)
        )
    words = ngettext("of {count} hand to place", "of {count} hands to place", now.due)
    if now.by_cards:
        words = ngettext("of {count} card to place", "of {count} cards to place", now.due)
    return words.format(count=now.due)


def meter_text(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """Return what to do (bold), and what else matters at this point."""
    if now.left < 0:
        return _("Change the number that is wrong."), _in_all(now)
    if now.odd:
        return _odd(now, names), ""
    if not now.open and now.left:
        return _missing(now), _("Change a number, or say that the last hand was tied.")
    if now.after is not None:
        return _placed(now), " ".join(filter(None, [_rest(now, names), _ends(now.after, names)]))
    if len(now.open) == FEW_NAMES:
        tap = _("One more tap settles it.") if now.has_keys else _("One more number settles it.")
        return tap, why_play_continues(now.step, names)
    return _instruction(now), why_play_continues(now.step, names) or _("The last one gets the rest.")


def _instruction(now: Count) -> str:
    if now.has_keys:
        return _("Tap what each won.")
    return _("Count each pile.") if now.by_cards else _("Count what each won.")


def _in_all(now: Count) -> str:
    words = ngettext("There are {count} hand in all.", "There are {count} hands in all.", now.due)
    if now.by_cards:
        words = ngettext("There are {count} card in all.", "There are {count} cards in all.", now.due)
    return words.format(count=now.due)


def _missing(now: Count) -> str:
    words = ngettext("{count} hand missing.", "{count} hands missing.", now.left)
    if now.by_cards:
        words = ngettext("{count} card missing.", "{count} cards missing.", now.left)
    return words.format(count=now.left)


def _placed(now: Count) -> str:
    words = ngettext("All {count} hand are placed.", "All {count} hands are placed.", now.due)
    if now.by_cards:
        words = ngettext("All {count} card are placed.", "All {count} cards are placed.", now.due)
    return words.format(count=now.due)


def _odd(now: Count, names: Sequence[str]) -> str:
    place = now.odd[0]
    cards = now.counted[place]
    return ngettext(
        "{player}: {count} card are no whole hands. Each hand took {unit}.",
        "{player}: {count} cards are no whole hands. Each hand took {unit}.",
        cards,
    ).format(player=name_first(place, names), count=cards, unit=now.unit)


def _rest(now: Count, names: Sequence[str]) -> str:
    return _("{player} has what is left.").format(player=name_first(now.auto, names)) if now.auto else ""


def why_play_continues(step: RoundStep, names: Sequence[str]) -> str:
    """Return why the match goes on although the target is reached (TD-18, HR-TD-01); "" where it is not reached."""
    if step.level:
        return translated(level(_names_or_count(step.level, names), minus(step.totals[step.level[0]])))
    if not step.at_target:
        return ""
    is_past = min(step.totals[seat] for seat in step.at_target) > step.target
    words = ngettext(
        "{names} has {target}, but the game runs to round {number}.",
        "{names} have reached {target}, but the game runs to round {number}.",
        len(step.at_target),
    )
    if is_past:
        words = ngettext(
            "{names} is past {target}, but the game runs to round {number}.",
            "{names} are past {target}, but the game runs to round {number}.",
            len(step.at_target),
        )
    return words.format(names=_names_or_count(step.at_target, names), target=step.target, number=step.cycle_end)


def _ends(after: TopDogSheet, names: Sequence[str]) -> str:
    """Return who wins with this round, or how far the match runs after it; "" for neither."""
    if after.finished:
        return _("{names} wins.").format(names=listed(names[seat] for seat in after.winners))
    step = next_step(after)
    if step is None or not after.at_target:
        return ""
    return (
        why_play_continues(step, names)
        if step.level
        else _("The game runs to round {number}.").format(number=step.cycle_end)
    )


def _names_or_count(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) <= FEW_NAMES:
        return listed(names[seat] for seat in seats)
    return ngettext("{count} player", "{count} players", len(seats)).format(count=len(seats))


def main_button(now: Count, names: Sequence[str]) -> tuple[str, str]:
    """Return the text of the main button, and the rest of it where there is space."""
    after = now.after
    if after is None:
        return _unready_button(now), ""
    if after.finished:
        return _("Save"), _(": {names} wins").format(names=listed(names[seat] for seat in after.winners))
    more = "" if after.arranger is None else _(": {player} arranges").format(player=names[after.arranger])
    return _("Round {number}").format(number=after.number), more


def _unready_button(now: Count) -> str:
    if now.left < 0:
        many = -now.left
        words = ngettext("{count} hand too many", "{count} hands too many", many)
        if now.by_cards:
            words = ngettext("{count} card too many", "{count} cards too many", many)
        return words.format(count=many)
    if now.odd:
        return _("Count the cards again")
    words = ngettext("{count} hand to place", "{count} hands to place", now.left)
    if now.by_cards:
        words = ngettext("{count} card to place", "{count} cards to place", now.left)
    return words.format(count=now.left)


def variation(sheet: TopDogSheet) -> str:
    """Return the variations played: `Variation 2`, `Variations 1 and 4`; "" for none."""
    agreed = sheet.options
    numbers = [{"all": "1", "rotating": "2"}.get(agreed.arranging, ""), "3" * agreed.dummy, "4" * (agreed.suits > 1)]
    played = [number for number in numbers if number]
    if not played:
        return ""
    return ngettext("Variation {numbers}", "Variations {numbers}", len(played)).format(numbers=listed(played))


# A round that cannot end because the last cards tie again and again: hands are missing, and a note says why (HR-
# TD-04).


WHY = gettext_lazy("Give a short reason why hands are missing. It stays with the sheet.")


def offered(state: MatchState) -> bool:
    """Whether a round can be entered as stuck: the match is not over."""
    return not state.sheet.finished


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: a number per place, and the reason."""
    step = next_step(state.sheet_as(TopDogSheet))
    return Screen("games/top_dog/stuck.html", {"step": step, "rows": _rows(state, form), "why": form.get("why", "")})


def _rows(state: MatchState, form: QueryDict) -> list[dict[str, Any]]:
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    places = [*map(str, sheet.active_seats), *([DUMMY] if sheet.options.dummy else [])]
    return [
        {
            "name": name_first(place, state.names),
            "short": name_of(place, names),
            "field": field(place, by_cards=False),
            "value": form.get(field(place, by_cards=False), ""),
        }
        for place in places
    ]


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `round` entry with its note. Raises Unreadable where a number or the reason is missing."""
    entry = payload(form)
    if not entry.get("note"):
        raise Unreadable(str(WHY), "why")
    return [Draft("round", line_number(form), entry, id=entry_id(form))]


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match is over."""
    if not offered(state):
        return None
    return OfflineAction(
        what="round",
        title=_("This round is stuck?"),
        about=_(
            "With two cards left each, the same tie can come back for ever. Then enter the hands that were won, and "
            "why some are missing."
        ),
        rows="games/top_dog/offline_actions/_stuck.html",
        entry_label=_("A round that got stuck"),
        go=_("Save the round"),
        more={"rows": _rows(state, QueryDict())},
    )


STUCK = TableAction("stuck", gettext_lazy("A round is stuck"), screen, drafts, offered, offline=offline_action)


# A round of Top Dog for the shared pages (form, history, correction, paper): its fields, its words, its figures.


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
