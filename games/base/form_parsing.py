"""Parsing of numbers, notes and times from forms, and the entry id that makes a repeated submission harmless."""

import re
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from itertools import groupby

from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import minus
from clubs.language.terms import inside
from clubs.models import Club, Player
from clubs.names import is_printable
from clubs.players.forms import LOOKS_LIKE, PlayerForm
from clubs.players.search import of_name
from games.base.table_game import Unreadable
from games.entries.match_state import MatchState
from scoring.cards import RANKS

NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
BIG = 10**9
BROKEN = gettext_lazy("The page was not sent completely. Reload it and tap again.")
INCOMPLETE = gettext_lazy("The page was not sent completely. Please reload it.")
WHOLE = gettext_lazy("Enter a whole number.")
NO_NUMBER = gettext_lazy("A number is missing here.")
UNKNOWN = gettext_lazy("This page does not know that choice. Choose one of the buttons on it.")


def entry_id(form: QueryDict, place: int = 0) -> uuid.UUID:
    """Return the id that the page was given for its entry; further entries of the form (`place` from 1) get ids derived
    from it. Raises Unreadable.
    """
    try:
        first = uuid.UUID(form.get("entry", ""))
    except ValueError as error:
        raise Unreadable(BROKEN) from error
    return first if not place else uuid.uuid5(first, str(place))


def whole_number(form: QueryDict, field: str, message: str | Promise, *, most: int = BIG) -> int:
    """Return the number in a hidden field that our own page filled. Raises Unreadable with `message` if it is missing,
    no number or above `most`.
    """
    text = form.get(field, "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > most:
        raise Unreadable(message, field)
    return int(text)


def one_of(form: QueryDict, field: str, known: Collection[str], message: str | Promise = UNKNOWN) -> str:
    """Return the answer in a field. Raises Unreadable with `message` where it is missing or not among those known."""
    answer = form.get(field, "")
    if answer not in known:
        raise Unreadable(message, field)
    return answer


def check_known(form: QueryDict, field: str, known: Collection[str], message: str | Promise = UNKNOWN) -> None:
    """Raise Unreadable with `message` if an answer in a field is neither empty nor among those known."""
    if not {answer for answer in form.getlist(field) if answer} <= {*known}:
        raise Unreadable(message, field)


def version(form: QueryDict) -> int:
    """Return the version of the match that the page showed. Raises Unreadable."""
    return whole_number(form, "version", BROKEN)


def line_number(form: QueryDict) -> int:
    """Return the number of the line that the page was to write. Raises Unreadable."""
    return whole_number(form, "number", BROKEN)


def typed(form: QueryDict, field: str, message: str | Promise) -> int | None:
    """Return a number of up to four digits that a person typed; None if the field is empty. Raises Unreadable with
    `message`.
    """
    text = form.get(field, "").strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(message, field)
    return int(text)


def check_length(text: str, longest: int, field: str) -> None:
    """Raise Unreadable for a text of more characters than may be stored."""
    if len(text) > longest:
        message = _("At most {most} characters, please: this has {count}.").format(most=longest, count=len(text))
        raise Unreadable(message, field)


def check_agreed(form: QueryDict) -> None:
    """Raise Unreadable where the box “everybody agrees” of stopping early is not ticked."""
    if "agreed" not in form:
        raise Unreadable(_("The result stands only if everybody agrees. Ask everybody, then tick this."), "agreed")


def reason(form: QueryDict, longest: int = 300) -> str:
    """Return the note that is stored with an entry, spaces collapsed. Raises Unreadable if it is too long or
    unprintable.
    """
    text = " ".join(form.get("note", "").split())
    check_length(text, longest, "note")
    if not text.isprintable():
        raise Unreadable(_("This note contains an unprintable character. Please type it again."), "note")
    return text


def moment(form: QueryDict) -> datetime | None:
    """Return the time by the tablet's own clock, sent in milliseconds since 1970; None if that is missing or
    implausible.
    """
    text = form.get("at", "")
    return datetime.fromtimestamp(int(text) / 1000, UTC) if re.fullmatch(r"[1-9][0-9]{11,12}", text) else None


# Hidden forms on the table's page, submitted by buttons outside the entry form.


@dataclass(frozen=True)
class Form:
    """A hidden form and its fields. With `is_post` it writes an entry; otherwise it loads the page again with these
    fields.
    """

    id: str
    fields: Sequence[tuple[str, str]]
    is_post: bool = False

    @property
    def inputs(self) -> SafeString:
        """The fields as HTML. A page has some twenty, and a template would take most of its rendering time for them."""
        fields = (f'name="{escape(name)}" value="{escape(value)}"' for name, value in self.fields)
        return SafeString("".join(f'<input type="hidden" {field}>' for field in fields))


def free_number(state: MatchState) -> int:
    """Return the line of the next entry: the one that an undo freed, else a new one."""
    return state.live[-1].number + 1 if state.live else 1


def entry_fields(state: MatchState, what: str, number: int, **more: str) -> list[tuple[str, str]]:
    """Return (name, value) pairs that make a form safe to send twice: entry id, line number, and the version of the
    match on the page.
    """
    fields = {"what": what, "entry": str(uuid.uuid4()), "number": str(number), "version": str(state.match.version)}
    return [*fields.items(), *more.items()]


def post_form(name: str, state: MatchState, what: str, number: int, fields: Sequence[tuple[str, str]] = ()) -> Form:
    """Return the form that writes an entry of kind `what` on line `number`."""
    return Form(name, [*entry_fields(state, what, number), *fields], is_post=True)


def undo_label(step: str) -> str:
    """Return the label of the undo button with the step it takes back; "" if there is none."""
    return _("Undo: {what}").format(what=step) if step else ""


def undo_form(state: MatchState) -> list[Form]:
    """Return the form of the undo button in a list; an empty list if there is no entry to undo."""
    return [post_form("undo", state, "undo", state.live[-1].number)] if state.live else []


# Key pads of the correction form: per player a row of labelled pads with the stored and the chosen value (HR-DD-15).
# A pad is one form field, drawn as radio buttons, so that it works without a script. Where not every value has a key,
# a text field next to the keys takes the others; `with_others` reads it.


Keys = Sequence[tuple[str, str]]
OTHER, WAS = "-other", "-other-was"
PAD_NUMBER = gettext_lazy("Other number")
LONGEST_NAME = 80


@dataclass(frozen=True)
class Pad:
    """One form field with its keys, (value, words) each.

    `stored` is the stored value, `value` the chosen one; `other_label` is the label of a text field for other values,
    "" for none.
    """

    field: str
    label: str
    stored: str
    value: str
    keys: Keys
    other_label: str | Promise = ""

    @property
    def is_changed(self) -> bool:
        return self.value != self.stored

    @property
    def within(self) -> str:
        """The label as it is written inside a sentence, after a name and a colon."""
        return inside(self.label)

    @property
    def has_words(self) -> bool:
        """Whether a key shows more than a number or a sign (over three characters)."""
        return any(len(words) > 3 for _, words in self.keys)

    @property
    def drawn(self) -> list[tuple[str, str, bool]]:
        """(value, words, whether it is drawn as words) per key; a number among words is drawn large."""
        return [(value, words, self.has_words and not words.isdigit()) for value, words in self.keys]

    @property
    def is_word(self) -> bool:
        """Whether the chosen value is drawn as words."""
        return self.has_words and not self.words.isdigit()

    @property
    def other(self) -> str:
        """The chosen value where no key has it, for the text field; else ""."""
        return "" if self.value in dict(self.keys) else self.value

    @property
    def words(self) -> str:
        """The label of the chosen key."""
        return dict(self.keys).get(self.value, self.value)

    @property
    def before(self) -> str:
        """The label of the stored value's key."""
        return dict(self.keys).get(self.stored, self.stored)


@dataclass(frozen=True)
class PadRow:
    """The pads of one player, or of another named item."""

    key: str
    name: str
    pads: Sequence[Pad]

    @property
    def has_words(self) -> bool:
        return any(pad.has_words for pad in self.pads)


@dataclass(frozen=True)
class Step:
    """A link to correct another round: its number on the sheet, and the text on its key."""

    number: int
    label: str
    lines: Sequence[str] = ()


def pad(field: str, label: str, stored: object, keys: Keys, form: QueryDict, other_label: str | Promise = "") -> Pad:
    """Return a pad with the value that the form chose; a value that is neither a key nor allowed by `other_label` is
    ignored.
    """
    now = "" if stored is None else str(stored)
    value = form.get(field, now).strip()[:LONGEST_NAME]
    return Pad(field, label, now, value if other_label or value in dict(keys) else now, keys, other_label)


def numbers(most: int, least: int = 0) -> Keys:
    """Return a key per number from `least` to `most`."""
    return [(str(number), minus(number)) for number in range(least, most + 1)]


def words(values: Iterable[str]) -> Keys:
    """Return a key per word, the word being its value too."""
    return [(value, value) for value in values]


def with_others(form: QueryDict) -> QueryDict:
    """Return the form with the text fields' values in place of the keys'.

    A text that is the same as when the page was drawn yields to a chosen key.
    """
    copy = form.copy()
    for field in [name.removesuffix(OTHER) for name in form if name.endswith(OTHER)]:
        typed = form.get(field + OTHER, "").strip()
        if field not in form or typed != form.get(field + WAS, ""):
            copy[field] = typed
    return copy


# A card pull: one card per tied player, one question at a time; the cards so far are in the query string (`K-7`).


HIGH_TO_LOW = tuple(RANKS)[::-1]
NAMES = {
    "A": gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
}
AGAIN = gettext_lazy("Tap the cards again.")
PULL_AGAIN = gettext_lazy("{names} pull again.")


def card_name(card: str) -> str:
    """`Ace` for A; a number, or a card with its suit, is returned unchanged."""
    return str(NAMES.get(card, card))


def cards_in(form: QueryDict) -> list[str]:
    """The cards pulled so far, in order; empty where one of them is not a card."""
    cards = form.get("cards", "")[:200].split("-")
    return cards if all(card in RANKS for card in cards) else []


def keys(cards: Iterable[str]) -> list[dict[str, str]]:
    """One key per card, high to low: its `rank`, its `name`, and the `cards` query value after it is tapped."""
    return [{"rank": rank, "name": card_name(rank), "value": "-".join([*cards, rank])} for rank in HIGH_TO_LOW]


def outcomes(outcome_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield (cards in words, outcome) from the lowest card up, adjacent cards of the same outcome together."""
    for outcome, group in groupby(RANKS, key=outcome_of):
        yield _span([*group]), outcome


def _span(ranks: Sequence[str]) -> str:
    """A range of cards in words: `Ace`, `5 or lower`, `6 to 9`."""
    first, last = card_name(ranks[0]), card_name(ranks[-1])
    if len(ranks) == 1:
        return first
    if ranks[0] == "2":
        return _("{card} or lower").format(card=last)
    if ranks[-1] == "A":
        return _("{card} or higher").format(card=first)
    return _("{lowest} to {highest}").format(lowest=first, highest=last)


# Look-up of a player by a name typed at the table; an unknown name becomes a guest.


def named(club: Club, name: str) -> Player:
    """Return the club's player of this name, or create a guest. Raises Unreadable if it is no valid name."""
    known = known_by(club, name)
    if known:
        return known
    form = PlayerForm({"name": name, "is_guest": "on"}, player=Player(club=club))
    if form.has_error("name", LOOKS_LIKE):
        raise Unreadable(
            _("That looks like the name of a player of the club. Choose the player, or add a surname."), "guest"
        )
    if not form.is_valid():
        raise Unreadable(" ".join(map(str, form.errors["name"])), "guest")
    return _written(club, form, name)


def known_by(club: Club, name: str) -> Player | None:
    """Return the club's only player of this name, however it is written, without a nickname; or None."""
    rows = club.players.filter(nickname="", former=None)
    alike = of_name(rows, name) if is_printable(name) else []
    return alike[0] if len(alike) == 1 else None


def _written(club: Club, form: PlayerForm, name: str) -> Player:
    """Save the guest, or return the row that another tablet saved at the same moment."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        return club.players.get(name__iexact=form.cleaned_data["name"], nickname="")
