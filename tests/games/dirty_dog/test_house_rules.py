"""Pages that apply a house rule show its id (HR labels)."""

import pytest
from django.test import Client

from clubs.models import Club, Player
from tests.factory import a_match

pytestmark = pytest.mark.django_db
QUOTED = (
    ("void/", "Read the rule: DD-55, filled in by house rule HR-DD-17"),
    ("stop/", "Read the rule: DD-34, filled in by house rule HR-DD-18"),
    ("leave/?seat=1", "Read the rule: DD-44, filled in by house rule HR-DD-06"),
    ("late/?player={}", "Read the rule: DD-43, filled in by house rule HR-DD-05"),
)


def test_a_page_names_the_house_rule_it_follows(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players[:4], hands=1)
    pages = [keeper.get(f"/m/{match.pk}/table/{path.format(players[4].pk)}").content.decode() for path, _ in QUOTED]
    for text, (path, said) in zip(pages, QUOTED, strict=True):
        assert said in " ".join(text.split()), path
