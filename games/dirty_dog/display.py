"""Dirty Dog for people who only watch: the sheet, call-outs, chances, the wall board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, minus
from clubs.language.terms import capital
from games.base.display import CallOutLine, Chances, Display, Now, Screen, SeatChance
from games.base.forecasts import Chance
from games.base.names import listed, shortened
from games.base.wording import in_words, over_unplayed
from games.dirty_dog import sheet, wording
from games.dirty_dog.entry_rows import mark_of
from games.dirty_dog.sheet import call_out, merged
from games.entries.match_state import MatchState
from scoring.base import Need
from scoring.dirty_dog import BidStep, DirtyDogLine, DirtyDogSheet, next_step
from scoring.dirty_dog.finish import ranks
from scoring.dirty_dog.hand import worth
from scoring.dirty_dog.outlook import Outlook, outlook

# Who can still win and who can still lose.


LAST_HANDS = 3


def chances(state: MatchState) -> Chances | None:
    """Return what each player can still reach, by total; None if the match is not open or has no hand yet, and, before
    the last three hands, while every player can still both win and lose.
    """
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    views = outlook(sheet) if state.match.is_open and sheet.lines else {}
    seated = {seat: view for seat, view in views.items() if seat in sheet.active_seats}
    everything_open = all(view.can_win and view.can_lose for view in seated.values())
    if not seated or (everything_open and len(sheet.remaining) > LAST_HANDS):
        return None
    ranked = sorted(seated, key=lambda seat: -sheet.totals[seat])
    hopeful = [seat for seat, view in seated.items() if view.can_win]
    players = [_chance(sheet, names[seat], seat, seated[seat], settled=hopeful == [seat]) for seat in ranked]
    return Chances(_note(sheet), players, _news(sheet, seated, names))


def _note(sheet: DirtyDogSheet) -> str:
    left = len(sheet.remaining)
    most = sum(max(map(max, worth(sheet.options, cards))) for cards in sheet.remaining)
    words = ngettext("{count} hand left, {points} points at most", "{count} hands left, {points} points at most", left)
    return words.format(count=left, points=most)


def _chance(sheet: DirtyDogSheet, name: str, seat: int, view: Outlook, *, settled: bool) -> SeatChance:
    total = sheet.totals[seat]
    behind = max(sheet.totals[other] for other in sheet.active_seats) - total
    place = _("leads with {points}").format(points=minus(total))
    if behind:
        place = _("{points} behind").format(points=behind)
    reach = _("{worst} to {best} at the end").format(worst=minus(view.worst), best=minus(view.best))
    if not view.can_win:
        words = _("{place}: out. Safe from the bottom: {reach}.")
        if view.can_lose:
            words = _("{place}: out. Can still end at the bottom: {reach}.")
        return SeatChance(name, words.format(place=place, reach=reach), is_out=True)
    words = _("{place}. Cannot be caught.") if settled else _("{place}. Can still win: {reach}.")
    fate = [words.format(place=place, reach=reach), *([_("Can still lose, too.")] if view.can_lose else [])]
    return SeatChance(name, " ".join(fate))


def _news(sheet: DirtyDogSheet, seated: Mapping[int, Outlook], names: list[str]) -> str:
    """Return one line for the wall board: who can still catch the leaders; else how much is left in the last three
    hands, or "".
    """
    top = max(sheet.totals[seat] for seat in seated)
    leaders = [seat for seat in seated if sheet.totals[seat] == top]
    chasing = [seat for seat in seated if seated[seat].can_win and seat not in leaders]
    lead = listed(names[seat] for seat in leaders)
    if chasing and len(chasing) < len(seated) - len(leaders):
        return _("{names} can still catch {others}.").format(names=listed(names[seat] for seat in chasing), others=lead)
    if not chasing and len(leaders) == 1:
        return _("Nobody can catch {player} any more.").format(player=lead)
    return capital(f"{_note(sheet)}.") if len(sheet.remaining) <= LAST_HANDS else ""


# The state of a match: in a few words for lists, in a sentence or two for the head of its sheet.


NEEDS = {"tiebreak-hand": gettext_lazy("tie-break hand"), "card-pull": gettext_lazy("card pull")}
WAITS = {
    "tiebreak-hand": gettext_lazy("Waits for the tie-break hand"),
    "card-pull": gettext_lazy("Waits for the cards pulled"),
}


def length(state: MatchState) -> int:
    """The number of hands planned."""
    return len(state.sheet_as(DirtyDogSheet).planned)


def state_in_words(state: MatchState) -> str:
    """Return the state in a few words: `hand 18 of 20`, `tie-break hand`, `over after 12 hands`, `totals only`."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.needs:
        return str(NEEDS[sheet.needs[0].what])
    if sheet.is_totals_alone:
        return _("totals only")
    if sheet.finished or state.match.abandoned_at:
        hands = state.match.rounds
        words = ngettext("over after {count} hand", "over after {count} hands", hands)
        return words.format(count=hands) if hands else over_unplayed()
    return _("hand {number} of {hands}").format(number=sheet.hand + 1, hands=len(sheet.planned))


def place(state: MatchState) -> str:
    """Return what is being played, without the number of hands: `hand 18`, `tie-break hand`."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.needs:
        return str(NEEDS[sheet.needs[0].what])
    return _("hand {number}").format(number=sheet.hand + 1)


def standing(state: MatchState) -> str:
    """Return how many hands are played and what is open, and who got the first Jack of a deal-off (DD-07)."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    where = _standing(state, sheet, names)
    if not sheet.options.first_jack:
        return where
    jack = _("{player} got the first Jack.").format(player=names[sheet.options.first_dealer])
    return f"{where} {jack}"


def _standing(state: MatchState, sheet: DirtyDogSheet, names: list[str]) -> str:
    if sheet.is_totals_alone:
        return _("Only the totals were kept.")
    if state.match.abandoned_at:
        return _("{hands}, then ended without a result.").format(hands=_played(state, sheet))
    if sheet.needs:
        return " ".join([_("All hands are played."), *(_still(need, names) for need in sheet.needs)])
    if not sheet.finished:
        return _("{hands}; {now}.").format(hands=_played(state, sheet), now=_now(sheet, names))
    if state.match.rounds < len(sheet.planned):
        return _("{hands}. Stopped early, as everybody agreed.").format(hands=_played(state, sheet))
    return _("{hands}.").format(hands=_played(state, sheet))


def _played(state: MatchState, sheet: DirtyDogSheet) -> str:
    hands = len(sheet.planned)
    if not state.match.rounds:
        return _("No hand played")
    words = ngettext("{played} of {count} hand played", "{played} of {count} hands played", hands)
    return words.format(played=state.match.rounds, count=hands)


def _still(need: Need, names: list[str]) -> str:
    who = listed(names[seat] for seat in need.seats)
    if need.what == "card-pull":
        return _("{names} are level at the bottom: each pulls a card.").format(names=who)
    cards = need.cards or 0
    words = ngettext(
        "{names} are level at the top: a tie-break hand of {count} card settles it.",
        "{names} are level at the top: a tie-break hand of {count} cards settles it.",
        cards,
    )
    return words.format(names=who, count=cards)


def now(state: MatchState) -> Now:
    """Return the current round: `hand 9` of 12, `4 cards`, and what the table waits for."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    hands = len(sheet.planned)
    if sheet.needs:
        return Now(hands, hands, str(NEEDS[sheet.needs[0].what]), _still(sheet.needs[0], names))
    step, cards = next_step(sheet), _cards(sheet.cards)
    if isinstance(step, BidStep):
        return Now(sheet.hand + 1, hands, cards, _bidding(sheet, step, names))
    if step is None:
        return Now(sheet.hand + 1, hands, cards, _("Too few dogs at the table to go on."))
    dealt = _("{player} dealt. It is being played.").format(player=names[sheet.dealer])
    return Now(sheet.hand + 1, hands, cards, dealt)


def waits(state: MatchState) -> str:
    """Return what the table waits for: bids, somebody’s bid, tricks, or what settles a tie."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    if sheet.needs:
        return str(WAITS[sheet.needs[0].what])
    step = next_step(sheet)
    if not isinstance(step, BidStep):
        return _("Waits for the tricks") if step else _("Waits for players")
    if step.bids and step.to_bid is not None:
        return _("Waits for a bid: {player}").format(player=names[step.to_bid])
    return _("Waits for the bids")


def _cards(number: int) -> str:
    return ngettext("{count} card", "{count} cards", number).format(count=number)


def _bidding(sheet: DirtyDogSheet, step: BidStep, names: list[str]) -> str:
    dealer, bids = names[sheet.dealer], len(step.order)
    if not step.bids:
        if step.to_bid is None:
            return _("{dealer} deals. All bid together.").format(dealer=dealer)
        return _("{dealer} deals. {player} bids first.").format(dealer=dealer, player=names[step.to_bid])
    words = ngettext(
        "{dealer} deals. {done} of {count} bid are in.", "{dealer} deals. {done} of {count} bids are in.", bids
    )
    return words.format(dealer=dealer, done=capital(in_words(len(step.bids))), count=bids)


def _now(sheet: DirtyDogSheet, names: list[str]) -> str:
    step = next_step(sheet)
    if step is None:
        return _("too few dogs at the table to go on")
    words = _("hand {number} is being played: {cards}, {player} deals")
    if isinstance(step, BidStep):
        words = _("hand {number} is being bid: {cards}, {player} deals")
    return words.format(number=sheet.hand + 1, cards=_cards(sheet.cards), player=names[sheet.dealer])


# The wall board: totals in seat order, the current hand, the latest call-outs.


PLACES = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
    gettext_lazy("fifth"),
    gettext_lazy("sixth"),
    gettext_lazy("seventh"),
    gettext_lazy("eighth"),
    gettext_lazy("ninth"),
    gettext_lazy("tenth"),
)
# The most important first; without `in-the-box`, because the board draws the box.
ORDER = (
    "first-place-loser",
    "sbr",
    "door-knob",
    "dog-pile",
    "easy-chico",
    "bottom-buddies",
    "clean-run",
    "spooning",
    "proximity-alert",
    "no-trump",
    "overbid",
    "float-age",
    "floater",
)


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest hand, `chance` is the chance to win where the
    club shows it.
    """

    seat: int
    name: str
    sub: str
    last: int | None
    total: int
    mark: str
    chance: Chance | None = None

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet = state.sheet_as(DirtyDogSheet)
    scored = [line for line in sheet.lines if not line.void]
    line = scored[-1] if scored else None
    names = shortened(state.names)
    context = {
        "rows": [_wall_row(sheet, line, state.names[seat], seat, place) for seat, place in _places(sheet)],
        "line": line,
        "now": None if sheet.finished else {"hand": sheet.hand + 1, "hands": len(sheet.planned), "cards": sheet.cards},
        "dealer": names[sheet.dealer],
        "calls": _calls(sheet, scored, names),
        "winners": [names[seat] for seat in sheet.winners],
        "losers": [names[seat] for seat in sheet.losers],
    }
    return Screen("games/dirty_dog/wall.html", context)


def _places(sheet: DirtyDogSheet) -> list[tuple[int, int]]:
    """Return (seat, place) of all active seats clockwise; at the end also of seats that left and are at the bottom."""
    place = {seat: rank.place for rank in ranks(sheet) for seat in rank.seats}
    low = sheet.ending.tied_bottom if sheet.ending and sheet.ending.tied_bottom else ()
    return [(seat, place[seat]) for seat in sheet.seating_order if seat in sheet.active_seats or seat in low]


def _wall_row(sheet: DirtyDogSheet, line: DirtyDogLine | None, name: str, seat: int, place: int) -> WallRow:
    words = [str(PLACES[place - 1]) if line else "", *_turn(sheet, seat)]
    mark = "" if line is None else mark_of(sheet, seat)
    last = line.points.get(seat) if line else None
    return WallRow(seat, name, comma_separated(words), last, sheet.totals[seat], mark)


def _turn(sheet: DirtyDogSheet, seat: int) -> list[str]:
    if seat in sheet.departed:
        return [_("left")]
    if sheet.finished or len(sheet.order) < 2:
        return []
    if seat == sheet.dealer:
        return [_("deals")]
    if seat != sheet.order[0]:
        return []
    return [_("leads") if sheet.options.bidding == "together" else _("bids first")]


def _calls(sheet: DirtyDogSheet, scored: Sequence[DirtyDogLine], names: list[str]) -> list[CallOutLine]:
    """Return the call-outs of the latest hand, the most important first, as many as fit."""
    if not scored:
        return []
    calls = [call for call in (*scored[-1].callouts, *sheet.closing) if call.term in ORDER]
    calls.sort(key=lambda call: ORDER.index(call.term))
    return list(fitting(merged(call_out(call, scored[-1], names) for call in calls)))


def fitting(callouts: Iterable[CallOutLine]) -> Iterator[CallOutLine]:
    """Yield call-outs until the board’s nine lines are full; a heading takes two lines, and a line holds about 34
    characters.
    """
    taken = 0
    for each in callouts:
        lines = 2 + ceil(len(each.words) / 34)
        if taken and taken + lines > 9:
            return
        taken += lines
        yield each


class DirtyDogDisplay(Display):
    round_word = "hand"
    has_circle = True
    passing = ("easy-chico",)

    length = staticmethod(length)
    state = staticmethod(state_in_words)
    waits = staticmethod(waits)
    place = staticmethod(place)
    standing = staticmethod(standing)
    callouts = staticmethod(sheet.call_outs)
    closing_callouts = staticmethod(sheet.closing_call_outs)
    sheet = staticmethod(sheet.sheet)
    wall = staticmethod(wall)
    chances = staticmethod(chances)
    ending = staticmethod(wording.ending)
    ties = staticmethod(wording.ties)
    tie_breaks = staticmethod(wording.tie_breaks)
    remarks = staticmethod(wording.remarks)
    now = staticmethod(now)


DISPLAY = DirtyDogDisplay()
