"""A battle play by play: who is next, legal plays, the ends of the track, passing, closing."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Entry, Match
from scoring.dogs_of_war import Battle, Betrayal, Pairing, Pass, Play
from tests.games.dogs_of_war.years import BATTLES, FIRST, PAIRS, PLAYS, SECOND, a_war_of_years, look, page

pytestmark = pytest.mark.django_db
LIVE = {"mode": "plays", "battle": "1"}


def by_plays(client: Client, *entries: Any, **about: Any) -> Match:
    """A match in year 3, by default six plays into its second battle."""
    return a_war_of_years(client, [FIRST, SECOND, PAIRS, *(entries or PLAYS)], **about)


def send(client: Client, match: Match, **fields: Any) -> Any:
    match.refresh_from_db()
    number = len({entry.number for entry in match.entries.all()}) + 1
    about = {"what": "plays", "entry": str(uuid4()), "version": match.version, "number": number}
    houses = {"houses-1-0": "Hackett", "houses-1-1": "Mallory"}
    return client.post(f"/m/{match.pk}/table/", about | houses | fields)


def open_keys(html: str) -> list[str]:
    """The soldier keys that are enabled."""
    keys = re.findall(r'<button class="num[^"]*" name="play" value="([^"]*)"([^>]*)>', html)
    return [value for value, rest in keys if "aria-disabled" not in rest]


def last(kind: str) -> Any:
    """The payload of the last entry of this kind."""
    return Entry.objects.filter(kind=kind).latest("number").payload


def test_a_year_with_plays_opens_by_plays_at_the_last_battle(client: Client) -> None:
    html = page(client, by_plays(client))
    assert 'class="entry warlive"' in html
    assert "Battle 2 </span>of 3 battles" in html
    assert "Hackett on the left<br>Mallory on the right" in html
    assert "10 captains still out" in html


def test_the_next_player_is_chosen_already(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS])
    assert 'name="who" value="2" id="who-2" checked' in page(client, match, "?mode=plays")
    send(client, match, who="2", battle="1", play="0:knight")
    assert last("play") == {"battle": 1, "seat": 2, "house": "Hackett", "soldier": "knight"}
    html = page(client, match)
    assert 'name="who" value="3" id="who-3" checked' in html
    assert "<b>5 for Hackett.</b> <span>Wilhelmina’s knight moved it.</span>" in html


def test_the_track_ends_at_15_and_says_what_is_lost(client: Client) -> None:
    html = page(client, by_plays(client))
    assert "<b>Stopped at 15.</b>" in html
    assert "Núria’s knight had 5 to give and 2 to go: 3 are lost. An answer counts from 15." in html
    assert "3 lost: the track ends at 15" in html
    assert html.count('class="trail"') == 5


def test_one_space_is_lost_in_the_singular(client: Client) -> None:
    plays = [
        Play(1, 0, "Hackett", "war_machine"),
        Play(1, 2, "Hackett", "war_machine"),
        Play(1, 3, "Hackett", spaces=2),
    ]
    assert "Núria’s move had 2 to give and 1 to go: 1 is lost." in page(client, by_plays(client, *plays))


def test_the_newest_play_stands_first_and_old_ones_are_counted(client: Client) -> None:
    html = page(client, by_plays(client, *PLAYS, Play(1, 0, "Mallory", "footman")))
    assert "the last 6 of 7, newest first" in html
    rows = re.findall(r"<b><bdi>(\w+)</bdi></b>", html[html.index('class="log"') :])
    assert rows == ["Bea", "Núria", "Wilhelmina", "Otto", "Núria", "Wilhelmina"]


def test_houses_that_begin_alike_are_told_apart(client: Client) -> None:
    pairs = Pairing((("Talbot", "Tornborn"), ("Hackett", "Harlow"), ("Bastiani", "Mallory")))
    match = a_war_of_years(client, [pairs, Play(0, 1, "Talbot", "knight"), Play(1, 0, "Harlow", "knight")])
    assert "<small>Har</small>" in page(client, match)
    assert "<small>Ta</small>" in page(client, match, "?mode=plays&battle=0")


def test_nobody_plays_for_both_sides(client: Client) -> None:
    html = page(client, by_plays(client), "?who=1&mode=plays&battle=1")
    assert "Not Otto: stands by Mallory here." in html
    assert open_keys(html) == ["1:footman", "1:arquebuser", "1:knight", "1:war_machine"]


def test_after_betrayal_both_sides_are_open(client: Client) -> None:
    match = by_plays(client, *PLAYS, Betrayal(1, 1))
    assert len(open_keys(page(client, match, "?who=1&mode=plays&battle=1"))) == 8


def test_the_space_keeps_the_weak_out(client: Client) -> None:
    match = by_plays(client)
    assert open_keys(look(client, match, who="1", space="knight", **LIVE)) == ["1:knight", "1:war_machine"]
    assert send(client, match, who="1", battle="1", play="1:footman", space="knight").status_code == 422
    send(client, match, who="1", battle="1", play="1:knight", space="arquebuser")
    assert last("play")["space"] == "arquebuser"


def test_sudden_death_ends_a_battle_at_once(client: Client) -> None:
    html = page(client, by_plays(client, *PLAYS[:5], Play(1, 3, "Hackett", "knight"), variants=("sudden-death",)))
    assert "This battle is over." in html
    assert open_keys(html) == []


def test_sudden_death_exactly_on_the_end(client: Client) -> None:
    plays = [Play(1, 0, "Hackett", "knight"), Play(1, 2, "Hackett", "knight"), Play(1, 3, "Hackett", "knight")]
    assert "At 15." in page(client, by_plays(client, *plays, variants=("sudden-death",)))


def test_who_passes_is_out_and_the_first_one_is_first_next_year(client: Client) -> None:
    match = by_plays(client)
    send(client, match, who="3", battle="1", **{"pass": "1"})
    assert last("pass") == {"seat": 3}
    html = page(client, match)
    assert "8 captains still out" in html
    assert "Undo: Núria passes" in html
    assert "Not Núria: passed." in page(client, match, "?who=3&mode=plays&battle=1")


def test_the_year_closes_when_everybody_has_passed(client: Client) -> None:
    match = by_plays(client, *PLAYS, *(Pass(seat) for seat in (3, 0, 1, 2)))
    html = page(client, match)
    assert "<span>Year 4</span>" in html
    assert html.count('name="empty"') == 2
    send(client, match, close="1", empty=["0", "2"])
    assert [entry.kind for entry in Entry.objects.order_by("number")][-3:] == ["battle", "battle", "year"]
    assert "Núria is first<br>passed first last year" in page(client, match)


def test_nobody_is_left_to_play(client: Client) -> None:
    match = by_plays(client, *PLAYS, *(Pass(seat) for seat in range(4)))
    html = page(client, match)
    assert "Nobody is left to play." in html
    assert open_keys(html) == []


def test_who_passed_first_is_asked_when_nobody_said_so(client: Client) -> None:
    plays = [Play(1, seat, "Hackett", "footman") for seat in (0, 1, 2, 3) * 4]
    match = by_plays(client, *plays)
    assert "tap who passed first, then Pass" in page(client, match)
    send(client, match, who="1", battle="1", **{"pass": "1"})
    html = page(client, match)
    assert "tap who passed first" not in html
    assert "<span>Year 4</span>" in html


def test_a_final_position_is_not_played_on(client: Client) -> None:
    match = by_plays(client, *PLAYS, Battle(0, 3, {"Talbot": {0: 1}}))
    html = page(client, match, "?mode=plays&battle=0")
    assert "The final position is entered." in html
    assert open_keys(html) == []


def test_the_year_by_final_positions_is_a_tap_away_and_knows_the_plays(client: Client) -> None:
    match = by_plays(client)
    assert "?mode=final&amp;battle=1" in page(client, match)
    html = page(client, match, "?mode=final&battle=1")
    assert 'class="entry war"' in html
    assert "Hackett wins a glorious victory." in html
    assert 'name="cap-1-0-2" value="2"' in html


def test_undo_of_a_play_stays_with_the_plays(client: Client) -> None:
    match = by_plays(client, PLAYS[0])
    about = {"entry": str(uuid4()), "version": match.version, "number": 4, "what": "undo"}
    html = client.post(f"/m/{match.pk}/undo/", about, follow=True).content.decode()
    assert 'class="entry warlive"' in html
    assert "Nobody has played here yet." in html
    assert "Undo: the pairs" in html


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"battle": "1", "play": "0:knight"}, "Tap who plays first."),
        ({"who": "1", "battle": "1"}, "Tap the soldier that was played."),
        ({"who": "1", "battle": "1", "play": "2:knight"}, "Tap the soldier that was played."),
        ({"who": "x", "battle": "1", "play": "0:knight"}, "Tap one of the players."),
        ({"who": "1", "battle": "1", "play": "0:knight"}, "cannot stand by both Hackett and Mallory"),
        ({"who": "1", "battle": "1", "play": "1:dog"}, "“dog” is no soldier"),
        ({"who": "9", "battle": "1", "play": "1:knight"}, "There is no seat 10 at this table."),
        ({"who": "9", "battle": "1", "pass": "1"}, "There is no seat 10 at this table."),
    ],
)
def test_a_play_that_cannot_be_is_refused_in_words(client: Client, fields: dict[str, str], sentence: str) -> None:
    answer = send(client, by_plays(client), **fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"battle": "9", "who": "99", "space": "dog"},
        {"who": "²", "last": "who"},
        {"battle": "-1", "last": "battle"},
        {"space": "knight", "last": "space"},
    ],
)
def test_any_nonsense_is_looked_at_without_harm(client: Client, fields: dict[str, str]) -> None:
    assert "Who plays" in look(client, by_plays(client), mode="plays", **fields)


VERBS = {
    "betrayal": ({"seat": "2", "battle": "1"}, {"battle": 1, "seat": 2}),
    "gain": ({"seat": "2", "captains": "2"}, {"seat": 2, "captains": 2}),
    "move": (
        {"seat": "0", "house": "Mallory", "spaces": "4"},
        {"battle": 1, "seat": 0, "house": "Mallory", "spaces": 4},
    ),
}


@pytest.mark.parametrize("verb", VERBS)
def test_what_happens_beside_the_plays_has_a_page_of_its_own(client: Client, verb: str) -> None:
    match = by_plays(client)
    path = f"/m/{match.pk}/table/{verb}/"
    assert f'href="{path}"' in page(client, match)
    html = client.get(path).content.decode()
    assert "Wilhelmina" in html
    fields, payload = VERBS[verb]
    about = {"entry": str(uuid4()), "version": match.version, "number": 10}
    missing = client.post(path, about | {"seat": "0"})
    assert missing.status_code == 422
    assert client.post(path, about | fields).status_code == 302
    entry = Entry.objects.latest("number")
    assert (entry.kind, entry.payload) == ("play" if verb == "move" else verb, payload)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "fields", [{}, {"seat": "x"}, {"seat": "1", "spaces": "x", "captains": "x", "house": "Mallory"}]
)
def test_a_verb_without_an_answer_is_asked_again(client: Client, verb: str, fields: dict[str, str]) -> None:
    match = by_plays(client)
    about = {"entry": str(uuid4()), "version": match.version, "number": 10}
    assert client.post(f"/m/{match.pk}/table/{verb}/", about | fields).status_code == 422


def test_a_move_without_spaces_is_asked_again(client: Client) -> None:
    match = by_plays(client)
    about = {"entry": str(uuid4()), "version": match.version, "number": 10}
    answer = client.post(f"/m/{match.pk}/table/move/", about | {"seat": "1", "house": "Mallory"})
    assert "Tap how many spaces." in answer.content.decode()


def test_verbs_are_offered_only_while_a_year_is_open(client: Client) -> None:
    match = a_war_of_years(client, [FIRST])
    html = page(client, match)
    assert "/table/betrayal/" not in html
    assert "/table/gain/" not in html
    assert "/table/move/" not in html


def test_no_plays_are_offered_when_every_battle_has_its_end(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, *BATTLES])
    html = page(client, match)
    assert "/table/betrayal/" not in html
    assert "/table/gain/" in html


def test_a_play_out_of_turn_and_a_tracker_without_captains_are_asked_about(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, Battle(0, 7, {})])
    html = page(client, match)
    assert "but nobody placed a captain there. Is that right?" in html
    send(client, match, who="3", battle="1", play="0:knight")
    assert "played out of turn in the battle of Hackett and Mallory. Is that right?" in page(client, match)
    warnings = client.get(f"/api/v1/matches/{match.pk}").json()["sheet"]["warnings"]
    assert [each["code"] for each in warnings if each.get("round") == 3] == ["no-captain", "turn-order"]
