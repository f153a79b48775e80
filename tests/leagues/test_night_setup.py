"""Starting a night: taps for who is here, the draw, the plan, and one tap that deals it all."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Night, Player
from games.models import Match, Seat
from leagues.models import Fixture, Playoff, Rating
from tests.counting import queries
from tests.factory import a_club, a_history, a_match
from tests.nights import a_night, dealt, drawn, form_of, here, jacks, seats, some_dogs, state, tap, url, wrong

pytestmark = pytest.mark.django_db


def at_tables() -> list[int]:
    return sorted(Match.objects.values_list("start_seats", flat=True))


def test_taps_go_round_from_here_to_late_to_away(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    page = scribe.get(url(night))
    for now, pressed in (("here", "true"), ("late", "mixed"), ("away", "false")):
        page = tap(scribe, night, page, f"{now}:{bea.pk}")
        assert state(night, bea) == now
        assert (
            f'value="{ {"here": "late", "late": "away", "away": "here"}[now] }:{bea.pk}" aria-pressed="{pressed}"'
            in (page.content.decode())
        )


def test_the_same_tap_sent_twice_is_one_tap(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    for _ in range(2):
        scribe.post(url(night), {"do": f"late:{bea.pk}"})
    assert state(night, bea) == "late"


def test_whoever_is_late_is_expected_at_a_quarter_of_the_hour(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    page = scribe.post(url(night), {"do": f"late:{bea.pk}"})
    row = night.attendances.get()
    assert row.expected_at
    assert row.expected_at.minute % 15 == 0
    assert row.expected_at > night.starts_at
    assert "late, about" in page.content.decode()


@pytest.mark.parametrize("key", ["", "x", "0", "99999999999999999999", "²"])
def test_a_tap_on_nobody_says_so(scribe: Client, night: Night, key: str) -> None:
    assert "not in this club" in wrong(scribe.post(url(night), {"do": f"here:{key}"}))


def test_a_player_of_another_club_cannot_be_here(scribe: Client, night: Night) -> None:
    stranger = some_dogs(a_club("elsewhere"), 1)[0]
    assert "not in this club" in wrong(scribe.post(url(night), {"do": f"here:{stranger.pk}"}))
    assert not night.attendances.exists()


def test_a_guest_comes_with_a_host(scribe: Client, club: Club, night: Night) -> None:
    bea = some_dogs(club, 1)[0]
    here(night, [bea])
    page = scribe.post(url(night), {"do": "guest", "guest": "  Hal   Brandt ", "host": str(bea.pk)})
    hal = Player.objects.get(name="Hal Brandt")
    assert hal.is_guest
    assert night.attendances.get(player=hal).host == bea
    assert "guest of" in page.content.decode()
    scribe.post(url(night), {"do": "guest", "guest": "hal brandt"})
    assert club.players.count() == 2


def test_a_guest_of_another_night_is_out_of_sight(scribe: Client, club: Club, night: Night) -> None:
    Player.objects.create(club=club, name="Hal Brandt", is_guest=True)
    assert "Hal Brandt" not in scribe.get(url(night)).content.decode()


@pytest.mark.parametrize("name", ["x" * 61, "Bea\x07"])
def test_a_name_nobody_can_print_is_refused_beside_the_field(scribe: Client, night: Night, name: str) -> None:
    page = scribe.post(url(night), {"do": "guest", "guest": name})
    assert page.status_code == 422
    assert 'id="guest-error"' in page.content.decode()
    assert not Player.objects.exists()


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
    about = {"club": player.club, "game": match.game, "match": match, "at": match.started_at, "sigma": 2.0}
    Rating.objects.create(player=player, number=number, mu=mu, **about)


@pytest.mark.parametrize(("how", "together"), [("rating", True), ("spread", False)])
def test_a_draw_by_rating_keeps_the_strong_together_or_spreads_them(
    scribe: Client, club: Club, night: Night, how: str, together: bool
) -> None:
    dogs = some_dogs(club, 12)
    match = a_match(club, dogs[:4], hands=0)
    for place, dog in enumerate(dogs[:11]):  # the last one was never rated, and counts as the average of the others
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


def test_a_player_at_a_table_cannot_be_tapped_away(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    here(night, dogs)
    dealt(scribe, night)
    assert "is at a table" in wrong(scribe.post(url(night), {"do": f"away:{dogs[0].pk}"}))
    assert state(night, dogs[0]) == "here"


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


@pytest.mark.parametrize("how", ["closed_at", "called_off_at"])
def test_a_night_that_is_over_starts_nothing(scribe: Client, club: Club, night: Night, how: str) -> None:
    Night.objects.filter(pk=night.pk).update(**{how: night.starts_at})
    dog = some_dogs(club, 1)[0]
    assert scribe.post(url(night), {"do": f"here:{dog.pk}"})["Location"] == url(night, "")
    assert not night.attendances.exists()


def test_htmx_gets_the_form_alone(scribe: Client, night: Night) -> None:
    page: Any = scribe.post(url(night), {"do": "look"}, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert b"Who is here" in page.content


def test_the_page_costs_the_same_however_long_the_history_and_the_list(
    scribe: Client, club: Club, night: Night
) -> None:
    dogs = some_dogs(club, 12)
    here(night, dogs)
    a_history(club, dogs[:4], 1)
    before = queries(scribe, url(night))
    a_history(club, dogs[:4], 100)
    here(night, some_dogs(club, 8, "M"))
    assert queries(scribe, url(night)) == before
    assert before <= 14


def test_one_tap_says_that_everybody_is_here_but_guests(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 5)
    Player.objects.create(club=club, name="Hal Brandt", is_guest=True)
    Player.objects.create(club=club, name="Old Rex", is_active=False)
    scribe.post(url(night), {"do": "everybody"})
    assert {row.player for row in night.attendances.all()} == set(dogs)


def test_the_usual_crowd_came_to_half_of_the_last_six_nights(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 4)
    came = (6, 3, 2, 0)
    for number in range(6):
        crowd = [dog for dog, times in zip(dogs, came, strict=True) if number < times]
        here(a_night(club, -(number + 1) * 7 * 24 * 60), crowd)
    here(a_night(club, -400 * 24 * 60), dogs)
    scribe.post(url(night), {"do": "crowd"})
    assert {row.player for row in night.attendances.all()} == set(dogs[:2])


def test_who_is_here_comes_first_and_folds_once_the_tables_are_drawn(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    before = " ".join(scribe.get(url(night)).content.decode().split())
    assert '<li aria-current="step">Here</li>' in before
    assert before.index("<h1>Who is here?</h1>") < before.index('id="tile-') < before.index("Draw options")
    after = " ".join(tap(scribe, night, scribe.get(url(night)), "draw").content.decode().split())
    assert '<li aria-current="step">Draw</li>' in after
    assert after.index("<h1>The draw</h1>") < after.index('class="ring ') < after.index('id="plan"')
    assert after.index('id="plan"') < after.index('<details class="otherwise" id="since">') < after.index('id="tile-')
    later = tap(scribe, night, scribe.get(url(night)), "advance:2").content.decode()
    refused = tap(scribe, night, scribe.get(url(night)), "deal", version="1").content.decode()
    assert refused.index("changed on another screen") < refused.index('class="ring ')
    assert '<details class="otherwise" id="plan" open>' in later
