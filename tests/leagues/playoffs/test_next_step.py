"""The main button of a page is the next step: draw, deal, play, pull, deal the finals, play, finish."""

import re
from html import unescape

import pytest
from django.test import Client

from clubs.models import Club, Night, Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from leagues.models import Playoff
from leagues.playoffs import state
from tests.factory import a_match, a_member
from tests.leagues.playoffs.evening import address, dealt, first_jack, groups_played, page, pull
from tests.nights import a_night, drawn, here, keeper, some_dogs, url
from tests.playoff_nights import play, table

pytestmark = pytest.mark.django_db
MAIN = re.compile(r'<(?:a|button)\s+class="btn btn-main[^"]*"[^>]*>(.*?)</(?:a|button)>', re.DOTALL)
HIGH_LOW = "A-K-Q-J-9-8-7-6-5-4-3-2"


@pytest.fixture
def scribe(client: Client, club: Club) -> Client:
    return keeper(client, club, Role.ORGANISER)


def mains(text: str) -> list[str]:
    """The labels of the main buttons of a page."""
    words = [re.sub(r"<[^>]*>", "", found) for found in MAIN.findall(text)]
    return [" ".join(unescape(each).replace("\N{SOFT HYPHEN}", "").split()) for each in words]


def on_night_home_and_playoff(client: Client, playoff: Playoff) -> list[list[str]]:
    """The labels of the main buttons on the pages of the night, the club and the play-off."""
    assert playoff.night
    paths = (url(playoff.night, ""), "/c/kennel/", address(playoff))
    return [mains(client.get(path).content.decode()) for path in paths]


def tonight(playoff: Playoff, club: Club) -> Playoff:
    """The play-off, after it and its matches were moved to a night of the calendar."""
    night = club.nights.first() or a_night(club)
    Playoff.objects.filter(pk=playoff.pk).update(night=night)
    club.matches.filter(fixture__playoff=playoff).update(night=night)
    playoff.refresh_from_db()
    return playoff


def cards(count: int) -> str:
    """The first cards of a pull, as the form has them."""
    return "-".join(HIGH_LOW.split("-")[:count])


def test_before_the_deal_it_is_who_is_here_then_the_deal(scribe: Client, club: Club) -> None:
    night = a_night(club)
    assert mains(scribe.get(url(night, "")).content.decode()) == ["Start the night"]
    here(night, some_dogs(club, 12))
    drawn(scribe, night)
    for path in (url(night, ""), "/c/kennel/"):
        assert mains(scribe.get(path).content.decode()) == ["Deal what is drawn"]


def test_after_the_groups_it_is_the_cards_then_the_final_tables(scribe: Client, club: Club) -> None:
    playoff = tonight(groups_played(club, advance=3), club)
    level = state.read(playoff).level
    assert level
    for one_page in on_night_home_and_playoff(scribe, playoff):
        assert len(one_page) == 1
        assert one_page[0].startswith("Pull cards: ")
    for number in (1, 2):
        pull(scribe, playoff, number, cards(len(state.read(playoff).groups[number - 1].cut.level)))
    assert on_night_home_and_playoff(scribe, playoff) == [["Deal the final tables"], ["Deal the final tables"], []]
    first_jack(scribe, playoff, "winners", state.read(playoff).up[0])
    first_jack(scribe, playoff, "losers", state.read(playoff).down[0])
    found = on_night_home_and_playoff(scribe, playoff)
    assert found == [["Deal the final tables"], ["Deal the final tables"], ["Deal both final tables"]]


def test_while_the_finals_play_it_is_the_winners_table_then_the_losers(scribe: Client, club: Club) -> None:
    playoff = tonight(dealt(scribe, tonight(groups_played(club), club)), club)
    assert on_night_home_and_playoff(scribe, playoff) == [["Enter scores for the winners’ table"]] * 3
    play(table(playoff, "winners"), (0, 1, 1, 3))
    assert on_night_home_and_playoff(scribe, playoff) == [["Enter scores for the losers’ table"]] * 3
    play(table(playoff, "losers"), (0, 1, 3, 0, 0, 0, 0, 1))
    assert on_night_home_and_playoff(scribe, playoff) == [["Read the night report"]] * 3


def test_a_night_ends_with_its_last_final_and_not_before(scribe: Client, club: Club) -> None:
    playoff = tonight(dealt(scribe, tonight(groups_played(club), club)), club)
    play(table(playoff, "winners"), (0, 1, 1, 3))
    assert night_of(playoff).closed_at is None
    losers = table(playoff, "losers")
    play(losers, (0, 1, 3, 0, 0, 0, 0, 1))
    playoff.refresh_from_db()
    assert night_of(playoff).closed_at == playoff.finished_at is not None
    losers.refresh_from_db()
    last = load(losers).live[-1]
    ledger.record(losers.pk, [Draft(last.kind, last.number, None)], version=losers.version, by=Author(None, "a test"))
    assert night_of(playoff).closed_at is None


def test_a_night_with_a_table_that_still_plays_goes_on(scribe: Client, club: Club) -> None:
    playoff = tonight(dealt(scribe, tonight(groups_played(club), club)), club)
    a_match(club, some_dogs(club, 4), hands=1, night=night_of(playoff))
    play(table(playoff, "winners"), (0, 1, 1, 3))
    play(table(playoff, "losers"), (0, 1, 3, 0, 0, 0, 0, 1))
    assert night_of(playoff).closed_at is None


def test_a_night_that_was_reopened_stays_open(scribe: Client, club: Club) -> None:
    playoff = tonight(dealt(scribe, tonight(groups_played(club), club)), club)
    play(table(playoff, "winners"), (0, 1, 1, 3))
    play(table(playoff, "losers"), (0, 1, 3, 0, 0, 0, 0, 1))
    scribe.post(url(night_of(playoff), "close/"), {"open": "1"})
    assert night_of(playoff).closed_at is None
    assert on_night_home_and_playoff(scribe, playoff)[0] == ["Finish the night"]


def night_of(playoff: Playoff) -> Night:
    assert playoff.night_id
    return Night.objects.get(pk=playoff.night_id)


@pytest.mark.parametrize(
    ("called", "words"),
    [("1", "table 1"), ("Table 1", "table 1"), ("", "the table"), ("Window seat", "the window seat")],
)
def test_a_table_is_named_as_people_say_it(scribe: Client, club: Club, called: str, words: str) -> None:
    night = a_night(club)
    a_match(club, some_dogs(club, 4), hands=1, table=called, night=night)
    assert mains(scribe.get(url(night, "")).content.decode()) == [f"Enter scores for {words}"]


def test_members_have_no_main_button_to_press(client: Client, club: Club) -> None:
    playoff = tonight(groups_played(club), club)
    client.force_login(a_member(club, Role.MEMBER))
    assert on_night_home_and_playoff(client, playoff) == [[], [], []]


def test_closing_in_the_middle_of_a_play_off_asks_and_names_what_is_left(scribe: Client, club: Club) -> None:
    playoff = tonight(groups_played(club), club)
    night = playoff.night
    assert night
    asked = scribe.post(url(night, "close/"))
    text = asked.content.decode()
    assert asked.status_code == 200
    assert "The final tables have not been dealt." in text
    assert mains(text) == ["Continue the play-off"]
    night.refresh_from_db()
    assert night.closed_at is None
    scribe.post(url(night, "close/"), {"sure": "1"})
    night.refresh_from_db()
    assert night.closed_at
    assert mains(scribe.get(url(night, "")).content.decode()) == ["Read the night report"]
    report = scribe.get(url(night, "report/")).content.decode()
    assert "The play-off is not over, and nobody has its trophies. The final tables have not been dealt." in report


def test_a_final_table_put_away_is_named_when_the_night_is_closed(scribe: Client, club: Club) -> None:
    playoff = tonight(dealt(scribe, tonight(groups_played(club), club)), club)
    for stage in ("winners", "losers"):
        ledger.abandon(table(playoff, stage).pk)
    assert playoff.night
    assert "The final tables have not been dealt." in scribe.post(url(playoff.night, "close/")).content.decode()


def test_a_play_off_called_off_stands_in_nobodys_way(scribe: Client, club: Club) -> None:
    playoff = tonight(groups_played(club), club)
    scribe.post(address(playoff, "call-off/"))
    assert playoff.night
    assert scribe.post(url(playoff.night, "close/")).status_code == 302


def test_the_page_of_a_play_off_says_how_far_the_evening_is(scribe: Client, club: Club) -> None:
    playoff = tonight(groups_played(club), club)

    def now() -> list[str]:
        return re.findall(r'<li\s+aria-current="step">(\w+)', page(scribe, playoff))

    assert now() == ["Groups"]
    pull(scribe, playoff, 1, cards(3))
    pull(scribe, playoff, 2, cards(3))
    tonight(dealt(scribe, playoff), club)
    assert now() == ["Finals"]
    club.nights.update(closed_at=club.nights.get().starts_at)
    assert now() == ["Over"]


@pytest.mark.parametrize(
    ("language", "called", "words"),
    [
        ("nl", "2", "Score invoeren voor tafel 2"),
        ("es", "Table 2", "Anotar puntos: mesa 2"),
        ("pt", "Group A", "Anotar pontos: Grupo A"),
        ("de", "Winners’ table", "Punkte eingeben: der Siegertisch"),
    ],
)
def test_a_table_is_named_so_in_every_language(
    scribe: Client, club: Club, language: str, called: str, words: str
) -> None:
    night = a_night(club)
    a_match(club, some_dogs(club, 4), hands=1, table=called, night=night)
    page = scribe.get(url(night, ""), headers={"accept-language": language}).content.decode()
    assert mains(page) == [words]
