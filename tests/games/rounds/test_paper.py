"""Entering many rounds from paper on one form; errors are shown in the row they are about."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.entries.match_state import load
from games.models import Match
from scoring.clash_of_corgis import Options
from tests.games.clash_of_corgis.series import SERIES, a_series
from tests.games.top_dog.matches import a_table, rounds

pytestmark = pytest.mark.django_db


def row(number: int, *won: object, **more: str) -> dict[str, str]:
    """The fields of a round."""
    return {f"r{number}-won-{seat}": str(hands) for seat, hands in enumerate(won)} | {
        f"r{number}-{name}": value for name, value in more.items()
    }


def typed(client: Client, match: Match, *rows: dict[str, str], **about: Any) -> Any:
    """Post the form for paper entry with these rows."""
    match.refresh_from_db()
    live = load(match).live
    form = {"version": match.version, "number": live[-1].number + 1 if live else 1, "entry": str(uuid4()), **about}
    for each in rows:
        form |= each
    return client.post(f"/m/{match.pk}/paper/", form)


def text(answer: Any) -> str:
    return str(answer.content.decode()).replace("\xad", "")


def points(match: Match) -> list[list[int]]:
    match.refresh_from_db()
    return [list(line.points.values()) for line in load(match).sheet.lines]


def wrong_fields(page: str) -> list[str]:
    """The names of the fields marked as invalid."""
    fields = [part.split(">")[0] for part in page.replace("<select", "<input").split("<input")[1:]]
    return [part.split('name="')[1].split('"')[0] for part in fields if "aria-invalid" in part]


def test_many_rounds_are_written_at_once(client: Client) -> None:
    match = a_table(client)
    answer = typed(client, match, row(1, 4, 3, 2, 4), row(2, 2, 5, 3, 3), row(3, 5, 2, 3, 2, tied="1"))
    assert answer.status_code == 302
    assert points(match) == [[4, 3, 2, 4], [2, 5, 3, 3], [5, 2, 3, 2]]
    assert len({entry.version for entry in match.entries.all()}) == 1


def test_the_form_goes_on_where_the_sheet_stands(client: Client) -> None:
    match = a_table(client, rounds(3))
    page = text(client.get(f"/m/{match.pk}/paper/"))
    assert "3 rounds entered already." in page
    assert 'name="r4-won-0"' in page
    assert 'name="r15-won-3"' in page
    assert 'name="r3-won-0"' not in page
    assert 'name="r16-won-0"' not in page
    assert typed(client, match, row(4, 3, 4, 3, 3)).status_code == 302
    assert points(match)[3] == [3, 4, 3, 3]


def test_a_table_where_one_round_stands_says_so(client: Client) -> None:
    assert "1 round entered already." in text(client.get(f"/m/{a_table(client, rounds(1)).pk}/paper/"))


def test_after_the_last_round_there_is_nothing_to_type(client: Client) -> None:
    match = a_series(client, SERIES)
    page = text(client.get(f"/m/{match.pk}/paper/"))
    assert "All entered" in page
    assert "<table" not in page


def test_the_last_round_leads_to_the_end(client: Client) -> None:
    match = a_series(client, options=Options(best_of=1))
    answer = typed(client, match, {"r1-winner": "2"})
    assert answer["Location"] == f"/m/{match.pk}/finish/"


def test_an_empty_sheet_is_not_written(client: Client) -> None:
    match = a_table(client)
    answer = typed(client, match, row(1, "", " ", "", ""), row(2, "", "", "", ""))
    assert answer.status_code == 422
    assert "Nothing is filled in yet. Start with the first round." in text(answer)


def test_a_gap_is_refused_and_what_was_typed_stays(client: Client) -> None:
    match = a_table(client)
    answer = typed(client, match, row(1, 4, 3, 2, 4), row(2, "", "", "", ""), row(3, 2, 5, 3, 3))
    page = text(answer)
    assert answer.status_code == 422
    assert "Round 3: A round before this one is empty." in page
    assert '<tr class="is-wrong"><th scope="row" class="fig">3</th>' in page
    assert 'name="r1-won-0" value="4"' in page
    assert 'name="r3-won-1" value="5"' in page
    assert points(match) == []


@pytest.mark.parametrize(
    ("second", "words", "fields"),
    [
        (row(2, 4, 3, 2, "x"), "Round 2: Enter a whole number", ["r2-won-3"]),
        (row(2, 4, 3, "", 4), "Round 2: A number is missing here.", ["r2-won-2"]),
        (row(2, 4, 3, 2, 9), "Round 2: The hands add up to 18, but only 13 were played", []),
        (row(2, "", "", "", "", tied="1"), "Round 2: A number is missing here.", ["r2-won-0"]),
        (row(2, 17, 12, 8, 16, by="cards"), "Round 2: Bea cannot have taken 17 cards", ["r2-won-0"]),
        (row(2, 4, 3, 2, 3, why="\x07"), "Round 2: At most 200 printable characters", []),
    ],
)
def test_a_round_that_cannot_be_writes_none_of_them(
    client: Client, second: dict[str, str], words: str, fields: list[str]
) -> None:
    match = a_table(client)
    answer = typed(client, match, row(1, 4, 3, 2, 4), second)
    page = text(answer)
    assert answer.status_code == 422
    assert words in page
    assert '<tr class="is-wrong"><th scope="row" class="fig">2</th>' in page
    assert wrong_fields(page) == fields
    assert points(match) == []


def test_a_wrong_choice_is_marked_like_a_wrong_number(client: Client) -> None:
    match = a_series(client)
    page = text(typed(client, match, {"r1-winner": "", "r1-left-0": "3"}))
    assert "Game 1: Nobody has won this game yet." in page
    assert wrong_fields(page) == ["r1-winner"]
    assert wrong_fields(text(typed(client, match, {"r1-winner": "1", "r1-left-0": "13"}))) == ["r1-left-0"]


def test_rounds_after_the_end_are_refused_with_their_number(client: Client) -> None:
    match = a_series(client, options=Options(best_of=1))
    page = text(typed(client, match, {"r1-winner": "0"}, {"r2-winner": "1"}))
    assert "Game 2: The series is over" in page
    assert match.entries.count() == 0


def test_sent_twice_it_is_written_once(client: Client) -> None:
    match = a_table(client)
    form = {"version": 0, "number": 1, "entry": str(uuid4()), **row(1, 4, 3, 2, 4), **row(2, 2, 5, 3, 3)}
    for _ in range(2):
        assert client.post(f"/m/{match.pk}/paper/", form).status_code == 302
    assert match.entries.count() == 2


def test_two_who_type_in_the_same_sheet_are_told(client: Client) -> None:
    match = a_table(client)
    form = {"version": 0, "number": 1, "entry": str(uuid4()), **row(1, 4, 3, 2, 4)}
    typed(client, match, row(1, 2, 5, 3, 3))
    answer = client.post(f"/m/{match.pk}/paper/", form)
    assert answer.status_code == 409
    assert points(match) == [[2, 5, 3, 3]]


@pytest.mark.parametrize(
    "fields", [{"r0-won-0": "1"}, {"r99999-won-0": "1"}, {"rx-won-0": "1"}, {"r1": "4"}, {"r1-": "4"}, {"won-0": "4"}]
)
def test_fields_of_no_round_are_passed_over(client: Client, fields: dict[str, str]) -> None:
    match = a_table(client)
    assert typed(client, match, fields).status_code == 422
    assert points(match) == []
