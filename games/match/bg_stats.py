"""Export to the app BG Stats in its formats: a file of plays, and a link that opens the app with one play.

Names are those on screen. Players, games and plays have the same ids in every file, so that a second file updates the
first instead of adding to it.
"""

import json
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings

from games.base.wording import label_of, title
from games.models import Match, Seat
from scoring import engine

Json = dict[str, Any]
Play = tuple[Match, Sequence[Seat]]
SOURCE = "Dog Club"
PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
CONTENT = "application/json"
LONGEST_URL = 7500  # characters of a URL that every browser and phone accepts


def push_link(match: Match, seats: Sequence[Seat]) -> str:
    """The URL that opens the app with this play filled in; "" before the match is final, and if it is too long."""
    if match.finished_at is None:
        return ""
    data = json.dumps(_push(match, seats), ensure_ascii=False, separators=(",", ":"))
    link = f"{PUSH}{quote(data, safe='')}"
    return link if len(link) <= LONGEST_URL else ""


def _push(match: Match, seats: Sequence[Seat]) -> Json:
    game = {"name": engine(match.game).name, "sourceGameId": match.game, "highestWins": True, "noPoints": False}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(match.pk),
        "playDate": _moment(_ended(match)),
        "durationMin": _minutes(match),
        "location": _place(match),
        "comments": _comment(match),
        "game": game,
        "players": [_pushed(seat) for seat in seats],
    }


def _pushed(seat: Seat) -> Json:
    """A player in the link; the app requires all of these keys, even if nobody knows who began."""
    who = {"name": seat.player.label, "sourcePlayerId": f"{settings.BASE_URL}#{seat.player_id}"}
    return who | {"startPlayer": False, "score": seat.total, "winner": seat.is_winner, "rank": seat.place}


def play_file(plays: Iterable[Play]) -> Json:
    """One file of any number of finished matches; each game, place and player is listed once."""
    ids = _Ids()
    exported = [_play(number, match, seats, ids) for number, (match, seats) in enumerate(plays, start=1)]
    about = {"about": "Made by Dog Club", "userInfo": {"meRefId": 0}, "challenges": []}
    return about | {"games": ids.games, "locations": ids.locations, "players": ids.players, "plays": exported}


def _play(number: int, match: Match, seats: Sequence[Seat], ids: "_Ids") -> Json:
    changed = _moment(_ended(match))
    return {
        "id": number,
        "uuid": str(match.pk),
        "entryDate": changed,
        "modificationDate": changed,
        "playDate": changed,
        "durationMin": _minutes(match),
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": match.rounds,
        "rating": 0,
        "scoringSetting": 0,
        "nemestatsId": 0,
        "importPlayId": 0,
        "board": "",
        "bggId": 0,
        "comments": _comment(match),
        "locationRefId": ids.location(match),
        "gameRefId": ids.game(match),
        "playerScores": [_score(seat, ids) for seat in seats],
        "expansionPlays": [],
    }


def _score(seat: Seat, ids: "_Ids") -> Json:
    return {
        "playerRefId": ids.player(seat),
        "score": str(seat.total),
        "winner": seat.is_winner,
        "rank": seat.place,
        "seatOrder": seat.position + 1,
        "startPlayer": False,
        "newPlayer": False,
    }


class _Ids:
    """The games, places and players of a file, and the numbers by which plays refer to them."""

    def __init__(self) -> None:
        self.games: list[Json] = []
        self.locations: list[Json] = []
        self.players: list[Json] = []
        self._known: dict[tuple[str, object], int] = {}

    def game(self, match: Match) -> int:
        about = {"name": engine(match.game).name, "highestWins": True, "noPoints": False, "cooperative": False}
        about |= {"usesTeams": False, "isBaseGame": 1, "isExpansion": 0, "bggId": 0, "bggName": "", "bggYear": 0}
        about |= {"designers": "", "minPlayerCount": 0, "maxPlayerCount": 0, "minPlayTime": 0, "maxPlayTime": 0}
        about |= {"minAge": 0, "rating": 0, "preferredImage": 0, "urlImage": "", "urlThumb": ""}
        return self._number(self.games, "games", match.game, match, about)

    def location(self, match: Match) -> int:
        return self._number(self.locations, "places", _place(match), match, {"name": _place(match)})

    def player(self, seat: Seat) -> int:
        about = {"name": seat.player.label, "isAnonymous": False, "bggUsername": ""}
        return self._number(self.players, "players", seat.player_id, seat.match, about)

    def _number(self, rows: list[Json], kind: str, key: object, match: Match, about: Json) -> int:
        if (kind, key) not in self._known:
            self._known[kind, key] = len(rows) + 1
            stable = uuid.uuid5(uuid.NAMESPACE_URL, f"{settings.BASE_URL}/clubs/{match.club_id}/{kind}/{key}")
            changed = {"modificationDate": _moment(_ended(match))}
            rows.append({"id": len(rows) + 1, "uuid": str(stable)} | about | changed)
        return self._known[kind, key]


def _comment(match: Match) -> str:
    """The title, and the rules of a match that was not played as written, since the file has no other place for
    them.
    """
    return "\n".join(filter(None, (title(match), label_of(match))))


def _ended(match: Match) -> datetime:
    return match.finished_at or match.started_at


def _moment(moment: datetime) -> str:
    """The time in UTC without an offset, as the app expects: `2026-05-03 20:10:00`."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _minutes(match: Match) -> int:
    """The duration in minutes, at least 0: a match that was typed in later may end when it began."""
    return max(int((_ended(match) - match.started_at).total_seconds() // 60), 0)


def _place(match: Match) -> str:
    return (match.night.place if match.night else "") or match.club.name
