"""Invented games in the formats of L'Escalier: its CSV export and its share links."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

HEAD = "round,cards,status,dealer,opens,Player,bid,tricks,adjustment,points,running"
PEOPLE = ("Bea", "Otto", "Ines")
# Three hands of 1, 2 and 1 cards; Ines deals first, so Bea bids first. (bid, tricks) by player.
HANDS: Sequence[tuple[int, str, Mapping[str, tuple[int, int]]]] = (
    (1, "Ines", {"Bea": (0, 0), "Otto": (1, 1), "Ines": (1, 0)}),
    (2, "Bea", {"Otto": (0, 0), "Ines": (1, 1), "Bea": (0, 1)}),
    (1, "Otto", {"Ines": (0, 0), "Bea": (0, 1), "Otto": (0, 0)}),
)


def row(number: int, cards: int, dealer: str, player: str, *, status: str = "played", **more: Any) -> str:
    """Return one line of the CSV export; `more` are `bid`, `tricks` and `adjust`."""
    told = {"bid": "", "tricks": "", "adjust": 0, **more}
    opens = PEOPLE[(PEOPLE.index(dealer) + 1) % len(PEOPLE)] if dealer in PEOPLE else ""
    cells = (number, cards, status, dealer, opens, player, told["bid"], told["tricks"], told["adjust"], "", "")
    return ",".join(map(str, cells))


def rows(hands: Sequence[tuple[int, str, Mapping[str, tuple[int, int]]]] = HANDS) -> list[str]:
    """Return the lines of the CSV export for these hands."""
    return [
        row(number, cards, dealer, player, bid=bid, tricks=tricks)
        for number, (cards, dealer, told) in enumerate(hands, start=1)
        for player, (bid, tricks) in told.items()
    ]


def csv_of(lines: Sequence[str], head: str = HEAD) -> bytes:
    """Return the CSV file with these lines and the wide summary that follows an empty line."""
    summary = ["round,cards,Bea,Otto,Ines", "1,1,0/0=5,1/1=10,1/0=-5", "Total,,15,20,5"]
    return "\r\n".join([head, *lines, "", *summary, ""]).encode()


def lists(hands: Sequence[tuple[int, str, Mapping[str, tuple[int, int]]]] = HANDS, **more: Any) -> list[Any]:
    """Return the nested lists that a share link encodes; `more` replaces its `name`, `made` or `people`."""
    people = [[name, seat, 0, 0] for seat, name in enumerate(PEOPLE)]
    rounds = [
        [cards, 3, PEOPLE.index(dealer), 0, [[*told[name], 0, 0] for name in PEOPLE], 1, None]
        for cards, dealer, told in hands
    ]
    made = more.get("made", 1_552_591_800_000)  # 14 March 2019, 19:30 UTC
    return [2, more.get("name", "Friday night"), made, 1, [5, 5, 5, 0, 3], more.get("people", people), 2, rounds]


def link_of(data: Any, tag: str = "A") -> bytes:
    """Return a share link with this data; the tag A means compressed."""
    content = json.dumps(data).encode()
    if tag == "A":
        deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        content = deflate.compress(content) + deflate.flush()
    return b"https://scores.example/#g=" + tag.encode() + base64.urlsafe_b64encode(content).rstrip(b"=")
