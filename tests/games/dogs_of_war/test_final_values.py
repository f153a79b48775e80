"""Matches of which only the final house values are entered."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Role
from games import ledger
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, Contest, Options, Year
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import HOUSE_PAIRS, TALLIES, VALUES, new_war, sheet_of, written

pytestmark = pytest.mark.django_db


def values(client: Client, match: Match, *shown: int) -> str:
    """The page with these house values entered."""
    fields = {f"value-{at}": str(value) for at, value in enumerate(shown)}
    answer = client.get(f"/m/{match.pk}/table/", {"end": "only"} | fields)
    assert answer.status_code == 200
    return str(answer.content.decode()).partition('<template class="ahead"')[0]


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        ((1, 1, 1, 1, 1, 1), "It fits: all 12 battles were won."),
        ((1, 0, -1, 4, 1, 0), "It fits if 1 battle of 12 ended with both defeated."),
        ((1, 1, 1, 1, 1, 3), "2 too much."),
        ((-2, -1, -1, -1, -1, -1), "1 too little."),
    ],
)
def test_the_sum_of_the_houses_is_checked_as_it_grows(client: Client, shown: tuple[int, ...], says: str) -> None:
    page = values(client, new_war(client), *shown)
    assert says in page
    assert "With every battle won the values add up to 6, and to 1 less for each that was not." in page
    assert ("Next: tallies" in page) == says.startswith("It fits")


def test_undo_names_the_house_that_was_set_last(client: Client) -> None:
    match = new_war(client)
    page = client.get(f"/m/{match.pk}/table/", {"end": "only", "value-2": "-3", "last": "value-2"}).content.decode()
    assert "Undo: Bastiani −3" in page


def test_nothing_is_ready_before_a_house_was_set(client: Client) -> None:
    page = values(client, new_war(client))
    assert "Set the house values" in page
    assert "Next: tallies" not in page


def test_crushing_at_twelve_starts_the_houses_at_nothing(client: Client) -> None:
    page = values(client, new_war(client, ("crushing-at-12",)), 2, 2, 2, 2, 2, 2)
    assert "It fits: all 12 battles were won." in page
    assert "add up to 12" in page


def test_cutthroat_has_four_houses_and_eight_battles(client: Client) -> None:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    options = Options(variants=("cutthroat",), houses=("Talbot", "Mallory", "Bastiani", "Hackett"))
    match = ledger.start(club, DOGS_OF_WAR.key, some_players(club, 3), options)
    page = values(client, match, 1, 1, 1, 1)
    assert "It fits: all 8 battles were won." in page
    assert page.count('name="house"') == 4


def test_the_end_alone_is_offered_among_the_rest(client: Client) -> None:
    match = new_war(client)
    assert "table/only-the-end/" in client.get(f"/m/{match.pk}/table/").content.decode()
    page = client.get(f"/m/{match.pk}/table/only-the-end/").content.decode()
    assert f"/m/{match.pk}/table/?end=only" in page
    form = {"version": "0", "number": "1", "entry": str(uuid4())}
    assert client.post(f"/m/{match.pk}/table/only-the-end/", form).status_code == 422


def test_house_values_end_the_years(client: Client) -> None:
    match = new_war(client)
    fields = {f"value-{at}": str(value) for at, value in enumerate(VALUES.values())}
    form: dict[str, Any] = {"what": "house-values", "end": "only", "number": "1", "version": "0"}
    form |= {"entry": str(uuid4())}
    form |= {"house": list(VALUES)}
    assert client.post(f"/m/{match.pk}/table/", form | fields | {"value-0": ""}).status_code == 422
    too_much = client.post(f"/m/{match.pk}/table/", form | fields | {"value-0": "7"})
    assert too_much.status_code == 422
    assert "The house values add up to 11" in too_much.content.decode()
    assert client.post(f"/m/{match.pk}/table/", {"what": "house-values"}).status_code == 422
    assert client.post(f"/m/{match.pk}/table/", form | fields).status_code == 302
    assert sheet_of(match).values == VALUES
    assert client.get(f"/m/{match.pk}/table/only-the-end/").status_code == 302


def test_a_note_lets_any_value_stand(client: Client) -> None:
    """HR-DW-11: a token was moved wrongly, and the table went on from its position on the track."""
    match = new_war(client)
    page = client.get(f"/m/{match.pk}/table/", {"end": "only", "value-0": "9", "why": "moved twice"}).content.decode()
    assert 'name="value-0" value="9"' in page
    assert "Your note goes on the sheet." in page
    assert "Next: tallies" in page.partition('<template class="ahead"')[0]
    fields = {f"value-{at}": str(value) for at, value in enumerate(VALUES.values())} | {"value-0": "9"}
    about = {"what": "house-values", "end": "only", "number": "1", "version": "0", "house": list(VALUES)}
    form = about | fields | {"entry": str(uuid4()), "why": "moved twice"}
    assert client.post(f"/m/{match.pk}/table/", form | {"why": "x" * 201}).status_code == 422
    assert client.post(f"/m/{match.pk}/table/", form).status_code == 302
    assert (sheet_of(match).values["Talbot"], sheet_of(match).note) == (9, "moved twice")
    match.refresh_from_db()
    written(match, TALLIES)
    page = client.get(f"/m/{match.pk}/").content.decode()
    assert "House values: moved twice" in page
    assert "The house values are not what the battles come to: a note says why." in page
    assert "(moved twice)" in client.get(f"/m/{match.pk}/history/").content.decode()


def test_after_four_years_the_track_may_differ_too(client: Client) -> None:
    match = new_war(client)
    written(match, [Year(tuple(Contest(pair, 0) for pair in HOUSE_PAIRS))] * 4)
    assert "table/track-differs/" in client.get(f"/m/{match.pk}/table/").content.decode()
    assert "?end=only" in client.get(f"/m/{match.pk}/table/track-differs/").content.decode()
    assert "The tallies instead" in client.get(f"/m/{match.pk}/table/?end=only").content.decode()
    fields = {f"value-{at}": "0" for at in range(6)} | {"why": "a token fell"}
    about = {"what": "house-values", "end": "only", "number": "5", "version": str(match.version), "entry": str(uuid4())}
    assert client.post(f"/m/{match.pk}/table/", about | fields | {"house": list(VALUES)}).status_code == 302
    assert set(sheet_of(match).values.values()) == {0}
    assert client.get(f"/m/{match.pk}/table/track-differs/").status_code == 302


@pytest.mark.parametrize("nonsense", ["x", "9" * 40, "-", "--1", "<b>", "\x00"])
def test_nonsense_among_the_house_values_breaks_nothing(client: Client, nonsense: str) -> None:
    match = new_war(client)
    answer = client.get(f"/m/{match.pk}/table/", {"end": nonsense, "value-0": nonsense, "last": nonsense})
    assert answer.status_code == 200
