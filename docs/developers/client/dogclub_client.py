"""A small client for the API of Dog Club that needs only Python's standard library.

    club = Client("https://dogs.example", "dk_live_…").club("kennel")
    bea, otto, ines = (club.add_player(name) for name in ("Bea", "Otto", "Ines"))
    match = club.start("dirty-dog", [bea["id"], otto["id"], ines["id"]], options={"plan": [1]})
    match.write(match.draft("bids", {"bids": {"0": 0, "1": 0, "2": 0}}))
    print(match.again().sheet["totals"])

Writes carry ids made here, so that a request whose response was lost can be sent again without effect.
"""

import http.client
import json
import time
import urllib.parse
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypedDict

Json = dict[str, Any]
TRIES, PAUSE = 4, 0.5


class Player(TypedDict):
    id: int
    name: str
    nickname: str
    initials: str
    colour: str
    label: str
    state: str
    guest: bool
    called_before: list[str]


class Entry(TypedDict):
    id: str
    number: int
    revision: int
    version: int
    kind: str
    payload: Json | None
    hidden: bool
    note: str
    player: int | None
    recorded_at: str
    received_at: str


class Written(TypedDict):
    version: int
    again: bool
    entries: list[Entry]


class Draft(TypedDict):
    id: str
    number: int
    kind: str
    payload: Json | None


@dataclass
class Refused(Exception):
    """An error response: `code` for programs, `sentence` for people, `error` with both sides of a conflict."""

    status: int
    code: str
    sentence: str
    error: Json

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.sentence}"


class Conflict(Refused):
    """A 409 response: another device wrote first, or the id is taken. Read again, then decide."""


@dataclass(frozen=True)
class Client:
    """The API of one server (`house`, its URL), with one API key."""

    house: str
    key: str

    def club(self, slug: str) -> "Club":
        return Club(self, slug)

    def clubs(self) -> list[Json]:
        return list(self.every("/clubs", "clubs"))

    def games(self) -> list[Json]:
        found: list[Json] = self.ask("GET", "/games")["games"]
        return found

    def score(self, record: Json) -> Json:
        """The sheet a record adds up to; the server stores nothing."""
        return self.ask("POST", "/score", record, stores=False)

    def every(self, path: str, rows: str, **asked: Any) -> Iterator[Any]:
        """Yield all rows of a paginated list; `rows` is their key in a page, `asked` are query parameters."""
        address: str | None = path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        while address:
            page = self.ask("GET", address)
            yield from page[rows]
            address = page["next"] and page["next"].partition("/api/v1")[2]

    def ask(self, method: str, path: str, body: Json | None = None, *, stores: bool = True) -> Json:
        """Send a request up to four times: again after 429, 503 or, if safe, a lost connection. Raise Refused."""
        twice = not stores or body is None or "id" in body or "drafts" in body
        for tried in range(1, TRIES + 1):
            try:
                return self._once(method, path, body)
            except (OSError, http.client.HTTPException):
                if tried == TRIES or not twice:
                    raise
            except Refused as refused:
                if refused.status not in (429, 503) or tried == TRIES:
                    raise
            time.sleep(PAUSE * 2**tried)
        raise AssertionError("Never here.")

    def _once(self, method: str, path: str, body: Json | None) -> Json:
        house = urllib.parse.urlsplit(self.house)
        make = http.client.HTTPSConnection if house.scheme == "https" else http.client.HTTPConnection
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        with closing(make(house.netloc, timeout=20)) as connection:
            data = None if body is None else json.dumps(body)
            connection.request(method, f"{house.path}/api/v1{path}", data, headers)
            answer = connection.getresponse()
            found: Json = json.loads(answer.read())
        if answer.status >= 400:
            raise _refusal(answer.status, found["error"])
        return found


def _refusal(status: int, said: Json) -> Refused:
    kind = Conflict if status == 409 else Refused
    return kind(status, said["code"], said["message"], said)


@dataclass(frozen=True)
class Club:
    client: Client
    slug: str

    def add_player(self, name: str, **more: str | bool) -> Player:
        found: Player = self._ask("POST", "/players", {"name": name, **more})  # type: ignore[assignment]
        return found

    def players(self) -> list[Player]:
        return list(self.client.every(self._at("/players"), "players"))

    def matches(self, **asked: Any) -> list[Json]:
        """The club's matches, filtered by `game`, `player`, `season`, `night`, `finished`."""
        return list(self.client.every(self._at("/matches"), "matches", **asked))

    def start(
        self, game: str, players: Sequence[int], *, options: Json | None = None, table: str = "", key: str = ""
    ) -> "Match":
        """Start a match with these player ids, seated in order. The same `key` (a UUID) returns the same match."""
        body = {"id": key or str(uuid.uuid4()), "game": game, "players": list(players), "table": table}
        return Match(self.client, self._ask("POST", "/matches", {**body, "options": options or {}}))

    def match(self, key: str) -> "Match":
        return Match(self.client, self.client.ask("GET", f"/matches/{key}"))

    def standings(self, **asked: Any) -> Json:
        return self._ask("GET", "/standings" + ("?" + urllib.parse.urlencode(asked) if asked else ""))

    def trophies(self) -> list[Json]:
        found: list[Json] = self._ask("GET", "/trophies")["trophies"]
        return found

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        return self.client.ask(method, self._at(path), body)

    def _at(self, path: str) -> str:
        return f"/clubs/{self.slug}{path}"


@dataclass(frozen=True)
class Match:
    """A match as it was read last; `write` changes the server's state but not this one, `again` reads it."""

    client: Client
    state: Json

    @property
    def id(self) -> str:
        return str(self.state["id"])

    @property
    def sheet(self) -> Json:
        found: Json = self.state["sheet"]
        return found

    @property
    def next(self) -> Json | None:
        """What is recorded next, such as the legal bids or the tricks that are left; None when the match is over."""
        found: Json | None = self.sheet["next"]
        return found

    @property
    def seats(self) -> Mapping[str, str]:
        """The number of each seat by the player's name, as text, since entries use it as a key."""
        return {seat["name"]: str(seat["seat"]) for seat in self.state["seats"]}

    def draft(self, kind: str, payload: Json | None, *, line: int | None = None) -> Draft:
        number = self.state["next_number"] if line is None else line
        return {"id": str(uuid.uuid4()), "number": number, "kind": kind, "payload": payload}

    def write(self, *drafts: Draft) -> Written:
        """Write all drafts or none, against the version read; a None payload undoes. Raise Conflict or Refused."""
        body = {"version": self.state["version"], "drafts": list(drafts)}
        found: Written = self.client.ask("POST", f"/matches/{self.id}/entries", body)  # type: ignore[assignment]
        return found

    def again(self) -> "Match":
        """The match as it is on the server now."""
        return Match(self.client, self.client.ask("GET", f"/matches/{self.id}"))

    def entries(self) -> list[Entry]:
        return list(self.client.every(f"/matches/{self.id}/entries", "entries"))

    def record(self) -> Json:
        return self.client.ask("GET", f"/matches/{self.id}/record")


# Method and path of every operation used above, as in the OpenAPI document.
OPERATIONS = (
    ("get", "/api/v1/clubs"),
    ("get", "/api/v1/games"),
    ("post", "/api/v1/score"),
    ("get", "/api/v1/clubs/{slug}/players"),
    ("post", "/api/v1/clubs/{slug}/players"),
    ("get", "/api/v1/clubs/{slug}/matches"),
    ("post", "/api/v1/clubs/{slug}/matches"),
    ("get", "/api/v1/clubs/{slug}/standings"),
    ("get", "/api/v1/clubs/{slug}/trophies"),
    ("get", "/api/v1/matches/{id}"),
    ("get", "/api/v1/matches/{id}/entries"),
    ("post", "/api/v1/matches/{id}/entries"),
    ("get", "/api/v1/matches/{id}/record"),
)
