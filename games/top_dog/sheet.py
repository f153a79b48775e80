"""The score sheet as on paper: a row per round, in each cell hands won and total, a heavy rule after each cycle."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.language.locales import minus
from games.base.display import CallOutLine, Screen, cell, joined, total
from games.base.names import listed, shortened
from games.base.statistics import IN_THE_BOX
from games.entries.match_state import MatchState
from games.top_dog.form import SIGNS, SUITS
from scoring.messages import translated
from scoring.top_dog import TopDogLine, TopDogSheet

# The cells of one row of the sheet as HTML. Only numbers go in; a template per cell would be slow.


def of_line(line: TopDogLine, base: str) -> SafeString:
    """Return the cells of a round that was played; each total links to the history of its cell. `base` is the link
    without the seat.
    """
    cells = [_played(line, seat, f"{base}{seat}/") for seat in line.won]
    if line.dummy is not None:
        dummy = _hidden(_("dummy"))
        cells.append(f'<td><div class="cell cell-one"><i>{dummy}{line.dummy}</i></div></td>')
    return joined(cells)


def _hidden(words: str) -> str:
    """Return words for screen readers only, before a figure."""
    return f'<span class="vh">{words} </span>'


def _played(line: TopDogLine, seat: int, link: str) -> str:
    against = "" if line.dummy is None else _against(line.against[seat])
    suits = " ".join(SIGNS[suit] for suit in line.suits.get(seat, ()))
    suit = (
        f' <small aria-label="{listed(str(SUITS[suit]) for suit in line.suits[seat])}">{suits}</small>' if suits else ""
    )
    hands = _hidden(_("won"))
    linked = total(minus(line.totals[seat]), link, "top" if seat in line.leaders else "")
    return cell(
        f"<i>{hands}{line.won[seat]}{suit}</i>{against}{linked}",
        "cell-won" if line.dummy is None else "cell-dum",
        _("arranges") if seat == line.arranger else "",
    )


def _against(bonus: int) -> str:
    """Return the cell’s points against the dummy: +1, ±0 or −2."""
    css = "" if bonus > 0 else ' class="miss"'
    text = f"+{bonus}" if bonus > 0 else minus(bonus) if bonus else "±0"
    about = _hidden(_("against the dummy"))
    return f"<span{css}>{about}{text}</span>"


def of_unscored(seats: Iterable[int], arranger: int | None, *, dummy: bool) -> SafeString:
    """Return the cells of the round in progress, with the arranger’s corner."""
    cells = [cell("", "cell-won", _("arranges") if seat == arranger else "") for seat in seats]
    return joined([*cells, *(["<td></td>"] if dummy else [])])


@dataclass(frozen=True)
class RoundRow:
    """One row of the sheet; `word` is shown beside the number of the round, `cells` is finished HTML."""

    head: str
    word: str
    cells: SafeString
    css: str = ""


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    top_dog_sheet = state.sheet_as(TopDogSheet)
    context = {
        "columns": state.names[: top_dog_sheet.seats],
        "rows": list(_rows(top_dog_sheet, state)),
        "has_dummy": top_dog_sheet.options.dummy,
        "is_replaced": top_dog_sheet.options.dummy_scoring == "replace",
        "is_arranged": top_dog_sheet.arranger is not None,
        "has_suits": any(line.suits for line in top_dog_sheet.lines),
        "has_ties": any(line.last_hand_tied for line in top_dog_sheet.lines),
        "has_notes": [line for line in top_dog_sheet.lines if line.note],
        "counted": top_dog_sheet.hands - 1,
    }
    return Screen("games/top_dog/sheet.html", context)


def _rows(sheet: TopDogSheet, state: MatchState) -> Iterator[RoundRow]:
    base = state.match.get_absolute_url()
    for line in sheet.lines:
        row = of_line(line, f"{base}cell/{line.number}/")
        yield RoundRow(
            str(line.number), _word(line), row, "cycle" if line.cycle_end and line.arranger is not None else ""
        )
    if not sheet.finished and state.match.is_open:
        row = of_unscored(sheet.active_seats, sheet.arranger, dummy=sheet.options.dummy)
        yield RoundRow(str(sheet.number), "", row, "is-now")


def _word(line: TopDogLine) -> str:
    if line.note:
        return _("short")
    return _("tied") if line.last_hand_tied else ""


# The call-outs of a match: who takes the box from whom. Keeping the box is not called out again.


TERM = "in-the-box"


def call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs of the whole match, newest first."""
    return list(_news(state.sheet_as(TopDogSheet), shortened(state.names)))[::-1]


def closing_call_outs(state: MatchState) -> list[CallOutLine]:
    """Return who has the box at the end, with the final total."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    if not sheet.lines:
        return []
    last = sheet.lines[-1]
    said = _("{names} with {points}.").format(
        names=listed(names[seat] for seat in last.leaders), points=minus(max(last.totals.values()))
    )
    return [CallOutLine(str(last.number), TERM, translated(IN_THE_BOX[TERM]), said)] if last.leaders else []


def _news(sheet: TopDogSheet, names: list[str]) -> Iterator[CallOutLine]:
    before: tuple[int, ...] = ()
    for line in sheet.lines:
        for call in line.callouts:
            new = [names[seat] for seat in call.seats if seat not in before]
            if call.term == TERM and new:
                total = minus(line.totals[call.seats[0]])
                lost = [names[seat] for seat in before if seat not in call.seats]
                words = _("{names} with {points}.")
                if lost:
                    words = _("{names} with {points}, taken from {others}.")
                said = words.format(names=listed(new), points=total, others=listed(lost) if lost else "")
                yield CallOutLine(str(line.number), TERM, translated(IN_THE_BOX[TERM]), said)
        before = line.leaders
