"""The setup of a match of Dirty Dog: who deals first, the largest hand, and how often it is played."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from clubs.models import Player
from games.base.display import Screen
from games.base.names import listed, shortened
from games.base.options import with_answers
from games.base.table_game import Unreadable
from games.consequences.league import league
from games.dirty_dog import house_rules, plans, wording
from scoring.base import RuleError
from scoring.competition.playoffs import LARGEST_GROUP, group_sizes
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.plan import Proposal, largest_hand, proposals
from scoring.messages import translated

TEMPLATE = "games/dirty_dog/setup.html"
SHAPE = "shape:"  # the buttons that fill in the hands
CHANCE = "chance"  # the button that draws the first dealer at random
NUMBER = re.compile(r"[0-9]{1,6}")
MINUTES_A_TRICK, MINUTES_A_HAND, ROUNDED_TO = 0.5, 1.75, 5  # with shuffling, dealing, bidding, scoring
LONGEST_PLAN = 800  # characters; the engine limits the number of hands


@dataclass(frozen=True)
class Choice:
    """One legal value of a list."""

    value: int
    words: str
    is_chosen: bool


def options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the agreed options. Raises Unreadable where an answer is missing or no number, RuleError where the rules
    forbid it.
    """
    agreed = _plan_options(players, form)
    holder = _holder(players)
    dealer = _dealer(players, form, holder)
    if dealer is None:
        raise Unreadable(_("Deal cards face up until the first Jack falls, then tap who got it."), "dealer")
    return replace(agreed, first_dealer=dealer, first_jack=holder is None)


def setup(players: Sequence[Player], form: QueryDict) -> Screen:
    """Return the setup page with the answers so far and the plan that results."""
    holder = _holder(players)
    dealer = randbelow(len(players)) if form.get("do") == CHANCE and players else _dealer(players, form, holder)
    names: dict[Player | None, str] = dict(zip(players, _short(players), strict=True))
    context: dict[str, Any] = {
        "holder": holder,
        "holder_name": names.get(holder, ""),
        "dealer": None if dealer is None else players[dealer],
        "dealer_name": "" if dealer is None else names[players[dealer]],
        "short": list(names.items()),
        "asks": _asks(players, dealer),
        "groups": list(_groups(players)) if len(players) > LARGEST_GROUP else [],
        "plan_text": _plan_text(players, form),
        "is_changed": any(form.get(field) for field in ("max_cards", "max_hands", "full_deck_hand", "plan"))
        or form.get("do", "").startswith(SHAPE),
    }
    if players:
        context |= house_rules.shown(players, form)
    if len(players) >= DIRTY_DOG.seats[0]:
        context |= _planned(players, form, dealer or 0, known=dealer is not None)
    return Screen(TEMPLATE, context)


def _plan_text(players: Sequence[Player], form: QueryDict) -> str:
    """Return the hands as they stand in their field: as typed, or those of the shape that was just tapped."""
    if form.get("do", "").startswith(SHAPE):
        try:
            return " ".join(map(str, _plan_options(players, form).plan or ()))
        except Unreadable:
            pass
    return form.get("plan", "")[:LONGEST_PLAN].replace("\x00", "")


def _asks(players: Sequence[Player], dealer: int | None) -> str:
    """Return the instruction for what is missing before the first deal; "" for nothing."""
    if len(players) < DIRTY_DOG.seats[0]:
        return _("Choose who plays")
    return _("Choose who deals") if dealer is None else ""


def _holder(players: Sequence[Player]) -> Player | None:
    """The winner of the club’s last match of Dirty Dog; None where there is none or they are not among the players."""
    holder = league().last_winner(players[0].club_id, DIRTY_DOG.key) if players else None
    return holder if holder in players else None


def _planned(players: Sequence[Player], form: QueryDict, dealer: int, *, known: bool) -> dict[str, Any]:
    asked = Options()
    try:
        asked = with_answers(asked, form, len(players))
        agreed = replace(_plan_options(players, form), first_dealer=dealer)
        sheet = DIRTY_DOG.start(len(players), agreed)
    except Unreadable as error:
        return {"wrong": error.message, "wrong_field": error.field} | _choices(players, asked)
    except RuleError as error:
        wrong = {"wrong": error.sentence(_short(players)), "wrong_field": error.field}
        return wrong | _choices(players, asked)
    dealers = sheet.plan.dealers
    return {
        "bars": plans.draw(sheet.planned),
        "hands": len(sheet.planned),
        "most": max(sheet.planned),
        "minutes": _minutes(sheet.planned),
        "words": _in_words(sheet.planned, len(players)),
        "last_dealer": _short(players)[dealers[-1]] if known and dealers else "",
        "roles": _roles(players, dealers) if known else {},
        "deals": _deals(players, sheet.planned, dealers) if known else [],
        "warnings": [translated(notice.message) for notice in sheet.warnings if notice.code != "final-dealer"],
        **_choices(players, agreed if agreed.plan is None else replace(agreed, max_cards=_top(players, form, asked))),
    }


def _roles(players: Sequence[Player], dealers: Sequence[int]) -> Mapping[int, str]:
    """Return what is shown beside a chair, by player id: who deals first, leads, deals last."""
    first = dealers[0] if dealers else 0
    roles = {players[(first + 1) % len(players)].pk: _("leads")}
    if dealers and dealers[-1] not in (first, (first + 1) % len(players)):
        roles[players[dealers[-1]].pk] = _("deals last")
    return {players[first].pk: _("deals first")} | roles


def _deals(players: Sequence[Player], cards: Sequence[int], dealers: Sequence[int]) -> list[dict[str, Any]]:
    names = _short(players)
    return [
        {"hand": hand, "cards": size, "dealer": names[seat], "leads": names[(seat + 1) % len(names)]}
        for hand, (size, seat) in enumerate(zip(cards, dealers, strict=True), 1)
    ]


def _in_words(cards: Sequence[int], seats: int) -> str:
    """“20 hands: up to 10 cards, twice, and down again. Everyone deals 4 times”"""
    top, often = max(cards), cards.count(max(cards))
    turns, left = divmod(len(cards), seats)
    fair = _("Not everybody deals equally often") if left else _deals_each(turns)
    climb = tuple(range(1, top))
    if tuple(cards) != climb + (top,) * often + climb[::-1]:
        shape = _("{hands}, up to {cards}.").format(hands=wording.hands(len(cards)), cards=wording.cards(top))
    elif top == 1:
        words = ngettext("{count} hand of 1 card.", "{count} hands of 1 card.", len(cards))
        shape = words.format(count=len(cards))
    else:
        shape = _climbing(often).format(hands=len(cards), cards=top, times=often)
    return f"{shape} {fair}"


def _deals_each(times: int) -> str:
    return {1: _("Everyone deals once"), 2: _("Everyone deals twice")}.get(
        times, _("Everyone deals {times} times").format(times=times)
    )


def _climbing(often: int) -> str:
    once = _("{hands} hands: up to {cards} cards, once, and down again.")
    twice = _("{hands} hands: up to {cards} cards, twice, and down again.")
    return {1: once, 2: twice}.get(often, _("{hands} hands: up to {cards} cards, {times} times, and down again."))


def _minutes(cards: Sequence[int]) -> int:
    """Return the estimated duration of the hands in minutes, rounded to five: 90 for twenty hands up to ten cards."""
    minutes = MINUTES_A_TRICK * sum(cards) + MINUTES_A_HAND * len(cards)
    return max(ROUNDED_TO, ROUNDED_TO * round(minutes / ROUNDED_TO))


def _choices(players: Sequence[Player], agreed: Options) -> dict[str, Any]:
    """Return the context for the legal sizes of the largest hand, and how often it may be played (DD-10, HR-DD-02)."""
    seats = len(players)
    most = largest_hand(seats, agreed)
    top = most if agreed.max_cards is None or agreed.max_cards > most else agreed.max_cards
    sizes = [proposals(seats, size, 1)[0] for size in range(most, 0, -1)]
    often = proposals(seats, max(top, 1))
    return {
        "shapes": list(plans.shapes(seats, top)),
        "max_cards": agreed.max_cards or 0,
        "sizes": [Choice(p.max_cards, _size_label(p), p.max_cards == top) for p in sizes],
        "tops": [Choice(p.max_hands, _repeats_label(p), p.max_hands == agreed.max_hands) for p in often],
    }


def _plan_options(players: Sequence[Player], form: QueryDict) -> Options:
    """Return the options for the plan. What was chosen for another number of players or another largest hand is
    dropped.
    """
    agreed = with_answers(Options(), form, len(players))
    tapped = str(form.get("do", ""))
    if tapped.startswith(SHAPE):
        cards = _shape_of(tapped.removeprefix(SHAPE), len(players), _top(players, form, agreed))
        return replace(agreed, plan=cards)
    if form.get("plan", "").strip():
        return replace(agreed, plan=_sizes(form.get("plan", "")))
    if form.get("seats", "") not in ("", str(len(players))):
        return agreed
    top, often = _number(form, "max_cards"), _number(form, "max_hands")
    if form.get("top", "") not in ("", str(top or 0)):
        often = None
    return replace(agreed, max_cards=top, max_hands=often)


def _top(players: Sequence[Player], form: QueryDict, agreed: Options) -> int:
    """Return the largest hand that was chosen; the largest there is where none was, or not for so many players."""
    most, chosen = largest_hand(len(players), agreed), _number(form, "max_cards")
    return most if chosen is None or chosen > most else chosen


def _shape_of(key: str, seats: int, top: int) -> tuple[int, ...]:
    shape = next((each for each in plans.shapes(seats, top) if each.key == key), None)
    if shape is None:
        raise Unreadable(_("Choose one of the shapes, or enter the hands yourself."), "plan")
    return tuple(shape.cards)


def _size_label(shape: Proposal) -> str:
    return f"{wording.cards(shape.max_cards)}, {wording.hands(shape.hands)}"


def _repeats_label(shape: Proposal) -> str:
    """`twice: 20 hands, 4 deals each`"""
    deals = ngettext("{count} deal each", "{count} deals each", shape.deals).format(count=shape.deals)
    words = {1: _("once: {hands}, {deals}"), 2: _("twice: {hands}, {deals}")}.get(
        shape.max_hands, _("{times} times: {hands}, {deals}")
    )
    return words.format(times=shape.max_hands, hands=wording.hands(shape.hands), deals=deals)


def _number(form: QueryDict, field: str) -> int | None:
    text = form.get(field, "").strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(_("Choose a number from the list."), field)
    return int(text)


def _sizes(text: str) -> tuple[int, ...]:
    words = re.split(r"[\s,;]+", text.strip(" ,;\n\r\t"))
    if len(text) > LONGEST_PLAN or not all(NUMBER.fullmatch(word) for word in words):
        raise Unreadable(_("Enter the hands as numbers separated by spaces, such as 1 2 3 4 3 2 1."), "plan")
    return tuple(int(word) for word in words)


def _dealer(players: Sequence[Player], form: QueryDict, holder: Player | None) -> int | None:
    """Return the index of the player who was tapped, else of the last winner where present (DD-06, DD-07); None for
    neither.
    """
    tapped = [place for place, player in enumerate(players) if str(player.pk) == form.get("dealer", "")]
    present = [place for place, player in enumerate(players) if player == holder]
    return next(iter([*tapped, *present]), None)


def _groups(players: Sequence[Player]) -> Iterator[dict[str, Any]]:
    """Yield the tables for a play-off, as few and as even as possible (DD-02, HR-DD-12)."""
    names, start = _short(players), 0
    for number, size in enumerate(group_sizes(len(players)), 1):
        chairs = slice(start, start + size)
        keys = ",".join(str(player.pk) for player in players[chairs])
        yield {"number": number, "names": listed(names[chairs]), "size": size, "only": f"only:{keys}"}
        start += size


def _short(players: Sequence[Player]) -> list[str]:
    return shortened([player.label for player in players])
