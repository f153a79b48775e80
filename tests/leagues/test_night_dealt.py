"""The draw of a night: rearranging it by taps, the plan, and dealing all tables in one tap."""

import re

import pytest
from django.test import Client

from clubs.models import Club, Night, Player
from games.models import Match, Seat
from leagues.models import Fixture, Playoff, Rating
from tests.factory import a_match
from tests.nights import dealt, drawn, form_of, here, jacks, seats, some_dogs, tap, url, wrong

pytestmark = pytest.mark.django_db


def at_tables() -> list[int]:
    """How many seats each match has, smallest first."""
    return sorted(Match.objects.values_list("start_seats", flat=True))


@pytest.mark.parametrize(
    ("dogs", "sizes"), [(4, [4]), (10, [10]), (11, [5, 6]), (12, [6, 6]), (13, [6, 7]), (21, [7, 7, 7])]
)
def test_more_than_ten_are_parted_evenly(scribe: Client, club: Club, night: Night, dogs: int, sizes: list[int]) -> None:
    here(night, some_dogs(club, dogs))
    assert dealt(scribe, night).status_code == 302
    assert at_tables() == sizes
    assert Playoff.objects.count() == (len(sizes) > 1)


def test_groups_play_equally_many_hands_and_not_for_the_trophies(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 13))
    dealt(scribe, night)
    plans = {tuple(match.options["plan"]) for match in Match.objects.all()}
    assert len(plans) == 1
    playoff = Playoff.objects.get()
    assert (playoff.night, playoff.advance, playoff.for_trophy) == (night, 3, True)
    assert not Match.objects.filter(for_trophy=True).exists()
    fixtures = Fixture.objects.filter(playoff=playoff).select_related("match")
    assert {fixture.stage for fixture in fixtures} == {Fixture.Stage.GROUP}
    for fixture in fixtures:
        assert fixture.players == list(Seat.objects.filter(match=fixture.match).values_list("player_id", flat=True))


def test_twelve_dogs_play_a_dozen_hands_unless_another_plan_is_tapped(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = scribe.get(url(night)).content.decode()
    assert "12 hands up to 6 cards" in page
    assert "The final tables play 12 more" in page
    dealt(scribe, night, "plan:8", "advance:2")
    assert len(Match.objects.all()[0].options["plan"]) == 18
    assert Playoff.objects.get().advance == 2


def test_thirteen_dogs_agree_on_ten_hands(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 13))
    page = tap(scribe, night, drawn(scribe, night), "look", hands="10")
    assert "10 hands up to 5 cards" in page.content.decode()
    refused = tap(scribe, night, page, "look", hands="0")
    assert (refused.status_code, "A table can play 1 to 200 hands." in refused.content.decode()) == (422, True)
    larger = tap(scribe, night, page, "plan:7", hands="10")  # another largest hand has a number of hands of its own
    assert "14 hands up to 7 cards" in larger.content.decode()
    again = tap(scribe, night, tap(scribe, night, larger, "plan:5"), "look", hands="10")
    assert "10 hands up to 5 cards" in again.content.decode()
    jacks(scribe, night, again)
    tap(scribe, night, scribe.get(url(night)), "deal", hands="10")
    assert [len(match.options["plan"]) for match in Match.objects.all()] == [10, 10]


def test_a_plan_that_is_not_offered_is_refused_and_not_replaced(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 13))
    assert scribe.get(f"{url(night)}?game=chess").status_code == 404
    refused = tap(scribe, night, drawn(scribe, night), "plan:12")
    assert refused.status_code == 422
    assert "no plan “12”. Choose the largest hand: 3, 4, 5, 6, 7." in refused.content.decode()


def test_tables_apart_are_matches_of_their_own(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    response = dealt(scribe, night, "kind:apart")
    assert response["Location"] == url(night, "")
    assert [match.table for match in Match.objects.order_by("table")] == ["1", "2"]
    assert not Playoff.objects.exists()
    assert {match.night for match in Match.objects.all()} == {night}


def test_one_table_goes_straight_to_its_sheet(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    response = dealt(scribe, night)
    match = Match.objects.get()
    assert response["Location"] == f"/m/{match.pk}/table/"
    assert (match.table, match.for_trophy, match.season) == ("1", True, None)


@pytest.mark.parametrize("dogs", [5, 12])
def test_a_second_tap_on_deal_finds_what_the_first_one_wrote(
    scribe: Client, club: Club, night: Night, dogs: int
) -> None:
    here(night, some_dogs(club, dogs))
    form = form_of(jacks(scribe, night, drawn(scribe, night))) | {"do": "deal"}
    first, second = scribe.post(url(night), form), scribe.post(url(night), form)
    assert first["Location"] == second["Location"]
    assert len(at_tables()) == (1 if dogs == 5 else 2)


@pytest.mark.parametrize(
    ("dogs", "wishes", "says"),
    [
        (0, [], "Nothing is drawn yet"),
        (1, [], "at least 2 players"),
        (3, ["tables:2"], "A group of 1 is too small"),
        (11, ["tables:1"], "11: 10 is the most"),
        (3, ["game:pack-o-dogs"], "exactly 2 players"),
        (6, ["game:dogs-of-war", "tables:3"], "3 to 5"),
    ],
)
def test_what_cannot_be_played_is_said_and_nothing_is_written(
    scribe: Client, club: Club, night: Night, dogs: int, wishes: list[str], says: str
) -> None:
    here(night, some_dogs(club, dogs))
    assert says in wrong(dealt(scribe, night, *wishes))
    assert not Match.objects.exists()
    assert not Playoff.objects.exists()


def test_a_group_of_three_is_warned_of_and_dealt(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 7))
    page = drawn(scribe, night, "tables:2").content.decode()
    assert "With fewer than four players bids are hard to place" in page
    dealt(scribe, night, "tables:2")
    assert at_tables() == [3, 4]


def test_without_a_jack_nobody_deals(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = drawn(scribe, night)
    assert "Group A and Group B: Deal cards face up" in wrong(tap(scribe, night, page, "deal"))
    assert not Match.objects.exists()


def test_whoever_got_the_jack_deals_first_and_may_be_changed(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    here(night, dogs)
    page = tap(scribe, night, drawn(scribe, night), f"jack:{dogs[3].pk}")
    assert seats(page)[0][0] == "DogD"
    assert "DogD got the first Jack" in page.content.decode().replace("\N{SOFT HYPHEN}", "")
    page = tap(scribe, night, tap(scribe, night, page, f"unjack:{dogs[3].pk}"), f"jack:{dogs[1].pk}")
    assert "Deal: DogB, 1 card each" in page.content.decode()
    tap(scribe, night, page, "deal")
    first = Seat.objects.get(match__night=night, position=0)
    assert first.player == dogs[1]
    assert "DogB got the first Jack." in scribe.get(first.match.get_absolute_url()).content.decode()


def test_the_last_winner_deals_first(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    won = a_match(club, dogs, plan=(1, 2, 1), seed=3).seats.get(is_winner=True).player
    here(night, dogs)
    page = drawn(scribe, night)
    assert seats(page)[0][0] == won.name
    assert "won last time and deals first" in page.content.decode()
    assert "jack:" not in page.content.decode()


def test_two_taps_swap_two_names_across_tables(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 12)
    here(night, dogs)
    page = drawn(scribe, night)
    before = seats(page)
    first, second = (next(dog for dog in dogs if dog.name == before[table][1]) for table in (0, 1))
    page = tap(scribe, night, page, f"pick:{first.pk}")
    assert "Tap who swaps with" in page.content.decode()
    after = seats(tap(scribe, night, page, f"pick:{second.pk}"))
    assert (after[0][1], after[1][1]) == (before[1][1], before[0][1])
    assert [sorted(table) for table in after] != [sorted(table) for table in before]


def test_a_second_tap_on_the_same_name_lets_go(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 4)
    here(night, dogs)
    page = tap(scribe, night, drawn(scribe, night), f"pick:{dogs[0].pk}")
    before = seats(page)
    page = tap(scribe, night, page, f"pick:{dogs[0].pk}")
    assert seats(page) == before
    assert "Tap two names" in page.content.decode()


def test_somebody_may_sit_this_one_out(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    here(night, dogs)
    page = tap(scribe, night, drawn(scribe, night), f"rest:{dogs[0].pk}")
    assert dogs[0].name not in seats(page)[0]
    page = tap(scribe, night, page, f"back:{dogs[0].pk}")
    assert len(seats(page)[0]) == 5
    page = tap(scribe, night, tap(scribe, night, page, f"pick:{dogs[0].pk}"), f"rest:{dogs[0].pk}")
    tap(scribe, night, jacks(scribe, night, page), "deal")
    assert at_tables() == [4]


def test_whoever_is_left_over_from_pairs_sits_out_by_the_main_button(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    page = drawn(scribe, night, "game:pack-o-dogs")
    assert [len(table) for table in seats(page)] == [2, 2, 1]
    found = re.search(r'btn-main" name="do" value="(rest:\d+)"[^>]*>(Dog\w) sits this one out<', page.content.decode())
    assert found is not None and found[2] == seats(page)[2][0]
    page = tap(scribe, night, page, found[1])
    assert [len(table) for table in seats(page)] == [2, 2]
    tap(scribe, night, page, "deal")
    assert at_tables() == [2, 2]


def rate(player: Player, mu: float, match: Match, number: int = 1) -> None:
    """Write a rating of the player after a match."""
    about = {"club": player.club, "game": match.game, "match": match, "at": match.started_at, "sigma": 2.0}
    Rating.objects.create(player=player, number=number, mu=mu, **about)


@pytest.mark.parametrize(("how", "together"), [("rating", True), ("spread", False)])
def test_a_draw_by_rating_keeps_the_strong_together_or_spreads_them(
    scribe: Client, club: Club, night: Night, how: str, together: bool
) -> None:
    dogs = some_dogs(club, 12)
    match = a_match(club, dogs[:4], hands=0)
    for place, dog in enumerate(dogs[:11]):  # the last player has no rating, and counts as the average of the others
        rate(dog, 51.0 if not place else 40.0 - 2 * place, match)
    here(night, dogs)
    tables = seats(drawn(scribe, night, f"how:{how}"))
    strong = {dog.name for dog in dogs[:5]} | {dogs[11].name}
    at_first = len(strong & set(tables[0]))
    assert at_first == (6 if together else 3)


def test_nobody_sits_down_who_plays_already(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 10)
    here(night, dogs[:5])
    page = jacks(scribe, night, drawn(scribe, night))
    a_match(club, dogs[:2], hands=0, night=night, table="1")
    assert "sits at table 1 already" in wrong(tap(scribe, night, page, "deal"))
    for dog in dogs[:2]:
        page = tap(scribe, night, page, f"out:{dog.pk}")
    assert "plays, <bdi>table 1</bdi>" in page.content.decode()
    tap(scribe, night, jacks(scribe, night, page), "deal")
    assert sorted(Match.objects.values_list("table", flat=True)) == ["1", "2"]


@pytest.mark.parametrize("game", ["top-dog", "pack-o-dogs", "dogs-of-war", "clash-of-corgis"])
def test_other_games_are_dealt_at_tables_that_fit_them(scribe: Client, club: Club, night: Night, game: str) -> None:
    here(night, some_dogs(club, 8))
    assert dealt(scribe, night, f"game:{game}").status_code == 302
    assert sum(at_tables()) == 8
    assert set(Match.objects.values_list("game", flat=True)) == {game}


def test_a_form_that_was_cut_short_deals_nothing(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    page = jacks(scribe, night, drawn(scribe, night))
    for version in ("", "nonsense", "1"):
        assert "changed on another screen" in wrong(tap(scribe, night, page, "deal", version=version))
    assert not Match.objects.exists()
