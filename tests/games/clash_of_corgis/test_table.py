"""The table of Clash of Corgis: one tap records the winner, and cards left may follow."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.entries.match_state import load
from games.models import Match
from scoring.clash_of_corgis import Game, Options
from tests.games.clash_of_corgis.series import SERIES, a_series, played, sent, tapped

pytestmark = pytest.mark.django_db


def page(client: Client, match: Match, query: str = "") -> str:
    """The HTML of the table's page, without the offline forms."""
    response = client.get(f"/m/{match.pk}/table/{query}")
    assert response.status_code == 200
    return str(response.content.decode()).replace("\xad", "").partition('<template class="ahead"')[0]


def lines(match: Match) -> Any:
    """The lines of the match's sheet."""
    match.refresh_from_db()
    return load(match).sheet.lines


def test_a_series_begins_with_who_starts(client: Client) -> None:
    text = page(client, a_series(client))
    assert "Jo starts" in text
    assert "Tap who emptied the hand first." in text
    assert "Nothing to undo" in text
    assert text.count(">Won it<") == 4


def test_without_a_draw_the_table_is_told_to_draw(client: Client) -> None:
    assert "Draw who starts" in page(client, a_series(client, options=Options()))


def test_one_tap_writes_a_game_and_says_who_starts_next(client: Client) -> None:
    match = a_series(client, SERIES[:2])
    answer = tapped(client, match, 3, {"winner": 2})
    assert answer.status_code == 302
    text = page(client, match)
    assert lines(match)[2].winner == 2
    assert "<b>Jo starts game 4.</b>" in text
    assert "Undo: Jo won game 3" in text
    assert f'href="/m/{match.pk}/table/?game=4"' in text


def test_the_winners_pad_stays_and_goes_quiet(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    row = page(client, match, "?recap=1").split('id="seat-2"')[1].split("</section>")[0]
    assert row.count('aria-disabled="true" aria-label="') == 12
    assert "name=" not in row


def test_cards_left_may_be_tapped_before_the_winner(client: Client) -> None:
    match = a_series(client)
    tapped(client, match, 1, {"winner": 1, "left-0": 4, "left-1": 6, "left-3": 2})
    assert dict(lines(match)[0].cards_left) == {0: 4, 1: 0, 3: 2}
    assert "<b>Wilhelmina starts game 2.</b>" in page(client, match, "?recap=1")


def test_where_nobody_counts_cards_a_game_leads_to_the_next(client: Client) -> None:
    match = a_series(client)
    tapped(client, match, 1, {"winner": 1})
    assert 'data-what="won"' in page(client, match)
    tapped(client, match, 2, {"winner": 1})
    text = page(client, match)
    assert 'data-what="game"' in text
    assert "<b>Game 2</b>" in text
    assert "Wilhelmina won" in text
    assert "Undo: Wilhelmina won game 2" in text
    match.club.recap_page = True
    match.club.save()
    assert 'data-what="won"' in page(client, match)


def test_cards_left_that_follow_are_a_revision_and_lead_on(client: Client) -> None:
    match = a_series(client)
    tapped(client, match, 1, {"winner": 1})
    tapped(client, match, 1, {"winner": 1, "left-2": 9})
    assert dict(lines(match)[0].cards_left) == {1: 0, 2: 9}
    assert match.entries.filter(number=1).count() == 2
    assert 'data-what="game"' in page(client, match)


def test_a_wrong_winner_is_put_right_by_a_tap(client: Client) -> None:
    match = a_series(client)
    tapped(client, match, 1, {"winner": 1})
    match.refresh_from_db()
    answer = client.post(f"/m/{match.pk}/table/", {**sent(match, 1), "winner": [1, 3]})
    assert answer.status_code == 302
    assert lines(match)[0].winner == 3
    assert 'data-what="won"' in page(client, match)


def test_long_after_a_game_its_winner_is_not_tapped_away(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    written = int(re.findall(r'name="since" value="(\d+)"', page(client, match, "?recap=1"))[0])
    form = {**sent(match, 1), "winner": [2, 3], "since": written}
    late = client.post(f"/m/{match.pk}/table/", {**form, "at": written + 600_000})
    assert late.status_code == 422
    assert "If the next one is over, tap its button below first" in late.content.decode()
    assert lines(match)[0].winner == 2
    cards = {**form, "winner": [2], "left-0": "4", "at": written + 600_000}
    assert client.post(f"/m/{match.pk}/table/", cards).status_code == 302
    match.refresh_from_db()
    soon = {**sent(match, 1), "winner": [2, 3], "since": written, "at": written + 5_000}
    assert client.post(f"/m/{match.pk}/table/", soon).status_code == 302
    assert lines(match)[0].winner == 3


def test_what_is_half_entered_is_drawn_from_the_form(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    text = page(client, match, "?game=1&left-0=4&last=left-0")
    assert "Undo: Percy has 4 left" in text
    assert "4 cards left" in text
    look = client.post(f"/m/{match.pk}/table/", {**sent(match, 1), "do": "look", "left-3": "1", "last": "left-3"})
    assert look["X-Form-Shown"]
    assert "1 card left" in look.content.decode()
    assert match.entries.count() == 1


def test_undo_leaves_the_cards_and_takes_the_win(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    form = {"what": "undo", "version": match.version, "number": 1, "entry": str(uuid4())}
    answer = client.post(f"/m/{match.pk}/undo/", form)
    assert answer["Location"].endswith("?game=1&left-0=3&left-1=5&left-3=8")
    assert lines(match) == ()
    assert "8 cards left" in page(client, match, "?game=1&left-3=8")


def test_the_last_game_ends_the_series(client: Client) -> None:
    match = a_series(client, SERIES[:4])
    tapped(client, match, 5, {"winner": 1})
    text = page(client, match, "?game=6")
    assert "<b>Wilhelmina wins the series.</b>" in text
    assert f'href="/m/{match.pk}/finish/"' in text
    tapped(client, match, 5, {"winner": 1, "left-0": 6})
    assert lines(match)[4].cards_left[0] == 6
    assert "<b>Wilhelmina wins the series.</b>" in page(client, match)


def test_a_long_series_says_its_wins_in_figures(client: Client) -> None:
    text = page(client, a_series(client, SERIES[:1], players=4, options=Options(best_of=21)), "?game=2")
    assert "games won</span>" in text
    assert "<rect" not in text


def test_more_games_than_the_series_is_called_after(client: Client) -> None:
    match = a_series(client, [Game(seat) for seat in (0, 1, 2)], players=3, options=Options(best_of=3))
    assert "best of 3" in page(client, match, "?game=4")
    assert "One more game wins it for Percy, Wilhelmina or Jo." in page(client, match, "?game=4")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Nobody has won this game yet."),
        ({"winner": "9"}, "no seat 10"),
        ({"winner": "x"}, "Nobody has won this game yet."),
        ({"winner": "1", "left-0": "13"}, "cannot have 13 cards left"),
        ({"winner": "1", "left-0": "two"}, "Enter a whole number"),
        ({"winner": "1", "left-7": "2"}, "does not play here"),
        ({"left-0": "0", "left-1": "0"}, "Two hands are empty here."),
        ({"winner": "1", "what": "bids"}, "not sent completely"),
        ({"winner": "1", "entry": "nothing"}, "not sent completely"),
        ({"winner": "1", "number": "x"}, "not sent completely"),
    ],
)
def test_a_refusal_is_a_sentence_and_writes_nothing(client: Client, fields: dict[str, str], words: str) -> None:
    match = a_series(client)
    answer = client.post(f"/m/{match.pk}/table/", {**sent(match, 1), **fields})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert match.entries.count() == 0


@pytest.mark.parametrize(
    "query",
    [
        "?game=x",
        "?game=99999999999",
        "?left-0=-1&left-99999999999=4",
        "?left-0=%00&last=%00",
        "?last=left-0&left-0=5&left-0=6",
        "?winner=7&row=2&row=9",
        "?left-=3&left-x=3&game=1&number=two",
    ],
)
@pytest.mark.parametrize("games", [0, 1, 5])
def test_nonsense_in_the_address_shows_the_table(client: Client, query: str, games: int) -> None:
    assert re.search(r'data-what="(game|won)"', page(client, a_series(client, SERIES[:games]), query))


def test_two_tablets_that_saw_another_winner_are_told(client: Client) -> None:
    match = a_series(client)
    form = sent(match, 1, winner=0)
    played(match, SERIES[:1])
    answer = client.post(f"/m/{match.pk}/table/", form)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert text.count(">differs<") == 4
    assert '<span class="is-long fig">Percy</span>' in text
    assert '<span class="is-long fig">Jo</span>' in text


def test_sent_twice_it_is_written_once(client: Client) -> None:
    match = a_series(client)
    form = sent(match, 1, winner=0)
    first, second = (client.post(f"/m/{match.pk}/table/", form) for _ in range(2))
    assert first["X-Entry-Written"] == second["X-Entry-Written"] == form["entry"]
    assert match.entries.count() == 1


def test_only_a_scorekeeper_may_tap(client: Client) -> None:
    match = a_series(client)
    client.logout()
    assert client.get(f"/m/{match.pk}/table/").status_code == 302
    assert client.post(f"/m/{match.pk}/table/", sent(match, 1, winner=0)).status_code in (302, 403)
    assert match.entries.count() == 0


def test_a_tap_costs_as_little_as_a_hand_of_bids(client: Client) -> None:
    match = a_series(client, SERIES[:3])
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")
    with CaptureQueriesContext(connection) as captured:
        tapped(client, match, 4, {"winner": 1})
    found = [query["sql"] for query in captured if not query["sql"].startswith(frame)]
    assert len(found) <= 11, "\n".join(found)
    with CaptureQueriesContext(connection) as captured:
        page(client, match)
    assert len(captured) <= 5


def test_the_effects_are_one_tap_away(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    assert f'href="/m/{match.pk}/table/effects/"' in page(client, match)
    effects = client.get(f"/m/{match.pk}/table/effects/").content.decode()
    for dog in ("Oracle", "Bard", "Healer", "Monk", "Fighter", "Mage", "Archer", "Berserker", "Assassin", "Samurai"):
        assert f">{dog}</th>" in effects
    assert "Wild</th>" in effects
    assert client.post(f"/m/{match.pk}/table/effects/", sent(match, 2)).status_code == 422
