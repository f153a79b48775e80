"""The rows of the grid, and beside the grid of sheet rev 2 its text and chart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from clubs.language.locales import clauses, comma_separated, labelled, minus, signed
from games.sheets.layout_words import brief, framed, listed
from scoring.cards import drawn
from scoring.dirty_dog import Options
from scoring.dirty_dog.house_rules import made_in_words, missed_in_words, resolved, zero_in_words
from scoring.dirty_dog.terms import label, makes_sense
from scoring.messages import translated

# The rows of the grid: one for every recorded hand, then one for every hand still planned.


Row = dict[str, Any]
EMPTY: Row = {"bid": "", "took": "", "points": "", "total": "", "mark": "", "note": "", "set": False}


def rows(sheet: Mapping[str, Any], names: Mapping[str, str], *, recorded: bool, has_points: bool = False) -> list[Row]:
    """Return every row of the sheet; `names` holds the written name of each dealer, `recorded` is false for an empty
    sheet. Without a column for points, those of a tie-break hand are written as its totals.
    """
    played = [*sheet["rounds"], *_at_table(sheet)] if recorded else []
    grid = [*_played(sheet, played, names), *_planned(sheet, played, names)]
    if recorded and not grid:
        grid = [_totals(sheet)]
    if recorded and sheet.get("adjust"):
        grid.append(_by_hand(sheet, sheet["adjust"], sheet["totals"]))
    grid += [*_ties(sheet, names, has_points=has_points), *_pulls(sheet)] if recorded else []
    half = (len(sheet["plan"]["cards"]) + 1) // 2
    for row in grid:
        row["strong"] = row["hand"] == str(half) and not row["void"]
    return grid


def _ties(sheet: Mapping[str, Any], names: Mapping[str, str], *, has_points: bool) -> Iterator[Row]:
    """Yield the tie-break hands: all bid and play, only those who were level have points (DD-38)."""
    for hand in sheet.get("tiebreak_hands", ()):
        cells = []
        for player in sheet["players"]:
            cell = {**EMPTY, "away": player not in hand["order"], "deals": hand["dealer"] == player}
            if player in hand["bids"]:
                bid, took = hand["bids"][player], hand["tricks"][player]
                cell |= {"bid": str(bid), "took": str(took), "set": bid != took}
            if player in hand["points"]:
                cell["points" if has_points else "total"] = signed(hand["points"][player])
            cells.append(cell)
        yield {
            "hand": pgettext("tie-break hand, narrow cell of a sheet", "tie"),
            "cards": str(hand["cards"]),
            "dealer": brief(names[hand["dealer"]]),
            "trump": "",
            "bids": str(sum(hand["bids"].values())),
            "void": False,
            "cells": cells,
        }


def _pulls(sheet: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the cards that were pulled for the tie at the bottom (DD-40)."""
    for pull in sheet.get("pulls", ()):
        cells = [
            {**EMPTY, "away": False, "deals": False, "note": drawn(pull[player]), "card": True}
            if player in pull
            else {**EMPTY, "away": True, "deals": False}
            for player in sheet["players"]
        ]
        head = pgettext("card pull, narrow cell of a sheet", "pull")
        yield {"hand": head, "cards": "", "dealer": "", "trump": "", "bids": "", "void": False, "cells": cells}


def _totals(sheet: Mapping[str, Any]) -> Row:
    """Return the one row of a match of which only the totals are recorded."""
    marks = dict.fromkeys(sheet["losers"], "low") | dict.fromkeys(sheet["winners"], "top")
    cells = [
        {**EMPTY, "away": False, "deals": False, "total": minus(sheet["totals"][player]), "mark": marks.get(player, "")}
        for player in sheet["players"]
    ]
    return {"hand": "", "cards": "", "dealer": "", "trump": "", "bids": "", "void": False, "cells": cells}


def _at_table(sheet: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the hand being played, once all have bid, as a round without points."""
    step = sheet["next"]
    if step and "bids" in step:
        yield {**step, "tricks": {}, "points": {}, "totals": {}, "trump": None, "bid_total": sum(step["bids"].values())}


def _played(sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[Row]:
    hand = 1
    for at, line in enumerate(played):
        yield {
            "hand": str(hand),
            "cards": str(line["cards"]),
            "dealer": brief(names[line["dealer"]]),
            "trump": line["trump"] or "",
            "bids": str(line["bid_total"]) if line["bids"] else "",
            "void": bool(line.get("void")),
            "cells": [_cell(player, sheet, played, at) for player in sheet["players"]],
        }
        if line.get("adjust"):
            yield _by_hand(sheet, line["adjust"], line["totals"])
        hand += not line.get("void")


def _planned(sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[Row]:
    plan, done = sheet["plan"], sum(not line.get("void") for line in played)
    sitting = sheet["next"]["order"] if played and sheet["next"] else sheet["players"]
    for at in range(done, len(plan["cards"])):
        dealer = plan["dealers"][at]
        yield {
            "hand": str(at + 1),
            "cards": str(plan["cards"][at]),
            "dealer": brief(names[dealer]),
            "trump": "",
            "bids": "",
            "void": False,
            "cells": [
                {**EMPTY, "away": player not in sitting, "deals": dealer == player} for player in sheet["players"]
            ],
        }


def _cell(player: str, sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], at: int) -> Row:
    line = played[at]
    if player not in line["order"]:
        return {**EMPTY, "away": True, "deals": False, **_news(player, sheet, played, at)}
    cell = {**EMPTY, "away": False, "deals": line["dealer"] == player}
    if player in line["bids"]:
        cell["bid"] = str(line["bids"][player])
    if line.get("void"):
        return {**cell, "note": pgettext("narrow cell of a sheet", "void")}
    if player not in line["tricks"]:
        return cell
    return {
        **cell,
        "took": str(line["tricks"][player]),
        "set": not line["made"][player],
        "points": signed(line["points"][player] - line.get("adjust", {}).get(player, 0)),
        "total": minus(line["totals"][player] - line.get("adjust", {}).get(player, 0)),
        "mark": "" if player in line.get("adjust", {}) else _mark(player, line),
    }


def _by_hand(sheet: Mapping[str, Any], points: Mapping[str, int], totals: Mapping[str, int]) -> Row:
    """Return the row of points added or taken by hand, with the totals after them."""
    cells = [
        {
            **EMPTY,
            "away": False,
            "deals": False,
            **({"points": signed(points[player]), "total": minus(totals[player])} if player in points else {}),
        }
        for player in sheet["players"]
    ]
    return {"hand": "±", "cards": "", "dealer": "", "trump": "", "bids": "", "void": False, "cells": cells}


def by_hand(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for all points by hand of a hand, and of the end of the match."""
    hands = [line for line in sheet["rounds"] if not line.get("void")]
    for number, line in enumerate(hands, 1):
        if line.get("adjust"):
            words = gettext("Hand {hand}, by hand: {points} ({reason}).")
            yield words.format(hand=number, points=_figures(line["adjust"]), reason=line["adjust_note"])
    if sheet.get("adjust"):
        words = gettext("By hand at the end: {points} ({reason}).")
        yield words.format(points=_figures(sheet["adjust"]), reason=sheet["adjust_note"])


def _figures(points: Mapping[str, int]) -> str:
    return comma_separated(f"{player} {signed(value)}" for player, value in points.items())


def _mark(player: str, line: Mapping[str, Any]) -> str:
    top, low = player in line["leaders"], player in line["bottom"]
    return "both" if top and low else "top" if top else "low" if low else ""


def _news(player: str, sheet: Mapping[str, Any], played: Sequence[Mapping[str, Any]], at: int) -> Row:
    """Return the note of an absent player’s cell: `in` with the starting total before their first hand, `left` after
    their last; {} otherwise.
    """
    orders = [line["order"] for line in (*played, *filter(None, [sheet["next"]]))]
    if at + 1 < len(orders) and player in orders[at + 1]:
        follows = played[at + 1] if at + 1 < len(played) else {"totals": {}, "points": {}}
        carried = follows["totals"].get(player, sheet["totals"][player]) - follows["points"].get(player, 0)
        return {"note": pgettext("sits down, narrow cell of a sheet", "in"), "total": minus(carried)}
    just = player in orders[at - 1] if at else not any(player in order for order in orders)
    return {"note": pgettext("stood up, narrow cell of a sheet", "left")} if just else {}


# The chart of the totals as lines in a unit square: x increases with the hands, y downwards from the highest total.


STYLES = ("b", "c", "d")
LABEL_HEIGHT = 0.095  # of the chart's height: labels at the line ends never overlap
STEPS = (5, 10, 20, 50, 100, 200, 500)


def chart(sheet: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the lines, ticks and end labels that `sections.typ` draws."""
    hands = [line for line in sheet["rounds"] if not line.get("void")]
    runs = {player: _run(player, hands) for player in _by_rank(sheet) if any(player in h["points"] for h in hands)}
    low = min(0, *(total for run in runs.values() for _, total in run))
    high = max(1, *(total for run in runs.values() for _, total in run))
    ends = {player: _down(run[-1][1], low, high) for player, run in runs.items()}
    labels = _spread(ends)
    return {
        "alt": gettext("Line chart of the totals after each hand. The same numbers are in the table."),
        "lines": [
            {
                "points": [[x / len(hands), _down(total, low, high)] for x, total in run],
                "style": _style(at, len(runs)),
                "label": f"{minus(run[-1][1])} {brief(names[player])}",
                "label_y": labels[player],
            }
            for at, (player, run) in enumerate(runs.items())
        ],
        "label_share": 0.14 + 0.014 * max((len(brief(names[player])) for player in runs), default=0),
        "across": [{"y": _down(t, low, high), "text": minus(t)} for t in _ticks(low, high)],
        "along": [{"x": x / len(hands), "text": str(x)} for x in _hand_ticks(len(hands))],
    }


def _by_rank(sheet: Mapping[str, Any]) -> list[str]:
    return [player for rank in sheet["ranking"] for player in rank["players"]]


def _run(player: str, hands: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return (hand, total) of one player, from the total they started with to the last hand they played."""
    mine = [(number, hand) for number, hand in enumerate(hands, 1) if player in hand["points"]]
    number, first = mine[0]
    start = (number - 1, first["totals"][player] - first["points"][player])
    return [start, *((number, hand["totals"][player]) for number, hand in mine)]


def _style(at: int, count: int) -> str:
    return "top" if at == 0 else "low" if at == count - 1 else STYLES[(count - 2 - at) % len(STYLES)]


def _down(total: int, low: int, high: int) -> float:
    return round((high - total) / (high - low), 4)


def _spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Return the y of each label: at the end of its line, then moved so that none covers another."""
    order = sorted(ends, key=lambda player: ends[player])
    placed: dict[str, float] = {}
    floor = float("-inf")
    for player in order:
        placed[player] = floor = max(ends[player], floor + LABEL_HEIGHT)
    ceiling = max(1.0, LABEL_HEIGHT * (len(order) - 1)) + LABEL_HEIGHT
    for player in reversed(order):
        placed[player] = ceiling = min(placed[player], ceiling - LABEL_HEIGHT)
    return placed


def _ticks(low: int, high: int) -> list[int]:
    step = next((step for step in STEPS if (high - low) / step <= 4.5), STEPS[-1])
    return list(range(-(-low // step) * step, high + 1, step))


def _hand_ticks(hands: int) -> list[int]:
    step = 5 if hands > 6 else 1
    return [x for x in range(1, hands + 1) if x == 1 or x % step == 0]


# The text beside the grid of sheet rev 2: the rules before the match; the result and the call-outs after it.


TERMS = ("door-knob", "dog-pile", "sbr", "clean-run", "bottom-buddies", "first-place-loser")
AT_THE_END = ("clean-run", "bottom-buddies")  # true after many hands, so listed after the last one only
MARKS = (
    (gettext_lazy("Box"), gettext_lazy("round the top total")),
    (gettext_lazy("Circle"), gettext_lazy("round the bottom one")),
)
CALL_IT_OUT = (
    ("door-knob", gettext_lazy("set 3 of the last 4")),
    ("spooning", gettext_lazy("within 2 of the bottom")),
    ("proximity-alert", gettext_lazy("5 to 10 above the bottom")),
    ("floater", gettext_lazy("one short")),
    ("float-age", gettext_lazy("two or more short")),
    ("dog-pile", gettext_lazy("bid 0, took some")),
    ("sbr", gettext_lazy("dealer took the barred bid")),
)


def _as_text(pairs: Iterable[tuple[str | Promise, str | Promise]]) -> list[tuple[str, str]]:
    return [(str(word), str(meaning)) for word, meaning in pairs]


def before(options: Options) -> dict[str, Any]:
    """Return the reminders for a sheet still to be filled in, by the rules that were agreed."""
    sections = [
        {"title": gettext("Scoring"), "pairs": [*_scoring(options), *_as_text(MARKS)]},
        {
            "title": gettext("Call it out"),
            "pairs": _as_text((translated(label(term)), words) for term, words in _to_call_out(options)),
        },
        {"title": gettext("Remarks"), "pairs": ()},
    ]
    return {"sections": sections}


def _to_call_out(options: Options) -> Iterable[tuple[str, str | Promise]]:
    """What to call out: what makes sense under these rules (HR-DD-21)."""
    return (pair for pair in CALL_IT_OUT if makes_sense(pair[0], options))


def _scoring(options: Options) -> Iterator[tuple[str, str]]:
    """Yield what a hand is worth, and The Rule."""
    scoring = resolved(options.scoring)
    yield gettext("Made"), translated(made_in_words(scoring))
    if (zero := zero_in_words(scoring)) is not None:
        yield gettext("0 made"), translated(zero)
    yield gettext("Set"), translated(missed_in_words(scoring))
    if (rule := _the_rule(options)) is not None:
        yield gettext("The Rule"), rule


def _the_rule(options: Options) -> str | None:
    """Return what The Rule forbids, and where; None where it is off."""
    match options.rule:
        case "off":
            return None
        case "on":
            return gettext("bids never add up to the cards: mind the dealer")
    words = gettext("from {cards} cards on bids never add up to the cards: mind the dealer")
    return words.format(cards=options.rule.from_cards)


def after(sheet: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the result so far, the chart of the totals, and the call-outs."""
    sections: list[dict[str, Any]] = [{"title": _result_title(sheet), "pairs": list(_ranking(sheet))}]
    if settled := sheet.get("settled"):
        sections.append({"title": gettext("Level"), "pairs": [("", sentence) for sentence in settled]})
    if any(not line.get("void") for line in sheet["rounds"]):
        sections.append({"title": gettext("Score by round"), "chart": chart(sheet, names)})
    called = list(_called(sheet, names))
    callouts = {"callouts": {"title": gettext("Called out"), "pairs": called}} if called else {}
    return {"sections": sections, **callouts}


def _result_title(sheet: Mapping[str, Any]) -> str:
    return gettext("Final result") if sheet["finished"] and not sheet["needs"] else gettext("How it stands")


def _ranking(sheet: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for rank in sheet["ranking"]:
        for player in rank["players"]:
            yield minus(rank["points"]), framed(player) + _award(player, sheet)


def _award(player: str, sheet: Mapping[str, Any]) -> str:
    """Return `winner` or `loser` where the totals alone do not show it (a settled tie, a leaver), and `left`; each
    after a comma.
    """
    totals = [points for rank in sheet["ranking"] for points in [rank["points"]] * len(rank["players"])]
    mine, left = sheet["totals"][player], has_left(player, sheet)
    parts = [gettext("left")] if left else []
    if player in sheet["winners"] and totals.count(mine) > 1:
        parts.append(gettext("winner"))
    elif player in sheet["losers"] and (left or totals.count(mine) > 1 or mine > min(totals)):
        parts.append(gettext("loser"))
    return "".join(f", {part}" for part in parts)


def has_left(player: str, sheet: Mapping[str, Any]) -> bool:
    """Whether the player has played and is no longer at the table."""
    orders = [line["order"] for line in (*sheet["rounds"], *filter(None, [sheet["next"]]))]
    return any(player in order for order in orders) and player not in orders[-1]


def _called(sheet: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (hand, call-outs) hand by hand; a Door Knob is listed only in the hand it begins."""
    knobs = set[str]()
    played = [line for line in sheet["rounds"] if not line.get("void")]
    for hand, line in enumerate(played, 1):
        callouts = _players_by_term(line, over=sheet["finished"] and hand == len(played))
        fresh = {term: [p for p in who if term != "door-knob" or p not in knobs] for term, who in callouts.items()}
        knobs = set(callouts.get("door-knob", ()))
        sentences = [
            labelled(translated(label(term)), listed([names[p] for p in who])) for term, who in fresh.items() if who
        ]
        if sentences:
            yield str(hand), clauses(sentences)


def _players_by_term(line: Mapping[str, Any], *, over: bool) -> dict[str, list[str]]:
    by_term: dict[str, list[str]] = {}
    for call in line["callouts"]:
        if call["term"] in TERMS and (over or call["term"] not in AT_THE_END):
            by_term.setdefault(call["term"], []).extend(call["players"])
    return by_term
