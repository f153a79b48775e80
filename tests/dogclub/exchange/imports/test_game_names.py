"""Another program's name for a game: the user chooses the game once, and the club's next file has it preselected."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club
from dogclub.exchange.imports.review.steps import store
from dogclub.models import ImportBatch
from tests.dogclub.exchange.imports.files import a_csv, act, upload
from tests.dogclub.exchange.imports.test_bg_stats import GAMES, export, play
from tests.dogclub.exchange.imports.test_pages import address, words
from tests.factory import a_club

NAMED = [{"id": GAMES.index("Catan") + 1, "uuid": "a", "name": "Böse Hunde 🐕", "bggId": 0}]


def hunde(day: str = "2019-03-14") -> bytes:
    return export(play("Catan", playDate=f"{day} 19:30:00"), games=NAMED)


def brought(organiser: Client, row: ImportBatch) -> ImportBatch:
    return act(organiser, act(organiser, row, "answer", who="new"), "confirm")


def test_a_file_of_names_nobody_knows_asks_which_games_they_are(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, hunde(), "plays.json")
    assert row.state == ImportBatch.State.ASKING
    page = words(organiser, address(row))
    assert "Which of these games are yours?" in page
    assert "Böse Hunde 🐕 1 Skip Dirty Dog Pack o’ Dogs Clash of Corgis" in page
    row = act(organiser, row, "format", **{"game-of-bösehunde": "dirty-dog"})
    assert [match["game"] for match in row.found["matches"]] == ["dirty-dog"]
    page = words(organiser, address(row))
    assert "1 match from plays.json" in page
    assert "Böse Hunde 🐕 was read as Dirty Dog." in page


def test_the_next_file_of_the_club_begins_with_the_same_choice(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, hunde(), "plays.json")
    assert brought(organiser, act(organiser, row, "format", **{"game-of-bösehunde": "dirty-dog"})).made["games"] == 1
    following = upload(organiser, club, hunde("2019-03-21"), "more.json")
    assert [match["game"] for match in following.found["matches"]] == ["dirty-dog"]
    elsewhere = store(a_club("another"), None, SimpleUploadedFile("plays.json", hunde()))
    assert elsewhere.answers == {}


def test_a_choice_that_was_never_imported_is_not_remembered(club: Club, organiser: Client) -> None:
    act(organiser, upload(organiser, club, hunde(), "plays.json"), "format", **{"game-of-bösehunde": "dirty-dog"})
    assert upload(organiser, club, hunde(), "plays.json").found["matches"] == []


def test_what_is_called_as_one_of_ours_can_be_skipped(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, export(play(), play("Pack O’ Dogs", (30, 22))), "plays.json")
    row = act(organiser, row, "format", **{"game-of-dirtydog": "skip"})
    assert [match["game"] for match in row.found["matches"]] == ["pack-o-dogs"]
    assert row.found["notes"] == ["1 play of another game was not read: Dirty Dog."]


def test_what_is_no_game_of_ours_is_refused(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, hunde(), "plays.json")
    response = organiser.post(f"{address(row)}format/", {"game-of-bösehunde": "chess"})
    assert (response.status_code, "Choose one of the games." in response.content.decode()) == (422, True)


def test_a_game_that_is_not_in_the_file_cannot_be_named(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, hunde(), "plays.json")
    response = organiser.post(f"{address(row)}mend/", {"line": 0, "column": "game-of-whist", "value": "dirty-dog"})
    assert (response.status_code, "That game is not in this file." in response.content.decode()) == (422, True)


def test_a_sheet_may_call_games_by_names_of_its_own(club: Club, organiser: Client) -> None:
    rows: list[list[Any]] = [
        ["Date", "Game", "Player", "Score"],
        *(["2026-03-05", "Böse Hunde", who, 41] for who in ("Bea", "Otto")),
    ]
    rows += [["2026-03-05", "Oh Hell", who, n] for n, who in enumerate(("Bea", "Otto"))]
    rows += [["2026-03-05", "Chess", who, n] for n, who in enumerate(("Bea", "Otto"))]
    row = upload(organiser, club, a_csv(*rows))
    assert [match["game"] for match in row.found["matches"]] == ["", "dirty-dog", ""]
    assert [(game["name"], game["means"]) for game in row.found["games"]] == [
        ("Böse Hunde", "skip"),
        ("Oh Hell", "dirty-dog"),
        ("Chess", "skip"),
    ]
    row = act(organiser, row, "format", **{"game-of-bösehunde": "top-dog", "game-of-chess": "skip"})
    assert [match["game"] for match in row.found["matches"]][:2] == ["top-dog", "dirty-dog"]


def test_a_file_imported_twice_says_that_all_of_it_is_here(club: Club, organiser: Client) -> None:
    content = a_csv(["Date", "Player", "Score"], ["2026-03-05", "Bea", 41], ["2026-03-05", "Otto", 5])
    brought(organiser, upload(organiser, club, content))
    again = upload(organiser, club, content)
    page = words(organiser, address(again))
    assert "All of it is here." in page and "Nothing to import" in page
    refused = organiser.post(f"{address(again)}confirm/")
    assert "All of it is here already." in refused.content.decode()
