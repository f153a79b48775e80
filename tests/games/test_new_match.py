"""The form for a new match, on one screen."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games.models import Match, Seat
from tests.counting import queries
from tests.factory import NAMES, a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
Post = Callable[..., Any]


@pytest.fixture
def url(club: Club) -> str:
    return reverse("match-new", args=[club.slug])


@pytest.fixture
def post(keeper: Client, url: str, players: list[Player]) -> Post:
    def send(seated: list[Player] | None = None, **fields: Any) -> Any:
        keys = [player.pk for player in (players if seated is None else seated)]
        form = {"match": str(uuid.uuid4()), "player": keys, "seat": keys, "dealer": str(keys[0] if keys else "")}
        return keeper.post(url, form | fields)

    return send


def order(response: Any) -> list[str]:
    """The names of the seats, in order."""
    return re.findall(r'<li id="seat-\d+".*?<bdi>(.*?)</bdi>', response.content.decode(), re.DOTALL)


def test_the_players_who_come_from_the_start_sit_down_in_order(keeper: Client, url: str, players: list[Player]) -> None:
    response = keeper.get(url, {"player": [players[3].pk, players[0].pk]})
    assert order(response) == ["Núria Ødegård", "Bea Marlowe"]


def test_what_is_answered_is_one_line_until_somebody_changes_it(
    keeper: Client, url: str, post: Post, players: list[Player]
) -> None:
    folded = '<details class="answered" id="answered-players">'
    page = keeper.get(url, {"player": [player.pk for player in players]}).content.decode()
    assert folded in page and page.index("</details>") < page.index('value="deal"')
    assert "Bea, Otto, Wilhelmina, Núria, Łukasz" in page
    assert "20, up to 10 cards, about 90 minutes" in page
    assert folded in post(do="look", answered="1").content.decode()
    assert folded not in post(do="look").content.decode()
    assert folded not in keeper.get(url).content.decode()


def test_who_deals_is_the_one_question_left(keeper: Client, club: Club, url: str, players: list[Player]) -> None:
    wish = {"player": [player.pk for player in players]}
    page = keeper.get(url, wish).content.decode()
    assert "First match" in page and "3 of 3" in page
    assert "One question left." in page and "Choose who deals</button>" in page
    assert f'href="/start/{club.slug}/players/">Back<' in page
    assert "btn-main" not in page.partition("<main")[2]
    page = keeper.post(url, wish | {"answered": "1", "do": "chance"}).content.decode()
    assert page.count(" checked>") > len(players)  # all players are checked, and one of them as dealer
    assert "Deal hand 1</button>" in page and "Choose who deals" not in page
    a_match(club, players, plan=(1, 2, 1))
    page = keeper.get(url, wish).content.decode()
    assert "New match" in page and "One question left." not in page
    assert ">Back<" not in page and ">Cancel<" in page
    assert "won last time and deals first" in page


def test_without_a_wish_the_table_of_the_last_match_is_proposed(
    keeper: Client, club: Club, url: str, players: list[Player]
) -> None:
    a_match(club, players[::-1], plan=(1,))
    assert order(keeper.get(url))[:2] == ["Łukasz Tremblay", "Núria Ødegård"]


def test_dealing_starts_the_match_and_leads_to_the_table(post: Post, players: list[Player]) -> None:
    response = post(do="deal", dealer=str(players[2].pk), table=" 1 ", for_trophy="on")
    match = Match.objects.get()
    assert response["Location"] == reverse("table", args=[match.pk])
    assert (match.table, match.for_trophy, match.options) == ("1", True, {"first_dealer": 2, "first_jack": True})
    assert match.created_by is not None
    assert [seat.player for seat in match.seats.order_by("position")] == players


def test_a_second_tap_on_deal_starts_nothing_more(post: Post) -> None:
    key = str(uuid.uuid4())
    first, second = post(do="deal", match=key), post(do="deal", match=key)
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1


def test_an_id_of_another_club_is_of_no_use(post: Post) -> None:
    other = a_club("friday")
    foreign = a_match(other, some_players(other), plan=(1,))
    response = post(do="deal", match=str(foreign.pk))
    assert response.status_code == 422
    assert "again" in response.content.decode()
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("wish", "expected"),
    [("up:1", [1, 0, 2]), ("down:0", [1, 0, 2]), ("up:0", [1, 2, 0]), ("down:2", [2, 0, 1]), ("up:99", [0, 1, 2])],
)
def test_a_chair_moves_up_and_down_and_round(post: Post, players: list[Player], wish: str, expected: list[int]) -> None:
    way, place = wish.split(":")
    key = players[int(place)].pk if int(place) < 3 else 10**6
    response = post(players[:3], do=f"{way}:{key}")
    assert [NAMES.index(re.sub("\xad", "", name)) for name in order(response)] == expected


def test_whoever_is_not_tapped_does_not_sit(keeper: Client, url: str, players: list[Player]) -> None:
    keys = [player.pk for player in players]
    response = keeper.post(url, {"player": keys[:2], "seat": keys[::-1]})
    assert order(response) == ["Otto Pym", "Bea Marlowe"]


def test_a_guest_is_written_into_the_book_once_and_sits_down(post: Post, club: Club) -> None:
    for _ in range(2):
        response = post(guest="  Hal   Brandt ")
        assert order(response)[-1] == "Hal Brandt"
    guest = club.players.get(name="Hal Brandt")
    assert guest.is_guest


def test_a_guest_in_the_field_is_seated_before_anything_is_dealt(post: Post) -> None:
    assert post(do="deal", guest="Hal Brandt").status_code == 200
    assert not Match.objects.exists()


def test_the_last_winner_deals_first(keeper: Client, club: Club, url: str, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 1))
    winner = Seat.objects.get(match=match, is_winner=True).player
    page = keeper.get(url).content.decode()
    assert "won last time and deals first" in page
    form = {"match": str(uuid.uuid4()), "player": [each.pk for each in players], "do": "deal"}
    assert keeper.post(url, form).status_code == 302
    assert Match.objects.latest("started_at").options.get("first_dealer", 0) == players.index(winner)


def test_without_the_winner_somebody_must_have_got_the_first_jack(post: Post) -> None:
    response = post(do="deal", dealer="")
    assert response.status_code == 422
    assert "Who got the first Jack?" in response.content.decode()
    assert "Before the first deal" in response.content.decode()
    assert "the first Jack deals" in response.content.decode()


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"max_cards": "6"}, {"max_cards": 6}),
        ({"max_hands": "7"}, {"max_hands": 7}),
        ({"plan": "1 2, 3;2\n1"}, {"plan": [1, 2, 3, 2, 1]}),
        ({"max_cards": "8", "seats": "4"}, {}),
        ({"max_cards": "6", "max_hands": "2", "top": "10"}, {"max_cards": 6}),
    ],
)
def test_the_plan_is_frozen_as_agreed(post: Post, fields: dict[str, str], options: dict[str, Any]) -> None:
    assert post(do="deal", **fields).status_code == 302
    assert Match.objects.get().options == options | {"first_jack": True}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"max_cards": "11"}, "There are not 11 cards each"),
        ({"max_cards": "0"}, "choose 1 to 10"),
        ({"max_cards": "-1"}, "Choose a number from the list"),
        ({"max_cards": "NaN"}, "Choose a number from the list"),
        ({"max_cards": str(2**63)}, "Choose a number from the list"),
        ({"max_hands": "3"}, "choose 2 or 7"),
        ({"plan": "1 2 eleven"}, "Enter the hands as numbers"),
        ({"plan": "1 2 99"}, "Hand 3 of the plan cannot have 99 cards"),
        ({"plan": "1.5"}, "Enter the hands as numbers"),
        ({"plan": "1 -2"}, "Enter the hands as numbers"),
        ({"plan": "1 " * 500}, "Enter the hands as numbers"),
        ({"plan": "1\x00"}, "Enter the hands as numbers"),
        ({"table": "x" * 41}, "At most 40 printable characters"),
        ({"table": "a\x00b"}, "At most 40 printable characters"),
        ({"match": "none"}, "again"),
        ({"guest": "a\x00b"}, "unprintable character"),
        ({"guest": "x" * 61}, "At most 60 characters"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(post: Post, fields: dict[str, str], says: str) -> None:
    response = post(do="deal", **fields)
    assert response.status_code == 422
    assert says in response.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize("field", ["player", "seat", "dealer", "game", "do", "find", "max_cards", "over_ten"])
def test_nonsense_never_breaks_the_page(keeper: Client, url: str, field: str) -> None:
    for key in ("abc", "-1", "1.5", "NaN", str(2**63), "9" * 400, "٣", "\x00", "\ud83d"):
        text = b"".join(b"%%%02X" % byte for byte in key.encode("utf-8", "surrogatepass"))
        response = keeper.post(url, field.encode() + b"=" + text, "application/x-www-form-urlencoded")
        assert response.status_code in ((404,) if field == "game" else (200, 422)), key


def test_players_of_another_club_are_passed_over(post: Post, players: list[Player]) -> None:
    foreign = some_players(a_club("friday"), 1)
    response = post([*players, *foreign])
    assert len(order(response)) == len(players)


@pytest.mark.parametrize(
    ("count", "says"), [(0, "Tap who is here"), (1, "One dog so far"), (3, "With fewer than four players")]
)
def test_few_players_are_told_what_that_means(post: Post, players: list[Player], count: int, says: str) -> None:
    assert says in post(players[:count]).content.decode()


@pytest.mark.parametrize("count", [0, 1])
def test_one_alone_cannot_start(post: Post, players: list[Player], count: int) -> None:
    assert post(players[:count], do="deal").status_code == 422
    assert not Match.objects.exists()


def test_more_than_ten_are_proposed_in_even_groups(post: Post, club: Club, players: list[Player]) -> None:
    crowd = [*players, *some_players(club, 8, [f"Dog {number}" for number in range(8)])]
    page = post(crowd).content.decode()
    assert "Table 1</b>, 7 players" in page
    assert "Table 2</b>, 6 players" in page
    assert post(crowd, do="deal").status_code == 422
    only = re.findall(r'value="(only:[^"]*)"', page)[1]
    assert len(order(post(crowd, do=only))) == 6
    assert post(crowd, do="deal", over_ten="on").status_code == 302
    assert Match.objects.get().options == {"over_ten": True, "first_jack": True}


def test_htmx_gets_the_form_and_is_sent_on_by_a_header(keeper: Client, url: str, players: list[Player]) -> None:
    keys = [player.pk for player in players]
    form = {"match": str(uuid.uuid4()), "player": keys, "seat": keys, "dealer": keys[0]}
    part = keeper.post(url, form, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    dealt = keeper.post(url, form | {"do": "deal"}, headers={"HX-Request": "true"})
    assert dealt["HX-Redirect"] == reverse("table", args=[form["match"]])


def test_a_season_that_is_on_is_the_matchs_season(post: Post, club: Club) -> None:
    season = club.seasons.create(name="All of it", starts_on="2000-01-01", ends_on="2100-01-01")
    post(do="deal")
    assert Match.objects.get().season == season


def test_a_member_may_not_start_a_match(client: Client, club: Club, url: str) -> None:
    client.force_login(a_member(club))
    assert client.get(url).status_code == 403


def test_the_page_costs_the_same_with_a_long_history(
    keeper: Client, club: Club, url: str, players: list[Player]
) -> None:
    a_match(club, players, plan=(1, 2, 1))
    before = queries(keeper, url)
    for seed in range(4):
        a_match(club, players, plan=(1, 2, 1), seed=seed)
    assert queries(keeper, url) == before <= 10


def test_a_long_list_is_cut_and_searched(keeper: Client, club: Club, url: str) -> None:
    some_players(club, 80, [f"Dog {number:03}" for number in range(80)])
    page = keeper.get(url).content.decode()
    assert "Dog 059" in page
    assert "Dog 079" not in page
    assert "Dog 079" in keeper.post(url, {"find": "079"}).content.decode()
