"""Reader for share links of L'Escalier: the whole game follows `#g=`, as lists without keys.

`A` is followed by base64url of raw-deflated JSON, `B` by base64url of plain JSON. The lists are: version, name, created
(in milliseconds), finished, scoring, players [name, colour, points carried in, withdrawn], first dealer, rounds [cards,
phase, dealer, locked, [[bid, tricks, out, adjustment] for each player], recorded, bidding order]; -1 means no value.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO
from urllib.parse import unquote

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.names import tidy_name
from dogclub.exchange.imports.formats.escalier import NO_DAY, Game, Hand, Place, match_of
from dogclub.exchange.imports.moments import NoDay, moment
from dogclub.exchange.imports.parsed_file import ParsedFile, ParsedMatch, Problem, Reader, Unreadable, place

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
