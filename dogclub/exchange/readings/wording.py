"""A photo that is read, in words: its state in a list, why it cannot be read, and what is asked."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from dogclub.exchange.readings.saving import checked
from dogclub.models import SheetReading
from games.base.wording import title
from games.paper.checking import BID, SECOND_PAGE, CheckedSheet, Figure, Key
from scoring.table import minus

State = SheetReading.State


@dataclass(frozen=True)
class Refusal:
    """Why a sheet is not read: a headline, what is wrong, and what to do, in order. `is_typed`: no other photo of it
    could be read.
    """

    headline: str | Promise
    wrong: str | Promise
    steps: tuple[str | Promise, ...] = ()
    is_typed: bool = False


_HOLD = gettext_lazy("Hold the phone further away, until all four marks are in the photo.")
_NEARER = gettext_lazy("Hold the phone nearer: the sheet should fill the picture.")
_FLAT = gettext_lazy("Lay the sheet flat; no hand and no glass on a corner.")
_LIGHT = gettext_lazy("Go where there is more light, and hold the phone still.")
_PRINT = gettext_lazy("For next time: print sheets with marks, from the page Blank sheets.")
_HEADLINES: dict[str, tuple[str | Promise, tuple[str | Promise, ...]]] = {
    "corner": (gettext_lazy("One corner slipped the lead"), (_HOLD, _FLAT)),
    "no-sheet": (gettext_lazy("Not from this litter"), (_PRINT,)),
    "foreign": (gettext_lazy("Not from this litter"), (_PRINT,)),
    "other-game": (gettext_lazy("Another game’s bone"), ()),
    "rules": (gettext_lazy("Other rules on this sheet"), ()),
    "two-sheets": (gettext_lazy("Two dogs, one basket"), ()),
    "small": (gettext_lazy("Too far to sniff"), (_NEARER, _LIGHT)),
    "first-page": (gettext_lazy("Here is the tail, where is the nose?"), ()),
    "empty": (gettext_lazy("Not a paw print on it"), ()),
    "other": (gettext_lazy("That is another table’s bone"), ()),
    "house-rules": (gettext_lazy("Other rules at this table"), ()),
    "plan": (gettext_lazy("A longer walk than planned"), ()),
    "revision": (gettext_lazy("Other rules on this sheet"), ()),
    "begun": (gettext_lazy("This match has begun"), ()),
}
TYPED = ("no-sheet", "foreign", "other-game", "rules", "plan")
_OF_MATCH = {
    "other": gettext_lazy(
        "The marks name another sheet: other players, or names that were printed for another table. Take a photo of "
        "the sheet of this match, or read this one by itself."
    ),
    "house-rules": gettext_lazy(
        "This match is played by rules of your club, and sheets are read by the rules as written. Type it in beside "
        "its photo, or read it by itself as another match."
    ),
    "plan": gettext_lazy(
        "The sheet was printed for another plan of hands than this match has. Type it in beside its photo, or read it "
        "by itself as another match."
    ),
    "revision": gettext_lazy(
        "The sheet was printed for another revision of the rules than the one of this match. Bids and tricks count the "
        "same: read it by the rules of the match, or by itself as another match."
    ),
    "begun": gettext_lazy(
        "Hands of this match were entered meanwhile. Type in what is missing beside the photo, or read it by itself."
    ),
}


def refusal_of(row: SheetReading) -> Refusal:
    """Why nothing was read in the photo."""
    from games.paper.reading.problems import CORNERS, CannotRead

    (said,) = row.found["problems"]
    names = ("upper-left", "upper-right", "lower-left", "lower-right")
    assert len(names) == len(CORNERS)
    missing = tuple(names.index(each) for each in said.get("missing", ()))
    return _refusal(said["code"], CannotRead(said["code"], missing).message)


def refusal_by_match(code: str) -> Refusal:
    """Why the sheet is not that of the match, by the code of `why_not`."""
    return _refusal(code, _OF_MATCH[code])


def _refusal(code: str, wrong: str | Promise) -> Refusal:
    headline, steps = _HEADLINES.get(code, (gettext_lazy("This one stays a riddle"), ()))
    return Refusal(headline, wrong, steps, code in TYPED)


def state_in_words(row: SheetReading) -> str:
    """The state of a photo, for the list."""
    if row.job and row.job.is_over and row.state == State.READING:
        return _("Reading it failed.")
    if row.state == State.READING:
        return _("Being read.")
    if row.state == State.REFUSED:
        return str(refusal_of(row).wrong)
    if any(each["code"] == SECOND_PAGE for each in row.found["problems"]):
        return _("Page 2 is missing.")
    sheet = checked(row)
    return to_go(len(sheet.to_check), is_named=bool(row.match_id or row.answers.get("players")))


def name_of(row: SheetReading, number: int) -> str:
    """What a photo is called in the list: by its match, else by its sheet, else by its number."""
    if row.match:
        return title(row.match)
    if sheet := row.found.get("sheet"):
        words = ngettext("Sheet {number}, {count} player", "Sheet {number}, {count} players", sheet["players"])
        return words.format(number=number, count=sheet["players"])
    return _("Photo {number}").format(number=number)


def to_go(count: int, *, is_named: bool) -> str:
    """What is left before the match can be saved."""
    if is_named:
        return ngettext("{count} to check", "{count} to check", count).format(count=count)
    if not count:
        return _("Names to enter")
    return ngettext("Names and {count} to check", "Names and {count} to check", count).format(count=count)


# The question about one figure.


def headline(figure: Figure, name: str) -> str:
    """`Otto’s tricks, hand 7`."""
    words = _("{player}’s bid, hand {hand}") if figure.what == BID else _("{player}’s tricks, hand {hand}")
    return words.format(player=name, hand=figure.hand)


def question(sheet: CheckedSheet, figure: Figure) -> str:
    """What stands there, and what follows from it."""
    cards = sheet.cards(figure.hand)
    others = sheet.sum(figure.hand, figure.what) - figure.value
    if figure.is_answered:
        total = others + figure.value
        if figure.what == BID:
            return _("You said {value}. All bids make {sum} of {cards} then.").format(
                value=figure.value, sum=total, cards=cards
            )
        return _("You said {value}. The tricks add up to {sum} of {cards} then.").format(
            value=figure.value, sum=total, cards=cards
        )
    if figure.is_blacked:
        return _("A figure was blacked out here. What counts?")
    if figure.written is None:
        words = (
            _("Nothing can be read here. The others bid {sum} of {cards}.")
            if figure.what == BID
            else _("Nothing can be read here. The others took {sum} of {cards}.")
        )
        return words.format(sum=others, cards=cards)
    words = (
        _("It reads {value}. All bids make {sum} of {cards} then.")
        if figure.what == BID
        else _("It reads {value}. The tricks add up to {sum} of {cards} then.")
    )
    return words.format(value=figure.written, sum=others + figure.written, cards=cards)


def key_in_words(sheet: CheckedSheet, figure: Figure, key: Key) -> tuple[str, str]:
    """A key's name and what follows from it."""
    cards = sheet.cards(figure.hand)
    if key.is_barred:
        return _("The Rule"), _("{sum} bid for {cards} cards").format(sum=key.sum, cards=cards)
    name = _("as written") if key.is_written else ""
    name = _("fits") if key.fits else name
    if key.fits and key.is_written:
        name = _("fits, as written")
    if key.total is not None:
        if figure.what == BID:
            return name, _("the total {total} follows").format(total=minus(key.total))
        return name, _("{sum} of {cards}, and the total {total}").format(
            sum=key.sum, cards=cards, total=minus(key.total)
        )
    if figure.what == BID:
        return name, _("{sum} bid for {cards} cards").format(sum=key.sum, cards=cards)
    return name, _("{sum} of {cards} tricks").format(sum=key.sum, cards=cards)


def wrong_total(sheet: CheckedSheet, hand: int, seat: int, names: list[str]) -> str:
    """A written total that does not follow, and what counts."""
    cell = sheet.hands[hand - 1].cells[seat - 1]
    words = _("Hand {hand}, {player}: the sheet says {written}, bids and tricks make {computed}, which counts.")
    computed = minus(cell.total) if cell.total is not None else ""
    return words.format(hand=hand, player=names[seat - 1], written=cell.written_total, computed=computed)


def undo_in_words(sheet: CheckedSheet, answer: dict[str, Any], names: list[str]) -> str:
    """What the undo button takes back."""
    hand, seat, what = answer["cell"].split("-")
    words = (
        _("Undo: {player} bid {value}, hand {hand}") if what == BID else _("Undo: {player} took {value}, hand {hand}")
    )
    return words.format(player=names[int(seat) - 1], value=answer["value"], hand=hand)
