"""A club with a season, a night, players and a finished match, and API clients with keys for it."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from clubs import api_keys
from clubs.calendar.nights import arrive
from clubs.models import Club, Night, Player, Role, Scope, Season
from games.models import Match
from tests.factory import a_bone, a_club, a_match, a_member, some_players


@dataclass(frozen=True)
class Program:
    """A client that sends and reads JSON with one key; `token` is empty for a client without one."""

    token: str = ""

    def get(self, path: str, **headers: str) -> Any:
        return self._ask("get", path, None, headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._ask("post", path, body, headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return self._ask("put", path, body, headers)

    def patch(self, path: str, body: Any, **headers: str) -> Any:
        return self._ask("patch", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self._ask("delete", path, None, headers)

    def hand_in(self, path: str, content: bytes, kind: str = "text/csv", method: str = "POST", **headers: str) -> Any:
        """Send `content` unchanged as the body, with the content type `kind`."""
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        client = Client(raise_request_exception=False, enforce_csrf_checks=True)
        return client.generic(method, f"/api/v1/{path}", content, content_type=kind, headers=sent)

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        client = Client(raise_request_exception=False, enforce_csrf_checks=True)
        if body is None:
            return client.generic(method.upper(), f"/api/v1/{path}", headers=sent)
        text = json.dumps(body, default=str)
        return getattr(client, method)(f"/api/v1/{path}", text, content_type="application/json", headers=sent)


@dataclass(frozen=True)
class Kennel:
    club: Club
    players: list[Player]
    season: Season
    night: Night
    finished: Match
    going: Match

    def program(self, scope: Scope = Scope.ORGANISE) -> Program:
        """A client with a key of the club."""
        return Program(api_keys.make("a test", scope, of=self.club, by=None)[1])

    def person(self, role: Role, scope: Scope = Scope.ORGANISE) -> Program:
        """A client with the key of a new member who has this role in the club."""
        return Program(api_keys.make("a test", scope, of=a_member(self.club, role), by=None)[1])


def a_kennel() -> Kennel:
    club, now = a_club(), timezone.now()
    players = some_players(club, 8)
    today = timezone.localdate()
    season = Season.objects.create(
        club=club, name="Autumn 2026", starts_on=today - timedelta(days=60), ends_on=today + timedelta(days=60)
    )
    night = Night.objects.create(club=club, season=season, starts_at=now.replace(second=0, microsecond=0))
    arrive(night, players[:5])
    about: dict[str, Any] = {"season": season, "night": night}
    finished = a_match(club, players[:5], plan=(1, 2), seed=3, table="1", **about)
    going = a_match(club, players[:5], hands=1, seed=4, table="2", **about)
    a_bone(players[0])
    return Kennel(club, players, season, night, finished, going)
