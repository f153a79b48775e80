"""Players who leave after the groups, with the next player moving up; and a bottom count (DD-44, DD-46, DD-47)."""

import pytest
from django.test import Client

from clubs.models import Attendance, Club, Player, Role
from leagues.models import Fixture, Playoff, PlayoffLeaver
from leagues.playoffs import state
from leagues.playoffs.deal import begin
from leagues.playoffs.pages.decisions import _gone
from scoring.base import RuleError
from scoring.dirty_dog import Options
from tests.leagues.playoffs.evening import address, dealt, groups_played, labels, page
from tests.nights import a_night, here, keeper, url
from tests.playoff_nights import dogs, play, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club, Role.ORGANISER)


@pytest.fixture
def playoff(club: Club) -> Playoff:
    """Two groups of six that are over, two of each go up: Bea 7, Otto 6, three with 5, Gus −2; the same in group B."""
    return groups_played(club)


def test_whoever_goes_up_instead_is_one_or_several() -> None:
    bea, *others = (Player(name=name) for name in ("Bea", "Otto", "Ines"))
    assert _gone(bea, others[:1]) == "Bea goes home: Otto goes up instead."
    assert _gone(bea, others) == "Bea goes home: Otto and Ines go up instead."


def names(keys: list[int]) -> list[str]:
    return [Player.objects.get(pk=key).name for key in keys]


def line(client: Client, playoff: Playoff, do: str, **body: object) -> str:
    """Post this action to the page of the cut; the HTML that follows."""
    return client.post(address(playoff, "line/"), {"do": do, **body}, follow=True).content.decode()


def split(playoff: Playoff, number: int = 1) -> tuple[list[str], list[str], list[str], list[str]]:
    """The names of a group that advance, are level at the cut, are out, and stay, as four lists."""
    cut = state.read(playoff).groups[number - 1].cut
    return names([*cut.advance]), names([*cut.level]), names([*cut.out]), names([*cut.stay])


def test_a_qualifier_who_goes_home_makes_room_for_the_next_one_up(scribe: Client, playoff: Playoff) -> None:
    bea = Player.objects.get(name="Bea")
    assert "Bea goes home" in line(scribe, playoff, "gone", player=bea.pk)
    up, level, _, _ = split(playoff)
    assert up == ["Otto"]
    assert sorted(level) == ["Núria", "Percy", "Łukasz"]
    text = page(scribe, playoff)
    assert "Pull cards" in text
    assert "Bea goes home." in text
    assert "Bea keeps the total of 7." in text


def test_the_next_one_up_is_named_where_nobody_is_level(scribe: Client, club: Club) -> None:
    found = groups_played(club, advance=1)
    said = line(scribe, found, "gone", player=Player.objects.get(name="Bea").pk)
    assert "Bea goes home: Otto goes up instead." in said


def test_whoever_went_home_sits_at_no_final_table_and_takes_nothing(scribe: Client, club: Club) -> None:
    found = groups_played(club, advance=1)
    line(scribe, found, "gone", player=Player.objects.get(name="Gus").pk)
    line(scribe, found, "gone", player=Player.objects.get(name="Bea").pk)
    dealt(scribe, found)
    winners, losers = table(found, "winners"), table(found, "losers")
    assert labels(winners)[0] == "Otto"
    assert not {"Bea", "Gus"} & {*labels(winners), *labels(losers)}
    refused = scribe.post(address(found, "line/"), {"do": "gone", "player": Player.objects.get(name="Otto").pk})
    assert refused.status_code == 422
    assert "on its sheet first" in refused.content.decode()


def test_going_home_can_be_undone_before_the_finals(scribe: Client, playoff: Playoff) -> None:
    before = split(playoff)
    bea = Player.objects.get(name="Bea")
    line(scribe, playoff, "gone", player=bea.pk)
    assert "Bea stays after all." in line(scribe, playoff, "back", player=bea.pk)
    assert split(playoff) == before
    assert PlayoffLeaver.objects.get().withdrawn_at


def test_going_home_on_the_nights_page_takes_out_of_the_finals(scribe: Client, club: Club) -> None:
    found = groups_played(club, advance=1)
    night = a_night(club)
    Playoff.objects.update(night=night)
    club.matches.update(night=night)
    found.refresh_from_db()
    bea = Player.objects.get(name="Bea")
    here(night, [bea])
    answer = scribe.post(url(night, "leave/"), {"player": bea.pk}, follow=True)
    assert "Otto goes up instead." in answer.content.decode()
    assert PlayoffLeaver.objects.get().player == bea
    assert Attendance.objects.get(player=bea).state == "left"
    report = scribe.get(url(night, "report/")).content.decode()
    assert "Bea went home after the groups." in report
    assert "Bea went home early" not in report, "it is told once"


def test_nobody_in_no_group_goes_home_from_it(scribe: Client, club: Club, playoff: Playoff) -> None:
    stranger = Player.objects.create(club=club, name="Zoë")
    for key in ("", "x", str(stranger.pk)):
        answer = scribe.post(address(playoff, "line/"), {"do": "gone", "player": key})
        assert answer.status_code == 422
        assert "Choose who goes home." in answer.content.decode()
    assert not PlayoffLeaver.objects.exists()


def test_with_a_bottom_count_those_between_sit_out(scribe: Client, club: Club) -> None:
    crowd = dogs(club, 12)
    found = begin(club, None, "dirty-dog", [crowd[:6], crowd[6:]], 2, Options(plan=(5,)), bottom=2)
    for number in (1, 2):  # 7, 6, 5, 5, −1, −2
        play(table(found, "group", number), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
    up, level, out, stay = split(found)
    assert (up, level, out, stay) == (["Bea", "Otto"], [], ["Núria", "Łukasz"], ["Percy", "Gus"])
    text = page(scribe, found)
    assert "Núria, Łukasz" in text
    assert "sit out" in text
    dealt(scribe, found)
    assert sorted(labels(table(found, "losers"))) == sorted(["Percy", "Gus", *split(found, 2)[3]])
    assert Fixture.objects.get(playoff=found, stage="losers").players == state.read(found).down


def test_those_level_with_the_best_of_the_bottom_play_off_too(club: Club, playoff: Playoff) -> None:
    Playoff.objects.update(bottom=2)
    playoff.refresh_from_db()
    _, _, out, stay = split(playoff)
    assert (out, len(stay)) == ([], 4)


def test_the_bottom_count_is_chosen_at_the_line(scribe: Client, playoff: Playoff) -> None:
    assert "The bottom 1 of each group" in line(scribe, playoff, "bottom", bottom="1")
    playoff.refresh_from_db()
    assert (playoff.bottom, split(playoff)[3]) == (1, ["Gus"])
    assert "do not fit" in line(scribe, playoff, "bottom", bottom="9")
    line(scribe, playoff, "bottom", bottom="")
    playoff.refresh_from_db()
    assert playoff.bottom is None


@pytest.mark.parametrize(("sizes", "advance", "bottom", "fits"), [((10, 10), 3, 3, True), ((10, 10), 3, None, False)])
def test_a_bottom_count_makes_large_groups_fit(
    club: Club, sizes: tuple[int, int], advance: int, bottom: int | None, fits: bool
) -> None:
    crowd = [Player.objects.create(club=club, name=f"Dog {number}") for number in range(sum(sizes))]
    groups = [crowd[: sizes[0]], crowd[sizes[0] :]]
    if fits:
        assert begin(club, None, "dirty-dog", groups, advance, bottom=bottom).bottom == bottom
    else:
        with pytest.raises(RuleError):
            begin(club, None, "dirty-dog", groups, advance, bottom=bottom)
