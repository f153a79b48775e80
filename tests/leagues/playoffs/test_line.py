"""The cut of a group in words: who goes up, how many and why; on its own page, on the night's page and at the group's
end.
"""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from leagues.models import Playoff
from leagues.playoffs import state
from leagues.playoffs.deal import begin
from leagues.playoffs.line import line_groups, line_key, line_lead, settled
from scoring.dirty_dog import Options
from tests.leagues.playoffs.evening import address, dealt, groups_played, page, pull
from tests.nights import a_night, keeper, url
from tests.playoff_nights import dogs, play, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club, Role.ORGANISER)


def plain(text: str) -> str:
    """The text of the HTML, without tags, soft hyphens and direction marks."""
    text = re.sub(r"<[^>]*>", " ", text.replace("\N{SOFT HYPHEN}", ""))
    text = re.sub("[\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}]", "", unescape(text))
    return re.sub(r"\s+", " ", text)


def outcomes(playoff: Playoff, group: int = 0) -> list[tuple[str, str, str]]:
    """Player, outcome and note of each row at the cut of a group."""
    rows = line_groups(state.read(playoff))[group].rows
    return [(row.player.label, str(row.outcome), plain(row.note)) for row in rows]


def why(playoff: Playoff) -> list[str]:
    """The decisions at the cut, each with its reason."""
    return [plain(f"{each.words} {each.why}") for each in settled(state.read(playoff))]


def gone(client: Client, playoff: Playoff, name: str) -> None:
    """Record that this player goes home."""
    client.post(address(playoff, "line/"), {"do": "gone", "player": Player.objects.get(name=name).pk})


def test_every_row_says_what_becomes_of_its_player(scribe: Client, club: Club) -> None:
    playoff = groups_played(club)
    assert outcomes(playoff) == [
        ("Bea", "goes up", ""),
        ("Otto", "goes up", ""),
        ("Núria", "losers’ table", ""),
        ("Łukasz", "losers’ table", ""),
        ("Percy", "losers’ table", ""),
        ("Gus", "losers’ table", ""),
    ]
    now = state.read(playoff)
    assert line_lead(now) == "Four go up, eight play off."
    assert line_key(now).startswith("Thick line: the top two of each group go up to the winners’ table")
    assert why(playoff)[0] == "Group A: Bea and Otto go up. The top two of six, with 7 and 6."
    text = plain(page(scribe, playoff))
    assert "Groups are over" in text
    assert "Nobody yet" not in text, "nothing is said of trophies that nobody has played for"


def test_a_tie_on_the_line_is_said_and_then_who_won_it(scribe: Client, club: Club) -> None:
    playoff = groups_played(club, advance=3)
    assert outcomes(playoff)[2:5] == [(name, "pulls a card", "") for name in ("Núria", "Łukasz", "Percy")]
    assert line_lead(state.read(playoff)) == ""
    assert "are level on the line of group A: one goes up." in plain(page(scribe, playoff))
    pull(scribe, playoff, 1, "4-K-9")
    assert outcomes(playoff)[2:5] == [
        ("Łukasz", "goes up", "pulled King"),
        ("Percy", "losers’ table", "pulled 9"),
        ("Núria", "losers’ table", "pulled 4"),
    ]
    assert why(playoff)[:2] == [
        "Group A: Bea, Otto and Łukasz go up. The top three of six, with 7, 6 and 5.",
        "Group A: Núria, Łukasz and Percy pulled cards for the line. "
        "Núria 4, Łukasz King and Percy 9: the low card drops. Łukasz goes up.",
    ]


def test_who_goes_home_keeps_the_row_and_the_next_one_up_is_named(scribe: Client, club: Club) -> None:
    playoff = groups_played(club, advance=1)
    gone(scribe, playoff, "Bea")
    assert outcomes(playoff)[:3] == [
        ("Bea", "goes home", ""),
        ("Otto", "goes up", "for Bea"),
        ("Núria", "losers’ table", ""),
    ]
    assert line_lead(state.read(playoff)) == "Two go up, nine play off, one goes home."
    assert why(playoff)[0] == "Group A: Otto goes up. The first of five who stay, with 6."
    assert why(playoff)[-1] == "Bea goes home. Otto is next in group A and goes up. Bea keeps the total of 7."
    assert "Bea stays after all" in plain(page(scribe, playoff))
    groups = state.read(playoff).groups
    assert [group.line for group in groups] == [2, 1]


def test_whoever_is_between_the_two_lines_sits_out(club: Club) -> None:
    crowd = dogs(club, 12)
    playoff = begin(club, None, "dirty-dog", [crowd[:6], crowd[6:]], 2, Options(plan=(5,)), bottom=2)
    for number in (1, 2):  # 7, 6, 5, 5, −1, −2
        play(table(playoff, "group", number), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
    assert [outcome for _, outcome, _ in outcomes(playoff)] == ["goes up"] * 2 + ["sits out"] * 2 + [
        "losers’ table"
    ] * 2
    rows = line_groups(state.read(playoff))[0].rows
    assert [row.css for row in rows] == ["", "", "is-cut", "", "is-low", ""]
    assert "Dotted line" in line_key(state.read(playoff))
    assert line_lead(state.read(playoff)) == "Four go up, four play off, four sit out."


def test_the_end_of_a_group_says_who_goes_up(scribe: Client, club: Club) -> None:
    playoff = groups_played(club)
    end = plain(scribe.get(reverse("finish", args=[table(playoff, "group").pk])).content.decode())
    assert "Group A: Bea and Otto go up. The top two of six, with 7 and 6." in end


def test_the_end_of_a_group_says_who_is_level_on_the_line(scribe: Client, club: Club) -> None:
    playoff = groups_played(club, advance=3)
    end = plain(scribe.get(reverse("finish", args=[table(playoff, "group").pk])).content.decode())
    assert "Group A: Bea and Otto go up. Clear of the line, with 7 and 6." in end
    assert "Núria, Łukasz and Percy are level on the line: one goes up, and each pulls a card." in end


def test_the_night_says_what_comes_next(scribe: Client, club: Club) -> None:
    night, crowd = a_night(club), dogs(club, 12)
    playoff = begin(club, night, "dirty-dog", [crowd[:6], crowd[6:]], 2, Options(plan=(5, 5)))

    def words_shown() -> str:
        found = re.search(r"<h2>Next</h2><div>(.*?)</div>", scribe.get(url(night, "")).content.decode(), re.DOTALL)
        return plain(found[1]).strip() if found else ""

    rule = "The top two of each group go up to the winners’ table; the others play off at the losers’ table."
    assert words_shown() == rule
    play(table(playoff, "group"), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
    assert words_shown() == f"{rule} Group A: Bea and Otto are above the line."
    play(table(playoff, "group"), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
    for _ in range(2):
        play(table(playoff, "group", 2), (2, 1, 0, 0, 1, 1), {0: 2, 1: 1, 5: 3})
    assert "Group A: Bea and Otto go up. The top two of six, with 14 and 12." in words_shown()
    assert "<summary>The groups" not in scribe.get(url(night, "")).content.decode()
    dealt(scribe, playoff)
    assert words_shown() == ""
    assert "<summary>The groups" in scribe.get(url(night, "")).content.decode(), "behind the final tables"
    play(table(playoff, "winners"), (0, 1, 1, 3), {0: 0, 1: 1})
    assert words_shown().startswith("If it ended now: ")
