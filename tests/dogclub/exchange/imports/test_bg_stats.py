"""Exports of BG Stats (invented ones): other games are skipped, totals become records."""

import io
import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club
from dogclub.exchange.imports.formats.bg_stats import BG_STATS
from dogclub.exchange.imports.formats.several_files import reader_of
from dogclub.exchange.imports.parsed_file import ParsedFile, ParsedMatch, Unreadable
from scoring.records import score

PEOPLE = ("Bea Marlowe", "Otto Pym", "Núria Ødegård")
LATER = "2019-03-21 20:15:00"
GAMES = ("Dirty Dog", "Pack O’ Dogs", "clash of corgis", "Top Dog", "Catan")


def play(game: str = "Dirty Dog", scores: tuple[Any, ...] = (52, -7, 12), **more: Any) -> dict[str, Any]:
    told = [
        {
            "playerRefId": seat,
            "score": str(points),
            "winner": points == max(scores, key=str),
            "newPlayer": False,
            "startPlayer": seat == 1,
            "rank": 0,
            "seatOrder": seat,
        }
        for seat, points in enumerate(scores, start=1)
    ]
    return {
        "uuid": "AB0D2B1A-0001",
        "modificationDate": "2019-03-15 08:00:00",
        "playDate": "2019-03-14 19:30:00",
        "usesTeams": False,
        "durationMin": 95,
        "ignored": False,
        "gameRefId": GAMES.index(game) + 1,
        "locationRefId": 1,
        "playerScores": told,
        **more,
    }


def export(*plays: dict[str, Any], **more: Any) -> bytes:
    document = {
        "challenges": [],
        "deletedObjects": [],
        "games": [{"id": number, "uuid": name, "name": name, "bggId": 0} for number, name in enumerate(GAMES, 1)],
        "locations": [{"id": 1, "name": "The back room"}],
        "players": [{"id": number, "name": name, "isAnonymous": False} for number, name in enumerate(PEOPLE, 1)],
        "plays": list(plays),
        "userInfo": {"meRefId": 1},
        **more,
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def read(content: bytes, mends: Mapping[str, str] | None = None) -> tuple[ParsedFile, list[ParsedMatch]]:
    found = BG_STATS.read(io.BytesIO(content), Club(), mends or {})
    return found, list(found.matches)


def problems_of(match: ParsedMatch) -> list[str]:
    return [str(problem.message) for problem in match.problems]


def test_totals_become_a_match_of_dirty_dog() -> None:
    _, (match,) = read(export(play(comments="By\ncandle light")))
    sheet = score(match.record)
    assert problems_of(match) == []
    assert (sheet["finished"], sheet["winners"], sheet["losers"]) == (True, ["Bea Marlowe"], ["Otto Pym"])
    assert sheet["totals"] == {"Bea Marlowe": 52, "Otto Pym": -7, "Núria Ødegård": 12}
    assert (match.night, match.note) == ("The back room", "By candle light")
    assert match.played_at
    assert match.played_at.astimezone(timezone.get_fixed_timezone(0)).isoformat()[:16] == "2019-03-14T19:30"


@pytest.mark.parametrize(
    ("game", "scores", "totals"),
    [
        ("Pack O’ Dogs", (30, 22), {"Bea Marlowe": 30, "Otto Pym": 22}),
        ("clash of corgis", (1, 3), {"Bea Marlowe": 1, "Otto Pym": 3}),
    ],
)
def test_games_are_known_by_their_letters(game: str, scores: tuple[int, ...], totals: dict[str, int]) -> None:
    _, (match,) = read(export(play(game, scores)))
    sheet = score(match.record)
    assert (sheet["finished"], sheet["totals"]) == (True, totals)


def test_other_games_are_passed_over_and_said() -> None:
    found, matches = read(
        export(play("Catan", playDate=LATER), play(), play("Catan", playDate=LATER), play(ignored=True))
    )
    assert len(matches) == 1
    assert found.notes == ["2 plays of other games were not read: Catan."]


@pytest.mark.parametrize("name", ["Oh Hell!", "L’Ascenseur", "Nomination Whist"])
def test_an_oh_hell_of_another_name_is_dirty_dog_and_that_is_said(name: str) -> None:
    games = [{"id": GAMES.index("Catan") + 1, "uuid": name, "name": name, "bggId": 1116}]
    found, (match,) = read(export(play("Catan"), games=games))
    assert score(match.record)["totals"] == dict(zip(PEOPLE, (52, -7, 12), strict=False))
    assert found.notes == [f"{name} was read as Dirty Dog."]


def test_chairs_stand_in_the_order_of_the_table() -> None:
    swapped = play()
    for entry, seat in zip(swapped["playerScores"], (3, 1, 2), strict=True):
        entry["seatOrder"] = seat
    _, (match,) = read(export(swapped))
    assert list(match.players) == ["Otto Pym", "Núria Ødegård", "Bea Marlowe"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (play(scores=(52, "6o", 12)), "“6o” is not a number."),
        (play(scores=(52, "", 12)), "There is no score here."),
        (play("Top Dog", (36, 20, 22)), "This game needs its rounds"),
        (play("clash of corgis", (-1, 3)), "games won"),
        (play(playDate="soon"), "This play does not say when it was."),
        (play(playDate="2999-01-01 10:00:00"), "in the future"),
    ],
)
def test_what_cannot_go_in_says_why(wrong: dict[str, Any], message: str) -> None:
    _, (match,) = read(export(wrong))
    assert any(message in each for each in problems_of(match))


def test_a_wrong_score_can_be_mended() -> None:
    _, (match,) = read(export(play(scores=(52, "6o", 12))), {"1:score of Otto Pym": "60"})
    assert problems_of(match) == []
    assert score(match.record)["winners"] == ["Otto Pym"]


@pytest.mark.parametrize(
    "content",
    [
        b'{"plays": [',
        b'{"plays": {}, "playerScores": 1}',
        export(plays=[{"gameRefId": "x"}]),
        b'{"plays": ' + b"[" * 90_000,
    ],
)
def test_a_broken_export_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(Unreadable, match="not a complete BG Stats export"):
        read(content)


@pytest.mark.parametrize("name", ["BGStatsExport.json", "dirty-dog.bgsplay"])
def test_it_is_recognised_before_other_json(name: str) -> None:
    assert reader_of(export(play()), name) is BG_STATS


def test_a_record_is_not_taken_for_one() -> None:
    assert not BG_STATS.recognises(b'{"record": 1, "game": "dirty-dog"}', "record.json")


def test_letters_no_database_keeps_are_refused_and_those_no_paper_shows_left_out() -> None:
    def told(where: str) -> ParsedFile:
        return BG_STATS.read(io.BytesIO(export(play()).replace(b"The back room", where.encode())), Club(), {})

    with pytest.raises(Unreadable, match="a character that no text has"):
        told("The \\u0000 room")
    family = "\U0001f468\u200d\U0001f467"
    (match,) = told(f"The\\u0001 {family} room").matches
    assert match.night == f"The {family} room"


@pytest.mark.parametrize(
    ("won", "finish"),
    [
        ((False, True), [{"end": "top", "outcome": "taken", "player": "Otto Pym"}]),
        ((True, True), [{"end": "top", "outcome": "shared"}]),
        ((False, False), None),
    ],
)
def test_the_winner_of_a_tie_is_who_the_file_says(won: tuple[bool, bool], finish: Any) -> None:
    tied = play(scores=(52, 52, 12))
    for entry, winner in zip(tied["playerScores"], won, strict=False):
        entry["winner"] = winner
    _, (match,) = read(export(tied))
    assert (not match.problems, match.record.get("finish", {}).get("settled")) == (True, finish)


@pytest.mark.parametrize(
    ("written", "total"), [("72+75", 147), ("51-6", 45), ("-3 + 10", 7), ("5+−2", None), ("7+", None)]
)
def test_a_sum_is_added_up(written: str, total: int | None) -> None:
    [match] = BG_STATS.read(io.BytesIO(export(play(scores=(written, 200, 3)))), Club(), {}).matches
    assert [problem.value for problem in match.problems] == ([] if total is not None else [written])
    if total is not None:
        assert score(match.record)["totals"]["Bea Marlowe"] == total


def test_of_a_time_that_most_plays_share_the_day_alone_is_read() -> None:
    filled = [play(playDate=f"2019-03-{day} 10:00:00") for day in (14, 15, 16)]
    found = BG_STATS.read(io.BytesIO(export(*filled, play())), Club(), {})
    moments = [match.played_at and timezone.localtime(match.played_at).isoformat()[:16] for match in found.matches]
    assert moments == ["2019-03-14T00:00", "2019-03-15T00:00", "2019-03-16T00:00", "2019-03-14T19:30"]
    assert any("10:00" in note for note in found.notes)


def test_anonymous_guests_are_numbered() -> None:
    guests = [{"id": at, "name": "Anonymous", "isAnonymous": True} for at in (2, 3)]
    people = [{"id": 1, "name": "Bea Marlowe", "isAnonymous": False}, *guests]
    [match] = BG_STATS.read(io.BytesIO(export(play(), players=people)), Club(), {}).matches
    assert match.players == ["Bea Marlowe", "Anonymous 1", "Anonymous 2"]


@pytest.mark.parametrize("house_rules", [{}, {"dirty-dog": {"now": 1, "rules": []}}])
def test_where_a_club_has_house_rules_it_is_said_that_totals_know_none(house_rules: dict[str, Any]) -> None:
    found = BG_STATS.read(io.BytesIO(export(play())), Club(house_rules=house_rules), {})
    said = "BG Stats keeps totals, not rules: these matches stand as played by the game as written."
    assert (said in found.notes) == bool(house_rules)
