"""Matches from L'Escalier, an Oh Hell score keeper: what its CSV, JSON and links have in common, and its links."""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, BinaryIO
from urllib.parse import unquote

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.terms import name_of
from clubs.models import Club
from clubs.names import tidy_name
from dogclub.exchange.imports.moments import NoDay, moment
from dogclub.exchange.imports.parsed_file import ParsedFile, ParsedMatch, Problem, Reader, Unreadable, place
from dogclub.exchange.imports.sheets.derived import agreed, explained, scoring_asked, the_rule_asked
from dogclub.exchange.imports.sheets.settings import Settings
from scoring.dirty_dog import DIRTY_DOG
from scoring.dirty_dog.explain import ScoredBid

NO_DAY = gettext_lazy("L’Escalier does not say when this was played.")


@dataclass(frozen=True)
class Place:
    """What one player did in a hand. `bid` and `tricks` are None if the hand was not played; `out`: sat it out;
    `adjusted`: points added by hand; `points`: those of the app, None if the file does not say.
    """

    player: str
    line: int
    bid: int | None = None
    tricks: int | None = None
    out: bool = False
    adjusted: int = 0
    points: int | None = None


@dataclass(frozen=True)
class Hand:
    """One hand; `places` in bidding order, the dealer last. `line` is its line in the file, from 1."""

    number: int
    line: int
    cards: int
    dealer: str
    is_played: bool
    places: Sequence[Place]

    @property
    def present(self) -> list[Place]:
        """The places of the players who did not sit the hand out."""
        return [place for place in self.places if not place.out]


@dataclass
class Game:
    """One game as read from L'Escalier's file; `carried` are points by name that a player began with."""

    line: int
    played_at: datetime | None
    name: str
    hands: Sequence[Hand]
    carried: Mapping[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, line: int, message: str, player: str = "") -> None:
        """Add a problem at a line of the file, for all or for one player."""
        self.problems.append(Problem(line, message, player=player))


def match_of(game: Game, corrections: Mapping[str, str]) -> ParsedMatch:
    """Return the game as a match with an open record, and with the problems that prevent its import."""
    settings = Settings.of(corrections)
    played = [hand for hand in game.hands if hand.is_played]
    if not played:
        game.wrong(game.line, _("No hand of this game was played to its end."))
        return _parsed_match(game, [], {})
    seats = _seats(game, played)
    names = [place.player for place in played[0].present]
    start = [name for name in seats if name in names]
    _check_deals(game, played, seats)
    rounds = list(_rounds(game, played, seats, start))
    opening = {name: points for name, points in game.carried.items() if points and name in start}
    record = {
        "record": 1,
        "game": DIRTY_DOG.key,
        "players": start,
        "options": {
            "first_dealer": played[0].dealer if played[0].dealer in start else start[-1],
            "plan": [hand.cards for hand in played],
            **({"opening": opening} if opening else {}),
        },
        "rounds": rounds,
    }
    record = agreed(record, settings)
    if all(each.column == "played_at" for each in game.problems):
        _asked(game, record, settings)
    return _parsed_match(game, [*start, *(name for name in seats if name not in start)], record, played)


def _parsed_match(
    game: Game, players: Sequence[str], record: Mapping[str, Any], played: Sequence[Hand] = ()
) -> ParsedMatch:
    lines = {
        (number, place.player): place.line for number, hand in enumerate(played, start=1) for place in hand.places
    } | {(number, ""): hand.line for number, hand in enumerate(played, start=1)}
    left = len(game.hands) - len(played)
    note = _("{name}, from L’Escalier").format(name=game.name) if game.name else _("From L’Escalier")
    if left:
        words = ngettext("{note}, {count} hand not played", "{note}, {count} hands not played", left)
        note = words.format(note=note, count=left)
    return ParsedMatch(
        game.line,
        game.played_at,
        DIRTY_DOG.key,
        players,
        record,
        note=note,
        problems=tuple(game.problems),
        lines=lines,
    )


def _seats(game: Game, played: Sequence[Hand]) -> list[str]:
    """Return all names clockwise: bidding starts left of the dealer, so the first hand's order is the seating order."""
    return [place.player for place in played[0].places]


def _check_deals(game: Game, played: Sequence[Hand], seats: Sequence[str]) -> None:
    """Add a problem to `game` where the deal does not pass to the left (DD-05), skipping those who sit a hand out."""
    for before, hand in pairwise(played):
        present = {place.player for place in hand.present}
        if before.dealer not in seats:
            continue
        at = seats.index(before.dealer)
        turn = [seats[(at + step) % len(seats)] for step in range(1, len(seats) + 1)]
        due = next((name for name in turn if name in present), "")
        if due and hand.dealer != due:
            words = _("{player} deals here, but the deal passes to the left: to {other}.")
            game.wrong(hand.line, words.format(player=hand.dealer, other=due))


def _rounds(game: Game, played: Sequence[Hand], seats: Sequence[str], start: Sequence[str]) -> Iterator[dict[str, Any]]:
    present, gone = list(start), set[str]()
    for hand in played:
        seated = [place.player for place in hand.present]
        arrivals = [name for name in seated if name not in present]
        departures = [name for name in present if name not in seated]
        for name in gone.intersection(arrivals):
            words = _("{player} sat out and came back. At {game} whoever leaves has left.")
            game.wrong(hand.line, words.format(player=name, game=name_of(DIRTY_DOG)), name)
        gone.update(departures)
        sat = [name for name in present if name in seated]
        moved: dict[str, Any] = {"departures": departures} if departures else {}
        if arrivals:
            moved["arrivals"] = [{"player": name, "after": _right_of(name, seats, sat)} for name in arrivals]
        present = [*sat, *arrivals]
        yield {**_values(game, hand), **moved}


def _right_of(name: str, seats: Sequence[str], present: Sequence[str]) -> str:
    """Return the nearest of the `present` players to the right of `name`: a late arrival is seated to their left."""
    at = seats.index(name)
    return next(each for step in range(1, len(seats)) if (each := seats[at - step]) in present)


def _values(game: Game, hand: Hand) -> dict[str, Any]:
    for seat in hand.present:
        is_known = any(problem.line == seat.line and problem.column for problem in game.problems)
        if (seat.bid is None or seat.tricks is None) and not is_known:
            game.wrong(
                seat.line,
                _("The bid or the tricks of {player} are missing.").format(player=seat.player),
                seat.player,
            )
    by_hand = {place.player: place.adjusted for place in hand.present if place.adjusted}
    return {
        "bids": {place.player: place.bid or 0 for place in hand.present},
        "tricks": {place.player: place.tricks or 0 for place in hand.present},
        **({"adjust": by_hand, "adjust_note": _("By hand in L’Escalier")} if by_hand else {}),
    }


# By which rules a game was played, where its bids or its own points are not those of Dirty Dog as written: asked once
# for the file, as for a sheet.


def _asked(game: Game, record: dict[str, Any], settings: Settings) -> None:
    """Add a problem for each question about the rules that is not answered yet."""
    if not settings.the_rule:
        game.problems += the_rule_asked(record, game.line)
    if not settings.scoring and (scoring := explained(_points(game))) is not None:
        game.problems.append(scoring_asked(DIRTY_DOG, scoring, game.line))


def _points(game: Game) -> list[ScoredBid]:
    """The points of the app, without those of players who have more by hand."""
    return [
        ScoredBid(place.bid, place.tricks, hand.cards, place.points)
        for hand in game.hands
        for place in hand.present
        if place.bid is not None and place.tricks is not None and place.points is not None and not place.adjusted
    ]


# Share links: the whole game follows `#g=`, as lists without keys.


LINK = re.compile(rb"[#&]g=([AB][A-Za-z0-9_%-]+)")
LONGEST_LINK = 200_000  # characters of a link
LARGEST_JSON = 2_000_000  # bytes of unpacked JSON
MOST_LINKS = 100  # links in one text
MOST_PLAYERS, MOST_ROUNDS = 10, 400
PLAYED, SKIPPED = 3, 4
DAMAGED = gettext_lazy("This link is damaged or cut short. Share the game again and paste the whole link.")


def recognises(head: bytes, name: str) -> bool:
    return bool(LINK.search(head))


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    """Return one match for each link in the text; `line` is the line of the link."""
    text = file.read(MOST_LINKS * LONGEST_LINK + 1)
    lines = [(number, link) for number, line in enumerate(text.splitlines(), start=1) for link in LINK.findall(line)]
    if len(text) > MOST_LINKS * LONGEST_LINK or len(lines) > MOST_LINKS:
        raise Unreadable(_("At most {most} links at once, please.").format(most=MOST_LINKS))
    return ParsedFile(_matches(lines, corrections))


def _matches(lines: Sequence[tuple[int, bytes]], corrections: Mapping[str, str]) -> Iterator[ParsedMatch]:
    for line, payload in lines:
        try:
            game = _game(line, _unpacked(payload), corrections)
        except (ValueError, TypeError, IndexError, KeyError, RecursionError):
            yield ParsedMatch(line, None, "", (), {}, problems=[Problem(line, DAMAGED)])
        else:
            yield match_of(game, corrections)


def _unpacked(payload: bytes) -> Any:
    """Return the lists encoded in a link. Raise ValueError if it is damaged or too large to be a game."""
    text = unquote(payload.decode())
    if len(text) > LONGEST_LINK:
        raise ValueError("too long")
    try:
        content = base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        if text[0] == "A":
            inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            content = inflate.decompress(content, LARGEST_JSON)
            if not inflate.eof:
                raise ValueError("cut short, or too large")
    except (binascii.Error, zlib.error) as error:
        raise ValueError("damaged") from error
    return msgspec.json.decode(content)


def _game(line: int, data: Any, corrections: Mapping[str, str]) -> Game:
    _, name, made, _, _, players, _, rounds = data[:8]
    if not 0 < len(players) <= MOST_PLAYERS or len(rounds) > MOST_ROUNDS:
        raise ValueError("no game has so many")
    names = [tidy_name(str(player[0]))[:60] or f"Player {seat}" for seat, player in enumerate(players, start=1)]
    carried = {names[seat]: _whole(player[2]) for seat, player in enumerate(players) if len(player) > 2}
    played = [each for each in rounds if each[1] != SKIPPED]
    hands = [_hand(line, number, each, names) for number, each in enumerate(played, start=1)]
    game = Game(line, None, tidy_name(str(name))[:60], hands, carried)
    game.played_at = _played_at(game, made, corrections)
    if len(set(names)) < len(names):
        game.wrong(line, _("Two players of this game have the same name."))
    return game


def _hand(line: int, number: int, data: Any, names: Sequence[str]) -> Hand:
    cards, phase, dealer, _, seats = data[:5]
    order = data[6] if len(data) > 6 and data[6] else _order(len(names), _whole(dealer))
    is_played = phase == PLAYED
    places = [_place(line, names[seat], seats[seat], is_played=is_played) for seat in map(_whole, order)]
    return Hand(number, line, _whole(cards), names[_whole(dealer)], is_played, places)


def _order(players: int, dealer: int) -> list[int]:
    """Return the seats in bidding order: from the dealer's left to the dealer."""
    return [(dealer + 1 + step) % players for step in range(players)]


def _place(line: int, name: str, data: Any, *, is_played: bool) -> Place:
    bid, tricks, out, adjusted = (*map(_whole, data[:4]), *[0] * (4 - len(data[:4])))
    if out or not is_played:
        return Place(name, line, out=bool(out))
    return Place(name, line, None if bid < 0 else bid, None if tricks < 0 else tricks, adjusted=adjusted)


def _whole(value: Any) -> int:
    """Return the value if it is a whole number below a million; else raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not -(10**6) < value < 10**6:
        raise ValueError("not a whole number")
    return value


def _played_at(game: Game, made: Any, corrections: Mapping[str, str]) -> datetime | None:
    """Return when the game was created, in the club's time zone, or None and add a problem to `game`. `made` is in
    milliseconds.
    """
    text = corrections.get(place(game.line, "played_at"), "")
    try:
        if text:
            return moment(text)
        begun = timezone.localtime(datetime.fromtimestamp(made / 1000, UTC))
        return moment(begun.isoformat(" ", "minutes"))
    except (NoDay, ValueError, OverflowError, OSError, TypeError) as error:
        message = str(error) if isinstance(error, NoDay) else NO_DAY
        game.problems.append(Problem(game.line, message, "played_at", text))
        return None


ESCALIER_LINK = Reader("escalier-link", gettext_lazy("a link of L’Escalier"), recognises, read)
