"""Helpers for tests of nights; they send the setup page's form as a tablet without scripts would."""

import re
from collections.abc import Sequence
from datetime import timedelta
from html import unescape
from typing import Any

from django.test import Client
from django.utils import timezone

from clubs.calendar.nights import arrive
from clubs.models import Attendance, Club, Night, Player, Role
from tests.factory import a_member

HIDDEN = re.compile(r'<input type="hidden" name="(?P<name>[^"]+)" value="(?P<value>[^"]*)">')
JACK = re.compile(r'value="(jack:\d+)"')
Form = dict[str, Any]


def a_night(club: Club, minutes: int = 0, **about: Any) -> Night:
    """A night of the club that starts in `minutes` minutes (negative: it has started)."""
    start = timezone.now().replace(second=0, microsecond=0) + timedelta(minutes=minutes)
    return Night.objects.create(club=club, starts_at=start, **about)


def some_dogs(club: Club, count: int, first: str = "A") -> list[Player]:
    """Players named DogA, DogB … from the letter `first`."""
    letters = [chr(ord(first) + number) for number in range(count)]
    return [Player.objects.create(club=club, name=f"Dog{letter}") for letter in letters]


def here(night: Night, players: Sequence[Player]) -> None:
    """Record that the players have arrived."""
    arrive(night, players)


def url(night: Night, page: str = "setup/") -> str:
    return f"/c/{night.club.slug}/nights/{night.pk}/{page}"


def keeper(client: Client, club: Club, role: Role = Role.SCOREKEEPER) -> Client:
    """Sign in a new member with this role, and return the client."""
    client.force_login(a_member(club, role))
    return client


def form_of(response: Any) -> Form:
    """The hidden fields of the page's form; the check box for trophies stays ticked."""
    fields: Form = {}
    for found in HIDDEN.finditer(response.content.decode()):
        fields.setdefault(found["name"], []).append(unescape(found["value"]))
    fields.pop("csrfmiddlewaretoken", None)
    return fields | ({"for_trophy": "on"} if "trophy_asked" in fields else {})


def tap(client: Client, night: Night, response: Any, wish: str, **fields: Any) -> Any:
    """Post the page's form as if the button with the value `wish` had been tapped."""
    return client.post(url(night), form_of(response) | {"do": wish} | fields)


def jacks(client: Client, night: Night, response: Any) -> Any:
    """Wherever the page asks who got the first Jack, answer with the first player offered; return the last response."""
    while found := JACK.search(response.content.decode()):
        response = tap(client, night, response, found[1])
    return response


def drawn(client: Client, night: Night, *wishes: str) -> Any:
    """The page with the drawn tables, after taps on the buttons `wishes`."""
    response = client.get(url(night))
    for wish in wishes:
        response = tap(client, night, response, wish)
    return tap(client, night, response, "draw")


def dealt(client: Client, night: Night, *wishes: str) -> Any:
    """Deal the tables as the page proposes, after taps on the buttons `wishes` before the draw."""
    return tap(client, night, jacks(client, night, drawn(client, night, *wishes)), "deal")


def seats(response: Any) -> list[list[str]]:
    """The names around each table, as drawn."""
    rings = response.content.decode().split('<div class="table-draw">')[1:]
    return [re.findall(r"data-chair=\"\d+\"><b[^>]*>([^<]*)</b>", ring) for ring in rings]


def wrong(response: Any) -> str:
    """The page's validation errors as one text; assert that the status is 422."""
    assert response.status_code == 422, response.status_code
    return " ".join(unescape(text) for text in re.findall(r'form-error"[^>]*>([^<]*)', response.content.decode()))


def state(night: Night, player: Player) -> str:
    """The player's attendance at the night; "" if there is none."""
    row = Attendance.objects.filter(night=night, player=player).first()
    return row.state if row else ""
