"""A photo that is read, in words: its state in a list, why it cannot be read, and what is asked."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from dogclub.exchange.readings.saving import checked
from dogclub.models import SheetReading
from games.base.wording import title
from games.paper.checking import SECOND_PAGE, CheckedSheet, Figure, Key
from scoring.table import minus

State = SheetReading.State


_KEPT = gettext_lazy("The photo is kept.")


@dataclass(frozen=True)
class Refusal:
    """Why a sheet is not read: a headline, what is wrong, and what to do, in order. `is_typed`: no other photo of it
    could be read; `kept` says what is kept; `is_low`: what is wrong is at the foot of the sheet.
    """

    headline: str | Promise
    wrong: str | Promise
    steps: tuple[str | Promise, ...] = ()
    is_typed: bool = False
    kept: str | Promise = _KEPT
    is_low: bool = False


_HOLD = gettext_lazy("Hold the phone further away, until all four marks are in the photo.")
_NEARER = gettext_lazy("Hold the phone nearer: the sheet should fill the picture.")
_FLAT = gettext_lazy("Lay the sheet flat; no hand and no glass on a corner.")
_LIGHT = gettext_lazy("Go where there is more light, and hold the phone still.")
_WIPE = gettext_lazy("Wipe the lens, and hold the phone with both hands.")
_WAIT = gettext_lazy("Wait until the picture is sharp before you tap.")
_SHORTER = gettext_lazy("More light helps most: the phone then takes the picture in a shorter time.")
_EYES = gettext_lazy("The photo is kept. It may be good enough for your eyes: zoom in and type.")
_HEADLINES: dict[str, tuple[str | Promise, tuple[str | Promise, ...]]] = {
    "corner": (gettext_lazy("One corner slipped the lead"), (_HOLD, _FLAT)),
    "no-sheet": (gettext_lazy("Not from this litter"), ()),
    "foreign": (gettext_lazy("Not from this litter"), ()),
    "other-game": (gettext_lazy("Another game’s bone"), ()),
    "rules": (gettext_lazy("Other rules on this sheet"), ()),
    "blurred": (gettext_lazy("It shook like a wet dog"), (_WIPE, _WAIT, _SHORTER)),
    "other-club": (gettext_lazy("Not from this litter"), ()),
    "two-sheets": (gettext_lazy("Two dogs, one basket"), ()),
    "small": (gettext_lazy("Too far to sniff"), (_NEARER, _LIGHT)),
    "first-page": (gettext_lazy("Here is the tail, where is the nose?"), ()),
    "empty": (gettext_lazy("Not a paw print on it"), ()),
    "other": (gettext_lazy("That is another table’s bone"), ()),
    "house-rules": (gettext_lazy("Other rules at this table"), ()),
    "plan": (gettext_lazy("A longer walk than planned"), ()),
    "revision": (gettext_lazy("Other rules on this sheet"), ()),
    "variation": (gettext_lazy("Other tricks than on the sheet"), ()),
    "begun": (gettext_lazy("This match has begun"), ()),
}
BLURRED = "blurred"
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
    "variation": gettext_lazy(
        "This match is not played as its sheet was printed: it has a variation, or another length. Type it in beside "
        "its photo, or read it by itself as another match."
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
    refusal = _refusal(said["code"], CannotRead(said["code"], missing).message)
    return replace(refusal, is_low=bool(missing) and min(missing) >= len(names) // 2)


def refusal_of_blurred(row: SheetReading) -> Refusal | None:
    """That many figures are hard to read, unless somebody said to check them all the same."""
    said = next((each for each in row.found["problems"] if each["code"] == BLURRED), None)
    return _refusal(BLURRED, said["message"]) if said and not row.answers.get("as_it_is") else None


def refusal_by_match(code: str) -> Refusal:
    """Why the sheet is not that of the match, by the code of `why_not`."""
    return _refusal(code, _OF_MATCH[code])


def _refusal(code: str, wrong: str | Promise) -> Refusal:
    headline, steps = _HEADLINES.get(code, (gettext_lazy("This one stays a riddle"), ()))
    refusal = Refusal(headline, wrong, steps, code in TYPED)
    return replace(refusal, kept=_EYES) if code == BLURRED else refusal


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


@dataclass(frozen=True)
class _Words:
    """The sentences about one kind of figure: what it is called, that nothing can be read, what it reads, what was
    said, what a key makes, with a total that follows and without, and what the undo button takes back.
    """

    headline: str | Promise
    nothing: str | Promise
    reads: str | Promise
    said: str | Promise
    follows: str | Promise
    makes: str | Promise
    undo: str | Promise


_FIGURES: dict[str, _Words] = {
    "bid": _Words(
        gettext_lazy("{player}’s bid, hand {row}"),
        gettext_lazy("Nothing can be read here. The others bid {sum} of {most}."),
        gettext_lazy("It reads {value}. All bids make {sum} of {most} then."),
        gettext_lazy("You said {value}. All bids make {sum} of {most} then."),
        gettext_lazy("the total {total} follows"),
        gettext_lazy("{sum} bid for {most} cards"),
        gettext_lazy("Undo: {player} bid {value}, hand {row}"),
    ),
    "tricks": _Words(
        gettext_lazy("{player}’s tricks, hand {row}"),
        gettext_lazy("Nothing can be read here. The others took {sum} of {most}."),
        gettext_lazy("It reads {value}. The tricks add up to {sum} of {most} then."),
        gettext_lazy("You said {value}. The tricks add up to {sum} of {most} then."),
        gettext_lazy("{sum} of {most}, and the total {total}"),
        gettext_lazy("{sum} of {most} tricks"),
        gettext_lazy("Undo: {player} took {value}, hand {row}"),
    ),
    "tiebreak-bid": _Words(
        gettext_lazy("{player}’s bid, tie-break hand"),
        gettext_lazy("Nothing can be read here. The others bid {sum} of {most}."),
        gettext_lazy("It reads {value}. All bids make {sum} of {most} then."),
        gettext_lazy("You said {value}. All bids make {sum} of {most} then."),
        gettext_lazy("the total {total} follows"),
        gettext_lazy("{sum} bid for {most} cards"),
        gettext_lazy("Undo: {player} bid {value}, tie-break hand"),
    ),
    "tiebreak-tricks": _Words(
        gettext_lazy("{player}’s tricks, tie-break hand"),
        gettext_lazy("Nothing can be read here. The others took {sum} of {most}."),
        gettext_lazy("It reads {value}. The tricks add up to {sum} of {most} then."),
        gettext_lazy("You said {value}. The tricks add up to {sum} of {most} then."),
        gettext_lazy("{sum} of {most}, and the total {total}"),
        gettext_lazy("{sum} of {most} tricks"),
        gettext_lazy("Undo: {player} took {value}, tie-break hand"),
    ),
    "won": _Words(
        gettext_lazy("{player}’s hands, round {row}"),
        gettext_lazy("Nothing can be read here. The others won {sum} of {most}."),
        gettext_lazy("It reads {value}. The hands add up to {sum} of {most} then."),
        gettext_lazy("You said {value}. The hands add up to {sum} of {most} then."),
        gettext_lazy("{sum} of {most}, and the total {total}"),
        gettext_lazy("{sum} of {most} hands"),
        gettext_lazy("Undo: {player} won {value}, round {row}"),
    ),
    "left": _Words(
        gettext_lazy("{player}’s cards left, game {row}"),
        gettext_lazy("Nothing can be read here. Whoever won the game has 0."),
        gettext_lazy("It reads {value}. One player alone has 0: the winner."),
        gettext_lazy("You said {value}. One player alone has 0: the winner."),
        gettext_lazy("the games won follow: {total}"),
        gettext_lazy("of the cards in hand"),
        gettext_lazy("Undo: {player} has {value} left, game {row}"),
    ),
    "pile": _Words(
        gettext_lazy("{player}’s pile, game {row}"),
        gettext_lazy("The pile cannot be read here."),
        gettext_lazy("It reads {value}. Does that count?"),
        gettext_lazy("You said {value}. Does that count?"),
        gettext_lazy("the total {total} follows"),
        gettext_lazy("both piles: {sum}"),
        gettext_lazy("Undo: {player}’s pile is {value}, game {row}"),
    ),
}


def headline(figure: Figure, name: str) -> str:
    """`Otto’s tricks, hand 7`."""
    return str(_FIGURES[figure.what].headline).format(player=name, row=figure.hand)


def question(sheet: CheckedSheet, figure: Figure) -> str:
    """What stands there, and what follows from it."""
    words, others = _FIGURES[figure.what], sheet.sum(figure.hand, figure.what) - figure.value
    if figure.is_answered:
        return str(words.said).format(value=figure.value, sum=others + figure.value, most=figure.most)
    if figure.is_blacked:
        return _("A figure was blacked out here. What counts?")
    if figure.written is None:
        return str(words.nothing).format(sum=others, most=figure.most)
    return str(words.reads).format(value=figure.written, sum=others + figure.written, most=figure.most)


def key_in_words(figure: Figure, key: Key) -> tuple[str, str]:
    """A key's name and what follows from it."""
    words = _FIGURES[figure.what]
    note = str(words.makes).format(sum=key.sum, most=figure.most)
    if key.is_barred:
        return _("The Rule"), note
    name = pgettext("a figure", "as written") if key.is_written else ""
    name = _("fits") if key.fits else name
    if key.fits and key.is_written:
        name = _("fits, as written")
    if key.total is not None:
        note = str(words.follows).format(sum=key.sum, most=figure.most, total=minus(key.total))
    return name, note


def wrong_total(sheet: CheckedSheet, row: int, seat: int, names: list[str]) -> str:
    """A written total that does not follow, and what counts."""
    cell = sheet.rows[row - 1].cells[seat - 1]
    words = _("Row {row}, {player}: the sheet says {written}, the figures make {computed}, which counts.")
    computed = minus(cell.total) if cell.total is not None else ""
    return words.format(row=row, player=names[seat - 1], written=cell.written_total, computed=computed)


def undo_in_words(answer: dict[str, Any], names: list[str]) -> str:
    """What the undo button takes back."""
    row, seat, what = answer["cell"].split("-", 2)
    return str(_FIGURES[what].undo).format(player=names[int(seat) - 1], value=answer["value"], row=row)
