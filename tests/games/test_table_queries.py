"""The cost of recording bids: eight statements and one commit, however much the club has played."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match
from tests import factory
from tests.posting import a_table, form_on, page, sent, with_taps

BIDS, TRICKS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, {1: 0, 2: 1, 3: 0, 4: 0, 0: 0}
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


def statements(client: Client, match: Match, taps: dict[int, int]) -> list[str]:
    fields = with_taps(form_on(page(client, match), "send"), taps)
    with CaptureQueriesContext(connection) as captured:
        answer = sent(client, f"/m/{match.pk}/table/", fields, HX_Request="true")
    assert answer.status_code == 200
    return [query["sql"] for query in captured if not query["sql"].startswith(FRAME)]


@pytest.mark.django_db
@pytest.mark.parametrize("played", [0, 12])
def test_recording_bids_takes_at_most_eight_statements(client: Client, played: int) -> None:
    match = a_table(client)
    players = list(match.club.players.order_by("pk"))
    for seed in range(played):
        factory.a_match(match.club, players, seed=seed, plan=(1, 2, 1))
    found = statements(client, match, BIDS)
    assert len(found) <= 8, "\n".join(found)


@pytest.mark.django_db
def test_scoring_a_hand_takes_two_more(client: Client) -> None:
    match = a_table(client)
    statements(client, match, BIDS)
    found = statements(client, match, TRICKS)
    assert len(found) <= 10, "\n".join(found)


@pytest.mark.django_db
def test_showing_the_table_takes_five(client: Client) -> None:
    match = a_table(client, hands=6)
    with CaptureQueriesContext(connection) as captured:
        page(client, match)
    assert len(captured) <= 5
