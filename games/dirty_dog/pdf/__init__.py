"""Dirty Dog on paper: sheet rev 1 (the classic grid) and rev 2 (landscape, with text and chart beside it)."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import minus
from games.dirty_dog import wording
from games.dirty_dog.pdf.rows import after, before, by_hand, has_left, rows
from games.paper.geometry import Layout
from games.paper.marked import layout_of, marked
from games.sheets.document import Print
from games.sheets.heading import Fact, framed_page
from games.sheets.layout_words import listed, short_names
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.house_rules import in_words
from scoring.dirty_dog.record import RecordOptions
from scoring.messages import translated
from scoring.record_format.parts import Names, from_record
from scoring.record_format.strict import shape

GAME = "dirty-dog"
TEMPLATES = {"rev1": Path(__file__).parent / "rev1.typ", "rev2": Path(__file__).parent / "rev2.typ"}
NIGHTS = Path(__file__).parent / "nights.typ"
MOST_ON_HALF_A_PAGE = {"seats": 6, "rows": 28}
LONGEST_NOTE = 240  # letters below the grid
MOST_WITH_POINTS = 8  # seats; with more the columns would be narrower than two digits by hand


def page(document: Mapping[str, Any], *, layout: str, fill: str, paper: str) -> dict[str, Any]:
    """Return the data that `rev1.typ` and `rev2.typ` read; `fill` is "blank", "ready" or "filled".

    A sheet to write on has marks, by which a photo of it can be read; a filled one, or one by house rules, has none.
    """
    sheet, labels = document["sheet"], document["labels"]
    options = agreed(sheet)
    # The marks cannot say a club's own rules yet: such a sheet has none, and is not read by those as written.
    own = None if fill == "filled" or options.has_house_rules else _layout(sheet, layout, paper)
    names = {**short_names(sheet["players"]), **labels["short"]}
    shown = dict.fromkeys(names, "") if fill == "blank" else names
    has_points = layout == "rev2" and len(sheet["players"]) <= MOST_WITH_POINTS
    grid = rows(sheet, shown, recorded=fill == "filled", has_points=has_points)
    facts = _facts(sheet, labels, names, layout, fill)
    settled = sheet.get("settled", ()) if layout == "rev1" and fill == "filled" else ()
    given = by_hand(sheet) if fill == "filled" else ()
    is_said = layout == "rev2" and own  # the foot says it
    note = "" if is_said else " ".join([*given, *settled, *_note(options, layout, fill)])
    name = layout.replace("rev", "rev ")
    drawn = framed_page(document, game="Dirty Dog", fill=fill, paper=paper, facts=facts, note=note, name=name)
    drawn |= {
        "seats": ["" if fill == "blank" else player for player in sheet["players"]],
        "rows": grid,
        "has_points": has_points,
        "signs": max((len(cell["total"]) for row in grid for cell in row["cells"]), default=0) or 3,
    }
    if layout == "rev2":
        drawn |= after(sheet, names) if fill == "filled" else before(options)
        drawn["seats"] = [shown[player] for player in sheet["players"]]
    if own:
        dealers = [sheet["players"].index(player) for player in sheet["plan"]["dealers"]]
        hands = wording.hands(own.hands)
        ties, strong = _ties(layout), _middle(grid)
        version = DIRTY_DOG.version
        drawn |= {"marked": marked(own, document, version, rows=hands, ties=ties, dealers=dealers, strong=strong)}
    return drawn


def _layout(sheet: Mapping[str, Any], layout: str, paper: str) -> Layout | None:
    return layout_of(layout, len(sheet["players"]), len(sheet["plan"]["cards"]), paper)


def _ties(layout: str) -> list[str]:
    """What stands before the rows of the tie-break hand and of the card pull."""
    if layout == "rev1":
        return [_("Level at the top: 5 cards"), _("Level at the bottom: card")]
    return [_("Level at the top: 5 cards, bid blind"), _("Level at the bottom: card pulled")]


def _middle(grid: Sequence[Mapping[str, Any]]) -> int:
    """The index of the hand after which the plan comes down again."""
    return next(at for at, row in enumerate(grid) if row["strong"])


def _note(options: Options, layout: str, fill: str) -> Iterator[str]:
    """Yield the sentences below the grid; the frame itself notes every rule that is not as written."""
    if layout == "rev2":
        yield _("Struck-out tricks: set.")
        return
    if options.scoring == Options().scoring:
        yield translated(in_words(options.scoring))
    if fill == "blank" and options.rule == "on":
        yield _("Bids never add up to the cards.")
    yield _("Grey corner: deals.")


def agreed(sheet: Mapping[str, Any]) -> Options:
    """Return the options of a sheet; the usual ones where it does not say them."""
    return from_record(Options, shape(sheet.get("options", {}), RecordOptions), Names(sheet["players"]))


def _facts(
    sheet: Mapping[str, Any], labels: Mapping[str, Any], names: Mapping[str, str], layout: str, fill: str
) -> list[Fact]:
    if fill == "filled":
        return _results(sheet, labels, names, layout)
    if layout == "rev1":
        return [(_("Scorekeeper"), "" if fill == "blank" else labels["scorekeeper"])]
    return [(labels["winner_trophy"], ""), (labels["loser_trophy"], "")]


def _results(sheet: Mapping[str, Any], labels: Mapping[str, Any], names: Mapping[str, str], layout: str) -> list[Fact]:
    if not sheet["winners"] and not sheet["losers"]:
        if sheet.get("settled") and not sheet["needs"]:
            return [(_("Result"), _("Not known"))]
        done = sum(not line.get("void") for line in sheet["rounds"])
        return [(_("Played"), _("{done} of {hands} hands").format(done=done, hands=sheet["plan"]["hands"]))]
    if layout == "rev2":
        pairs = ((labels["winner_trophy"], sheet["winners"]), (labels["loser_trophy"], sheet["losers"]))
        return [(trophy, listed(players)) for trophy, players in pairs if players]
    left = {player for player in sheet["totals"] if has_left(player, sheet)}
    told = bool(sheet.get("settled"))  # only the outcome is known, not how it came about
    by_hand = _("Winner (level)") if told and not sheet["tiebreak_hands"] else _("Winner (tie-break hand)")
    by_card = _("Loser (level)") if told and not sheet["pulls"] else _("Loser (card pull)")
    ends = (
        (_("Winner"), by_hand, sheet["winners"], left),
        (_("Loser"), by_card, sheet["losers"], {*sheet["winners"]}),
    )
    return [
        (
            settled if _is_settled(players, out, sheet["totals"]) else word,
            f"{listed([names[player] for player in players])}, {minus(sheet['totals'][players[0]])}",
        )
        for word, settled, players, out in ends
        if players
    ]


def _is_settled(players: Sequence[str], out: Set[str], totals: Mapping[str, int]) -> bool:
    """Whether a tie was settled: another player, who is not in `out`, has the same total (DD-37, DD-40)."""
    level = {player for player, total in totals.items() if total == totals[players[0]]} - out
    return level > set(players)


def nights(page: Mapping[str, Any]) -> Path | None:
    """Return the layout on which two of these sheets share a page, None if one of them needs more room."""
    fits = all(len(page[part]) <= most for part, most in MOST_ON_HALF_A_PAGE.items())
    return NIGHTS if fits and len(page["note"] + page.get("confirmed", "")) <= LONGEST_NOTE else None


PRINTS: tuple[Print, ...] = tuple(
    Print(key, label, TEMPLATES[key], partial(page, layout=key), words, shared=nights)
    for key, label, words in (
        ("rev1", gettext_lazy("Sheet"), gettext_lazy("the classic grid")),
        ("rev2", gettext_lazy("Wide sheet"), gettext_lazy("with trump and call-outs")),
    )
)
