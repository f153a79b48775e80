"""With two of three secret tallies handed in, no file shows their numbers to any role."""

import io
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Night, Role
from dogclub.exchange.exports.files import OF_CLUB, OF_MATCH, OF_NIGHT, OF_PLAYER
from games.models import Match
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import a_war
from tests.games.dogs_of_war.test_secrets import BEA, OTTO, SECRET

pytestmark = pytest.mark.django_db


def text_of_file(response: Any) -> str:
    """Return the text of a CSV file, or of every worksheet of an Excel file."""
    content = response.getvalue() if response.streaming else response.content
    if not content.startswith(b"PK"):
        return str(content.decode())
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/worksheets"))


def addresses(match: Match, night: Night, form: str) -> list[str]:
    club, player = match.club.slug, match.seats.all()[0].player_id
    of_club = [reverse("table-file", args=[club, table.key, form]) for table in OF_CLUB]
    of_match = [reverse("match-file", args=[match.pk, table.key, form]) for table in OF_MATCH]
    of_night = [reverse("night-file", args=[club, night.pk, table.key, form]) for table in OF_NIGHT]
    of_player = [reverse("player-file", args=[club, player, table.key, form]) for table in OF_PLAYER]
    return [*of_club, *of_match, *of_night, *(f"{each}?game={match.game}" for each in of_player)]


@pytest.mark.parametrize("role", [Role.MEMBER, Role.OWNER])
def test_no_file_tells_what_is_still_behind_a_screen(role: Role, client: Client) -> None:
    club = a_club()
    match = a_war(club, some_players(club, 3), [BEA, OTTO])
    night = Night.objects.create(club=club, starts_at=timezone.now())
    Match.objects.filter(pk=match.pk).update(night=night)
    client.force_login(a_member(club, role))
    records = client.get(reverse("records-file", args=[club.slug]))
    hands = client.post(reverse("hands", args=[club.slug]), {"form": "csv"})
    plain = [client.get(address) for address in addresses(match, night, "csv")]
    excel = [client.get(address) for address in addresses(match, night, "xlsx")]
    answers = [records, hands, *plain, *excel]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert [found[0] for answer in answers for found in SECRET.finditer(text_of_file(answer))] == []
