"""The draw of a night is stored: made once, seen by all, and every change and redraw is recorded."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.calendar.nights import arrive, go_home
from clubs.models import Club, Night, Role, User
from games.live import night_topic, versions_of
from games.models import Match, Seat
from leagues.models import DrawChange, NightDraw, Playoff
from tests.factory import a_club, a_member
from tests.nights import JACK, dealt, drawn, form_of, here, jacks, keeper, seats, some_dogs, tap, url, wrong

pytestmark = pytest.mark.django_db
MAIN = re.compile(r'class="btn btn-main" name="do"\s+value="([^"]*)"[^>]*>([^<]*)<')


def main(page: Any) -> tuple[str, str]:
    """Value and label of the page's only main button."""
    ((value, words),) = MAIN.findall(page.content.decode())
    return value, " ".join(words.split())


def test_nothing_is_drawn_before_somebody_draws(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 13))
    page = scribe.get(url(night))
    assert seats(page) == []
    assert main(page) == ("draw", "Draw two groups: 7 and 6")
    assert not NightDraw.objects.exists()


def test_a_draw_stays_as_it_is_when_the_page_is_read_again(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 13))
    first = seats(drawn(scribe, night))
    other = Client()
    other.force_login(a_member(club, Role.ORGANISER))
    assert [seats(scribe.get(url(night))), seats(other.get(url(night)))] == [first, first]
    names = [dog for table in first for dog in table]
    assert sorted(names) == sorted({dog.name for dog in club.players.all()})


def test_every_open_board_of_the_night_hears_of_a_draw_and_of_the_next(
    scribe: Client, club: Club, night: Night
) -> None:
    here(night, some_dogs(club, 12))
    topic = night_topic(night.pk)
    before = versions_of([topic])[topic]
    drawn(scribe, night)
    first = versions_of([topic])[topic]
    tap(scribe, night, scribe.get(url(night)), "draw", reason="The Jack fell off the table")
    assert len({before, first, versions_of([topic])[topic]}) == 3


def test_a_second_tap_on_draw_finds_the_first_one(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = scribe.get(url(night))
    first, second = (tap(scribe, night, page, "draw") for _ in range(2))
    assert seats(first) == seats(second)
    assert NightDraw.objects.count() == 1


def test_the_order_of_the_taps_seats_nobody(scribe: Client, club: Club, night: Night) -> None:
    """In twelve draws of twelve, the first six tapped are Group A fewer than three times."""
    dogs = some_dogs(club, 12)
    here(night, dogs)
    drawn(scribe, night)
    first = {dog.name for dog in dogs[:6]}
    as_tapped = 0
    for _ in range(12):
        page = tap(scribe, night, scribe.get(url(night)), "draw", reason="Once more")
        as_tapped += set(seats(page)[0]) == first
    assert as_tapped < 3


def test_drawing_again_needs_a_reason_and_keeps_the_first_draw(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = drawn(scribe, night)
    assert tap(scribe, night, page, "draw").status_code == 422
    assert NightDraw.objects.count() == 1
    tap(scribe, night, page, "draw", reason="  Ines and Hal   came together ")
    first, second = NightDraw.objects.all()
    assert (first.reason, first.withdrawn_at is None) == ("Ines and Hal came together", False)
    assert (second.reason, second.withdrawn_at) == ("", None)
    member = Client()
    member.force_login(a_member(club, Role.MEMBER))
    read = member.get(url(night, "")).content.decode()
    assert "Ines and Hal came together" in read
    assert read.count("Drawn at") == 2


def test_a_swap_is_written_down_with_who_made_it(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = drawn(scribe, night)
    draw = NightDraw.objects.get()
    one, other = draw.tables[0][0], draw.tables[1][0]
    tap(scribe, night, tap(scribe, night, page, f"pick:{one}"), f"pick:{other}")
    change = DrawChange.objects.get()
    assert (change.kind, change.player_id, change.other_id, change.made_by is None) == ("swap", one, other, False)
    draw.refresh_from_db()
    assert (draw.tables[0][0], draw.tables[1][0]) == (other, one)
    assert "swapped seats" in scribe.get(url(night, "")).content.decode()


def test_a_swap_that_is_sent_twice_is_made_once(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = drawn(scribe, night)
    one, other, third = (table[0] for table in [*NightDraw.objects.get().tables, NightDraw.objects.get().tables[0][1:]])
    picked = tap(scribe, night, page, f"pick:{one}")
    for _ in range(2):
        assert tap(scribe, night, picked, f"pick:{other}").status_code == 200
    draw = NightDraw.objects.get()
    assert (draw.tables[0][0], draw.tables[1][0], draw.changes.count()) == (other, one, 1)
    late = tap(scribe, night, picked, f"pick:{third}")
    assert (late.status_code, draw.changes.count()) == (422, 1)
    assert "changed on another screen" in late.content.decode()


def test_whoever_drew_is_named_as_they_are_called_by_now(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    drawn(scribe, night)
    member = keeper(Client(), club, Role.MEMBER)
    assert "Drawn at" in member.get(url(night, "")).content.decode()
    User.objects.filter(pk__in=NightDraw.objects.values("drawn_by")).update(name="Marigold")
    assert "by Marigold" in member.get(url(night, "")).content.decode()


def test_somebody_who_comes_after_the_draw_is_seated_by_a_tap(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 14)
    here(night, dogs[:13])
    page = jacks(scribe, night, drawn(scribe, night))
    before = seats(page)
    arrive(night, dogs[13:])
    assert "arrived after the draw" in wrong(tap(scribe, night, page, "deal"))
    page = scribe.get(url(night))
    assert seats(page) == before
    assert main(page) == (f"seat:{dogs[13].pk}", "Seat DogN at Group B")
    page = tap(scribe, night, page, f"seat:{dogs[13].pk}")
    assert [table[: len(was)] for table, was in zip(seats(page), before, strict=True)] == before
    assert seats(page)[1][-1] == "DogN"
    tap(scribe, night, page, "deal")
    assert sorted(Match.objects.values_list("start_seats", flat=True)) == [7, 7]


def test_somebody_who_comes_after_the_draw_may_sit_out(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 6)
    here(night, dogs[:5])
    page = jacks(scribe, night, drawn(scribe, night))
    arrive(night, dogs[5:])
    page = tap(scribe, night, page, f"rest:{dogs[5].pk}")
    tap(scribe, night, page, "deal")
    assert not Seat.objects.filter(player=dogs[5]).exists()
    assert Match.objects.get().start_seats == 5


def test_somebody_who_goes_home_after_the_draw_is_taken_out_by_a_tap(scribe: Client, club: Club, night: Night) -> None:
    dogs = some_dogs(club, 12)
    here(night, dogs)
    page = jacks(scribe, night, drawn(scribe, night))
    go_home(night, dogs[0])
    assert "went home after the draw" in wrong(tap(scribe, night, page, "deal"))
    page = scribe.get(url(night))
    assert main(page) == (f"out:{dogs[0].pk}", "Remove DogA from the draw")
    page = jacks(scribe, night, tap(scribe, night, page, f"out:{dogs[0].pk}"))
    tap(scribe, night, page, "deal")
    assert sorted(Match.objects.values_list("start_seats", flat=True)) == [5, 6]
    assert DrawChange.objects.get().kind == "out"


def test_a_draw_that_was_changed_elsewhere_is_looked_at_before_it_is_dealt(
    scribe: Client, club: Club, night: Night
) -> None:
    here(night, some_dogs(club, 12))
    page = jacks(scribe, night, drawn(scribe, night))
    tap(scribe, night, scribe.get(url(night)), "draw", reason="Too strong a group")
    assert "changed on another screen" in wrong(tap(scribe, night, page, "deal"))
    assert not Match.objects.exists()


def test_another_game_withdraws_the_draw(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 8))
    page = tap(scribe, night, drawn(scribe, night), "game:top-dog")
    assert seats(page) == []
    assert NightDraw.objects.get().reason == "Another game"
    dealt(scribe, night, "game:top-dog")
    assert set(Match.objects.values_list("game", flat=True)) == {"top-dog"}


def test_what_was_chosen_stays_with_the_draw(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = tap(scribe, night, drawn(scribe, night), "plan:8")
    page = tap(scribe, night, page, "advance:2")
    assert "18 hands up to 8 cards" in scribe.get(url(night)).content.decode()
    tap(scribe, night, jacks(scribe, night, scribe.get(url(night))), "deal")
    assert Playoff.objects.get().advance == 2
    assert len(Match.objects.all()[0].options["plan"]) == 18


def test_rules_of_a_number_that_the_club_does_not_have_are_refused(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 8))
    page = tap(scribe, night, drawn(scribe, night), "rules:7")
    assert page.status_code == 422 and "This page does not know that choice." in page.content.decode()


def test_the_tables_of_one_draw_are_dealt_once(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 9))
    form = form_of(jacks(scribe, night, drawn(scribe, night, "tables:2", "kind:apart"))) | {"do": "deal"}
    assert {scribe.post(url(night), form)["Location"] for _ in range(3)} == {url(night, "")}
    assert Match.objects.count() == 2
    draw = NightDraw.objects.get()
    assert draw.dealt_at
    assert draw.playoff is None


def test_members_see_the_draw_before_it_is_dealt(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    drawn(scribe, night)
    member = Client()
    member.force_login(a_member(club, Role.MEMBER))
    page = member.get(url(night, "")).content.decode()
    for word in ("Group A", "Group B", "DogL", "Drawn at"):
        assert word in page
    assert member.post(url(night), {"do": "draw"}).status_code == 403


def test_a_stranger_of_another_club_cannot_be_drawn(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 5))
    page = drawn(scribe, night)
    stranger = some_dogs(a_club("elsewhere"), 1)[0]
    for wish in ("seat", "rest", "jack", "out", "pick"):
        tap(scribe, night, page, f"{wish}:{stranger.pk}")
    draw = NightDraw.objects.get()
    assert stranger.pk not in [*draw.seated, *draw.resting, *draw.first_jacks]


def test_eleven_sit_at_one_table_only_where_everybody_agrees(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 11))
    assert main(scribe.get(url(night))) == ("draw", "Draw two groups: 6 and 5")
    page = drawn(scribe, night, "tables:1")
    assert main(page) == ("crowd:1", "Everybody agrees: eleven at one table")
    assert "10 is the most. Use one more table, or agree to it at the table." in wrong(tap(scribe, night, page, "deal"))
    assert 'class="ring ring-11"' in page.content.decode()
    page = jacks(scribe, night, tap(scribe, night, page, "crowd:1"))
    assert main(page)[0] == "deal"
    tap(scribe, night, page, "deal")
    match = Match.objects.get()
    assert (match.start_seats, match.options["over_ten"]) == (11, True)


def test_twelve_are_never_offered_one_table(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 12))
    page = scribe.get(url(night)).content.decode()
    assert 'id="tables-1"' not in page
    assert 'id="tables-2"' in page


def test_plans_follow_the_number_of_decks(scribe: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 16))
    page = drawn(scribe, night)
    assert "These tables have no plan “12”" in wrong(tap(scribe, night, page, "plan:12"))
    page = tap(scribe, night, page, "plan:12", decks="2")
    while found := JACK.search(page.content.decode()):
        page = tap(scribe, night, page, found[1], decks="2")
    tap(scribe, night, page, "deal", decks="2")
    matches = Match.objects.all()
    assert [match.options["decks"] for match in matches] == [2, 2]
    assert {max(match.options["plan"]) for match in matches} == {12}
