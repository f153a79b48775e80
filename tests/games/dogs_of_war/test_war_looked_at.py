"""Dogs of War for spectators: list, match page, wall board, cells, history."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import ledger
from games.dogs_of_war.display import DISPLAY
from games.dogs_of_war.result import battle_track, house_tracks, wall_track
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from scoring.dogs_of_war import Betrayal, Contest, Gain, HouseValues, Pairing, Pass, Play, Year
from scoring.records import entry_to_json
from tests.games.dogs_of_war.tallying import TALLIES, VALUES
from tests.games.dogs_of_war.years import BATTLES, FIRST, FOURTH, HOUSES, PAIRS, PLAYS, SECOND, THIRD, a_war_of_years

pytestmark = pytest.mark.django_db
OPEN = (FIRST, SECOND, PAIRS, *BATTLES[:2])
OVER = (FIRST, SECOND, *THIRD, FOURTH, *TALLIES)


def read(client: Client, match: Match, path: str = "") -> str:
    answer = client.get(f"/m/{match.pk}/{path}")
    assert answer.status_code == 200, answer
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("entries", "progress", "standing"),
    [
        ((), "year 1 of 4", "No year fought yet; year 1 begins."),
        ((FIRST,), "year 2 of 4", "1 year of 4 fought; year 2 begins."),
        (
            OPEN,
            "year 3 of 4",
            "2 years of 4 fought; year 3: 2 of 3 battles recorded, 5 captains still out, Wilhelmina is first.",
        ),
        ((FIRST, SECOND, *THIRD, FOURTH), "final tally", "All four years are over. Still behind the screen:"),
        ((HouseValues(VALUES),), "final tally", "Only the final result was entered. Still behind the screen:"),
        ((FIRST, HouseValues({**VALUES, "Hackett": 5})), "final tally", "1 year entered."),
        (OVER, "over after 4 years", "Wilhelmina takes the war. All four years are over."),
        (
            (HouseValues(VALUES), *TALLIES),
            "over after the final result only",
            "Wilhelmina takes the war. Only the final result was",
        ),
    ],
)
def test_where_a_war_stands_in_a_few_words(client: Client, entries: Any, progress: str, standing: str) -> None:
    state = load(a_war_of_years(client, entries))
    assert DISPLAY.state(state) == progress
    assert DISPLAY.standing(state).startswith(standing)


def test_a_war_put_away_has_no_result(client: Client) -> None:
    match = a_war_of_years(client, [FIRST])
    match.abandoned_at = match.started_at
    state = load(match)
    assert DISPLAY.state(state) == "over after 1 year"
    assert "then ended without a result." in DISPLAY.standing(state)


def test_level_dogs_share_the_war(client: Client) -> None:
    level = [TALLIES[0], *(replaced(tally) for tally in TALLIES[1:])]
    state = load(a_war_of_years(client, [HouseValues(VALUES), *level]))
    assert DISPLAY.standing(state).startswith("Bea and Otto share the war.")
    assert DISPLAY.ending(state) == ["Bea and Otto are level at the top and share the victory."]


def replaced(tally: Any) -> Any:
    """The tally, adjusted so that Otto is level with Bea and the others are far behind."""
    target = {1: 30, 2: 0, 3: 0}[tally.seat]
    totals = {1: 31, 2: 52, 3: 32}[tally.seat]
    return type(tally)(
        tally.seat,
        tally.vp,
        tally.influence,
        tally.support,
        tally.coins,
        tally.tactics,
        tally.soldiers,
        tally.adjust + target - totals,
        "counted again",
    )


def test_the_match_page_draws_the_battles_and_the_houses(client: Client) -> None:
    html = read(client, a_war_of_years(client, OPEN))
    assert html.count('class="btrack"') == 9
    assert html.count('class="htrack"') == 6
    assert "Bea was first. Otto passed first." in html
    assert "Still being fought." in html
    assert "Not fought yet." in html


def test_a_captain_as_bonus_is_said_in_the_language(client: Client) -> None:
    match = a_war_of_years(client, [Pairing(PAIRS.houses, 2, ("Captain", "3 coins", ""))])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    html = read(client, match)
    assert "Bonus: Hauptmann." in html
    assert "Bonus: 3 coins." in html


def test_the_tally_is_no_fifth_year(client: Client) -> None:
    html = read(client, a_war_of_years(client, OVER))
    assert '<th scope="row">4</th>' in html
    assert '<th scope="row">The tally</th>' in html
    assert '<th scope="row">5</th>' not in html


def test_the_match_page_shows_what_was_won_with_a_box_and_no_circle(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND])
    html = read(client, match)
    table = html[html.index('class="sheet warsheet"') : html.index("</table>")]
    assert table.count("mark-top") == 3
    assert "mark-low" not in html
    assert f'href="/m/{match.pk}/cell/2/2/"' in table


def test_only_the_end_shows_no_battles(client: Client) -> None:
    html = read(client, a_war_of_years(client, [HouseValues(VALUES)]))
    assert "The battles" not in html
    assert "Won in battle" not in html
    assert "House values" in html


def test_glorious_victories_and_defeats_are_called_out_newest_first(client: Client) -> None:
    shouts = DISPLAY.callouts(load(a_war_of_years(client, [FIRST, SECOND])))
    assert [(shout.at, shout.label, shout.words) for shout in shouts] == [
        ("2", "Both defeated", "Tornborn and Bastiani end level: 2 captains for nothing."),
        ("1", "Crushing defeat", "Mallory falls back on the house track."),
        ("1", "Glorious victory", "Tornborn over Mallory with 15; Bea and Núria stood by Tornborn."),
    ]


def test_a_victory_without_friends_is_called_out_too(client: Client) -> None:
    year = Year((Contest(HOUSES[:2], 15), Contest(HOUSES[2:4], 0), Contest(HOUSES[4:], 0, {"Harlow": {0: 1}})))
    shouts = DISPLAY.callouts(load(a_war_of_years(client, [year])))
    assert "Talbot over Mallory with 15; nobody stood by Talbot." in [shout.words for shout in shouts]
    assert "Bastiani and Hackett end level: no captain for nothing." in [shout.words for shout in shouts]
    assert "Tornborn and Harlow end level: 1 captain for nothing." in [shout.words for shout in shouts]


@pytest.mark.parametrize(
    ("entries", "said", "unsaid"),
    [
        ((), ("Year 1", "3 captains", "VP won in battle. Screens stay up until the tally."), ("The battles",)),
        (OPEN, ("The battles now", "Wilhelmina is first", "first, first player", "+5"), ("Still counting",)),
        ((FIRST, SECOND), ("The battles of year 2", "fourth"), ("The battles now",)),
        (
            (FIRST, SECOND, *THIRD, FOURTH, *TALLIES[:2]),
            ("Final tally", "Still counting: Wilhelmina and Núria"),
            ('total">52',),
        ),
        (
            OVER,
            ("<strong>Wilhelmina</strong>", "took the war.", "All tallies are uncovered.", "52"),
            ("Still counting",),
        ),
    ],
)
def test_the_wall_shows_what_was_won_in_battle(
    client: Client, entries: Any, said: tuple[str, ...], unsaid: tuple[str, ...]
) -> None:
    html = read(client, a_war_of_years(client, entries), "wall/")
    assert all(words in html for words in said), [words for words in said if words not in html]
    assert not any(words in html for words in unsaid)
    assert 'class="wall wall-war"' in html


def test_the_wall_shows_no_token_of_anybody_before_the_end(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, *THIRD, FOURTH, *TALLIES[:3]])
    shown = re.findall(r'class="total fig mark[^"]*">(\d+)', read(client, match, "wall/"))
    won = load(match).sheet.lines[3].totals
    assert shown == [str(won[seat]) for seat in range(4)]


@pytest.mark.parametrize(("tracker", "side"), [(9, "l"), (-9, "rr")])
def test_on_the_wall_the_number_stands_on_its_side(client: Client, tracker: int, side: str) -> None:
    year = Year((Contest(HOUSES[:2], tracker), Contest(HOUSES[2:4], 0), Contest(HOUSES[4:], 0)))
    html = read(client, a_war_of_years(client, [year]), "wall/")
    assert f'<span class="{side}"><span class="fig">9</span></span>' in html


def test_a_cell_tells_how_it_came_about(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0]])
    html = read(client, match, "cell/1/2/")
    assert "Wilhelmina, year 1" in html
    assert "3 captains each. Bea was first." in html
    assert "captains placed" in html
    now = read(client, match, "cell/3/0/")
    assert "The year is still being fought." in now
    assert re.search(r'Captains for Talbot <[^>]*class="fig">2</', now)


def test_a_correction_stands_in_the_story_of_the_cell(client: Client) -> None:
    match = a_war_of_years(client, [FIRST])
    payload = entry_to_json(FIRST)
    payload["battles"][0]["captains"]["Talbot"] = {"0": 2}
    ledger.record(match.pk, [Draft("year", 1, payload, note="Seen.")], version=match.version, by=Author(None, "x"))
    html = read(client, match, "cell/1/0/")
    assert "Reason: Seen." in html
    assert ", before that 1." in html
    ledger.record(match.pk, [Draft("year", 1, None)], version=match.version + 1, by=Author(None, "x"))
    gone = read(client, match, "cell/1/0/")
    assert "Undo." in gone


def test_the_tally_has_cells_of_its_own(client: Client) -> None:
    html = read(client, a_war_of_years(client, OVER), "cell/5/2/")
    assert "Wilhelmina, final tally" in html
    assert re.search(r'VP tokens <[^>]*class="fig">18</', html)


@pytest.mark.parametrize("path", ["cell/1/9/", "cell/3/0/", "cell/9/0/", "cell/0/0/"])
def test_there_is_no_cell_where_nothing_stands(client: Client, path: str) -> None:
    assert client.get(f"/m/{a_war_of_years(client, [FIRST]).pk}/{path}").status_code == 404


def test_no_tally_is_told_of_in_a_cell_before_all_are_in(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, *THIRD, FOURTH, *TALLIES[:3]])
    assert client.get(f"/m/{match.pk}/cell/5/2/").status_code == 404


def test_the_history_says_every_entry_in_words(client: Client) -> None:
    plays = [Betrayal(1, 0), *PLAYS, Gain(2), Play(1, 0, "Mallory", spaces=3), Pass(3)]
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0], *plays])
    html = read(client, match, "history/")
    for words in (
        "Núria passes",
        "Bea, 3 spaces for Mallory",
        "Wilhelmina gains 1 captain",
        "Núria, knight for Hackett",
        "Bea plays Betrayal on battle 2",
        "tracker 9 for the house on the left",
        "Battles: Talbot against Tornborn, Hackett against Mallory and Bastiani against Harlow; Wilhelmina is first",
        "Year over; Talbot against Harlow, tracker 8 for Talbot; Talbot: Bea",
        "Otto passed first",
    ):
        assert words in html, words


def test_the_match_page_of_a_war_takes_few_queries(client: Client) -> None:
    match = a_war_of_years(client, OVER)
    read(client, match, "history/")
    with CaptureQueriesContext(connection) as asked:
        read(client, match)
    assert len(asked) <= 12


@pytest.mark.parametrize(("tracker", "at"), [(15, "2.00%"), (0, "50.00%"), (-15, "98.00%"), (4, "37.20%")])
def test_the_first_house_lies_on_the_left_of_its_track(tracker: int, at: str) -> None:
    assert f'<svg x="{at}" y="0"' in battle_track(tracker)


def test_the_glorious_space_grows_with_crushing_victories() -> None:
    assert 'class="end-zone" x="2.00%" y="16" width="3.20%"' in battle_track(0)
    assert 'class="end-zone" x="2.00%" y="16" width="12.80%"' in battle_track(0, 12)
    assert 'class="end-zone" x="15" y="8" width="76"' in wall_track(0, 12)


def test_a_house_beyond_the_scale_stretches_it() -> None:
    tracks = house_tracks({"Talbot": -1}, {"Talbot": 9}, -5, 7)
    assert ">9</text>" in tracks.scale
    assert tracks.houses[0].moved == 10
