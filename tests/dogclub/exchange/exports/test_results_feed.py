"""The feed of results: one entry per finished match, as text, updated when a sheet is corrected."""

import re
from datetime import timedelta
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from dogclub.exchange.exports.feeds import NEWEST
from games.models import Match, Seat
from scoring.dirty_dog import Bids
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, some_players, write

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture
def club() -> Club:
    return a_club(history_is_open=True)


def address(club: Club, form: str = "atom") -> str:
    return reverse("results-feed", args=[club.slug, form])


def atom(client: Client, club: Club) -> Element:
    answer = client.get(address(club))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    found: Element = fromstring(answer.content)
    return found


def texts(root: Element, path: str) -> list[str]:
    return [found.text or "" for found in root.findall(path, ATOM)]


def test_a_finished_match_is_an_entry_with_places_and_totals(client: Client, club: Club) -> None:
    players = [*some_players(club, 3), Player.objects.create(club=club, name="דוב <b>&amp;")]
    match = a_match(club, players, plan=(1, 2, 1), table="2")
    a_match(club, players, hands=1)
    root = atom(client, club)
    assert texts(root, "a:entry/a:id") == [f"urn:uuid:{match.pk}"]
    (words,) = texts(root, "a:entry/a:summary")
    for seat in Seat.objects.filter(match=match).select_related("player"):
        total = str(seat.total).replace("-", "−")
        assert re.search(rf"{re.escape(seat.player.label)}\W*, {total}\b", words)
    (title,) = texts(root, "a:entry/a:title")
    assert all(words in title for words in ("won with", "Dirty Dog", "table 2"))
    (link,) = root.findall("a:entry/a:link", ATOM)
    assert link.attrib["href"] == f"http://testserver{match.get_absolute_url()}"


def test_a_correction_updates_its_entry(client: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 3), plan=(1, 2, 1))
    long_ago = timezone.now() - timedelta(days=3)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    before = atom(client, club)
    written = match.entries.latest("received_at").received_at
    assert texts(before, "a:entry/a:updated")[0][:19] == written.isoformat()[:19]
    assert texts(before, "a:entry/a:published")[0][:19] == long_ago.isoformat()[:19]
    assert texts(before, "a:updated") == texts(before, "a:entry/a:updated")


def test_rss_says_the_same(client: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 3), plan=(1, 2, 1))
    answer = client.get(address(club, "rss"))
    assert answer["Content-Type"] == "application/rss+xml; charset=utf-8"
    root = fromstring(answer.content)
    assert [found.text for found in root.findall("channel/item/guid")] == [f"urn:uuid:{match.pk}"]
    assert [found.text for found in root.findall("channel/item/title")] == texts(atom(client, club), "a:entry/a:title")
    assert client.get(address(club, "json")).status_code == 404


def test_who_has_it_already_is_told_so_until_something_is_written(client: Client, club: Club) -> None:
    players = some_players(club, 3)
    a_match(club, players, plan=(1, 2, 1))
    tag = client.get(address(club))["ETag"]
    assert client.get(address(club), headers={"If-None-Match": tag}).status_code == 304
    Player.objects.filter(pk=players[0].pk).update(name="Renamed")
    assert client.get(address(club), headers={"If-None-Match": tag}).status_code == 200


def test_the_newest_come_first_and_old_ones_drop_out(client: Client, club: Club) -> None:
    a_history(club, some_players(club, 3), NEWEST + 5)
    found = texts(atom(client, club), "a:entry/a:published")
    assert len(found) == NEWEST
    assert found == sorted(found, reverse=True)


def test_many_results_cost_no_more_than_one(client: Client, club: Club) -> None:
    players = some_players(club, 3)
    a_match(club, players, plan=(1, 2, 1))
    few = queries(client, address(club))
    a_history(club, players, 20)
    assert queries(client, address(club)) == few


def test_a_club_without_results_has_a_feed(client: Client, club: Club) -> None:
    root = atom(client, club)
    assert root.findall("a:entry", ATOM) == []
    assert texts(root, "a:title") == [f"{club.name}: results"]


def test_a_feed_says_which_language_it_is_in(client: Client, club: Club) -> None:
    for language, said, title in (("en", "en-gb", "results"), ("de", "de", "Ergebnisse")):
        answer = client.get(address(club, "rss"), headers={"Accept-Language": language})
        root = fromstring(answer.content)
        assert root.findtext("channel/language") == said
        assert root.findtext("channel/title") == f"{club.name}: {title}"


def test_strangers_of_a_closed_club_sign_in_first(client: Client) -> None:
    assert client.get(address(a_club("shut"))).status_code == 302


def test_a_hand_nobody_finished_is_no_news(client: Client, club: Club) -> None:
    match: Any = a_match(club, some_players(club, 3), hands=0)
    write(match, [Bids({1: 0})])
    assert atom(client, club).findall("a:entry", ATOM) == []


@pytest.mark.parametrize("form", ["atom", "rss"])
def test_what_no_feed_can_say_is_left_out_of_it(client: Client, club: Club, form: str) -> None:
    """Forms refuse such letters, an archive from elsewhere may hold them."""
    players = list(some_players(club, 3))
    Player.objects.filter(pk=players[0].pk).update(name="An\x01n \x0bGrove")
    Club.objects.filter(pk=club.pk).update(name="The\x02 Kennel")
    a_match(club, players, plan=(1,), table="\x1f2")
    answer = client.get(address(club, form))
    assert answer.status_code == 200
    assert "Ann Grove" in "".join(fromstring(answer.content).itertext())
