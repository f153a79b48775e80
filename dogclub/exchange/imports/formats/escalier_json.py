"""Reader for L'Escalier's JSON: one game with its hands, the players in seating order."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import BinaryIO

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct, field

from clubs.models import Club
from clubs.names import tidy_name
from dogclub.exchange.imports.formats.csv_file import as_utf8
from dogclub.exchange.imports.formats.escalier import NO_DAY, Game, Hand, Place, match_of
from dogclub.exchange.imports.moments import NoDay, moment
from dogclub.exchange.imports.parsed_file import ParsedFile, Problem, Reader, Unreadable, place
from scoring.record_format.strict import resolved

MARK = b'"L\'Escalier"'
MOST_HANDS = 400  # hands
BROKEN = gettext_lazy("This is not a complete game of L’Escalier: {}. Export it again and choose that file.")


class Result(Struct, rename="camel"):
    player: str
    bid: int | None = None
    tricks: int | None = None
    sat_out: bool = False
    adjustment: int = 0
    points: int | None = None


class Played(Struct):
    number: int
    cards: int
    status: str
    dealer: str | None
    results: list[Result]


class Seated(Struct, rename="camel"):
    name: str
    carry_in: int = 0


class About(Struct):
    name: str = ""
    created: str = ""


class Export(Struct):
    game: About
    players: list[Seated]
    rounds: list[Played] = field(default_factory=list)


def recognises(head: bytes, name: str) -> bool:
    """Whether this is JSON with the app's name within the first 400 bytes."""
    begin = head[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    return begin.startswith(b"{") and MARK in begin and b'"app"' in begin


def read(file: BinaryIO, club: Club, corrections: Mapping[str, str]) -> ParsedFile:
    notes: list[str] = []
    try:
        export = msgspec.json.decode(as_utf8(file, notes), type=resolved(Export))
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(BROKEN.format(str(error)[:100])) from error
    if len(export.rounds) > MOST_HANDS:
        raise Unreadable(_("A game of L’Escalier has at most {most} hands.").format(most=MOST_HANDS))
    game = Game(1, None, tidy_name(export.game.name)[:60], [])
    game.played_at = _played_at(game, export.game.created, corrections)
    game.carried = {tidy_name(each.name): each.carry_in for each in export.players}
    seats = [tidy_name(each.name) for each in export.players]
    game.hands = [_hand(each, seats) for each in export.rounds]
    return ParsedFile([match_of(game, corrections)], notes)


def _hand(played: Played, seats: Sequence[str]) -> Hand:
    """Return a hand with its places in bidding order, from the dealer's left to the dealer; all have line number 1."""
    is_played, dealer = played.status == "played", tidy_name(played.dealer or "")
    begins = seats.index(dealer) + 1 if dealer in seats else 0
    by_name = {tidy_name(each.player): each for each in played.results}
    order = [*seats[begins:], *seats[:begins]]
    places = [_place(name, by_name[name], is_played=is_played) for name in order if name in by_name]
    return Hand(played.number, 1, played.cards, dealer, is_played, places)


def _place(name: str, result: Result, *, is_played: bool) -> Place:
    if result.sat_out or not is_played:
        return Place(name, 1, out=result.sat_out)
    return Place(name, 1, result.bid, result.tricks, adjusted=result.adjustment, points=result.points)


def _played_at(game: Game, created: str, corrections: Mapping[str, str]) -> datetime | None:
    """Return when the game was created, in the club's time zone, or None and add a problem to `game`."""
    text = corrections.get(place(game.line, "played_at"), "")
    try:
        return moment(text or timezone.localtime(datetime.fromisoformat(created)).isoformat(" ", "minutes"))
    except (NoDay, ValueError, OverflowError) as error:
        message = str(error) if isinstance(error, NoDay) else NO_DAY
        game.problems.append(Problem(game.line, message, "played_at", text))
        return None


ESCALIER_JSON = Reader("escalier-json", gettext_lazy("JSON of L’Escalier"), recognises, read)
