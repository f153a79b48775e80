"""The text beside the grid of sheet rev 2: the rules before the match; the result and the call-outs after it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from clubs.language.figures import minus
from games.dirty_dog.pdf.chart import chart
from games.sheets.text import framed, listed
from scoring.dirty_dog.terms import label
from scoring.messages import translated

TERMS = ("door-knob", "dog-pile", "sbr", "clean-run", "bottom-buddies", "first-place-loser")
AT_THE_END = ("clean-run", "bottom-buddies")  # true after many hands, so listed after the last one only
SCORING = (
    (gettext_lazy("Made"), gettext_lazy("5 + tricks taken")),
    (gettext_lazy("Set"), gettext_lazy("minus the greater of bid and tricks")),
    (gettext_lazy("The Rule"), gettext_lazy("bids never add up to the cards: mind the dealer")),
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


def before(_: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reminders for a sheet still to be filled in."""
    sections = [
        {"title": gettext("Scoring"), "pairs": _as_text(SCORING)},
        {
            "title": gettext("Call it out"),
            "pairs": _as_text((translated(label(term)), words) for term, words in CALL_IT_OUT),
        },
        {"title": gettext("Remarks"), "pairs": ()},
    ]
    return {"sections": sections}


def after(sheet: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the result so far, the chart of the totals, and the call-outs."""
    sections: list[dict[str, Any]] = [{"title": _result_title(sheet), "pairs": list(_ranking(sheet))}]
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
            f"{translated(label(term))}: {listed([names[p] for p in who])}" for term, who in fresh.items() if who
        ]
        if sentences:
            yield str(hand), "; ".join(sentences)


def _players_by_term(line: Mapping[str, Any], *, over: bool) -> dict[str, list[str]]:
    by_term: dict[str, list[str]] = {}
    for call in line["callouts"]:
        if call["term"] in TERMS and (over or call["term"] not in AT_THE_END):
            by_term.setdefault(call["term"], []).extend(call["players"])
    return by_term
