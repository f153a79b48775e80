"""The night report as a member reads it, computed from the night's rows."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from clubs.language.terms import capital
from clubs.models import Attendance, Club, Night, Player, ShowChances
from clubs.models.calendar import club_day
from games import ledger
from games.base.names import shortened
from games.base.table_game import TableGame
from games.base.wording import in_words
from games.entries.match_state import load
from games.forecasts.stored import compute
from games.match.printing import document_of
from games.models import Match, Tag
from leagues.models import Award, Trophy
from leagues.night_report.report import printable, report_of
from scoring.dirty_dog import Bids, Options, Settled, TiebreakHand, Tricks
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_history, a_match, a_member, write
from tests.games.dogs_of_war.tallying import a_war
from tests.games.dogs_of_war.test_secrets import BEA, OTTO, leaks

pytestmark = pytest.mark.django_db
FIRST_BARK = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=FIRST_BARK, place="The back room")


@pytest.fixture
def member(club: Club) -> Client:
    client = Client()
    client.force_login(a_member(club))
    return client


def a_table(night: Night, players: list[Player], **about: Any) -> Match:
    """A match of three hands on the night."""
    told: dict[str, Any] = {"plan": (1, 2, 3), "table": "1", "started_at": FIRST_BARK, "seed": 5} | about
    return a_match(night.club, players, night=night, **told)


def address(night: Night) -> str:
    return f"/c/{night.club.slug}/nights/{night.pk}/report/"


def page(client: Client, night: Night) -> str:
    response = client.get(address(night))
    assert response.status_code == 200
    return response.content.decode()


def test_a_night_nobody_wrote_down_says_what_to_do(member: Client, night: Night) -> None:
    assert "Nothing was played, or nobody wrote it down." in page(member, night)


def test_the_report_says_what_settled_a_tie(member: Client, night: Night, players: list[Player]) -> None:
    match = ledger.start(night.club, "dirty-dog", players, Options(plan=(2,)), night=night, table="1")
    nobody = dict.fromkeys(range(5), 0)
    write(match, [Bids({1: 1, 2: 1, 3: 2, 4: 1, 0: 1}), Tricks(nobody | {1: 1, 2: 1})])
    write(match, [TiebreakHand(nobody | {1: 1, 2: 1, 0: 1}, nobody | {1: 1, 2: 4})])
    said = "Level at the top, so a tie-break hand, bid blind: {} +6 (bid 1, took 1) and {} −4 (bid 1, took 4)."
    names = shortened([player.label for player in players])
    sentence = said.format(names[1], names[2])
    assert sentence in page(member, night)
    (table,) = printable(report_of(night), night.club)["report"]["finals"]
    assert sentence in table["ties"]
    api = f"/api/v1/clubs/{night.club.slug}/nights/{night.pk}/report"
    assert sentence in member.get(api).json()["tables"][0]["ties"]


def test_a_match_whose_end_nobody_knows_is_told_and_nobody_won_it(
    member: Client, night: Night, players: list[Player]
) -> None:
    match = ledger.start(night.club, "dirty-dog", players, Options(plan=(2,)), night=night, table="1")
    write(match, [Bids(dict.fromkeys(range(5), 1)), Tricks(dict.fromkeys(range(5), 0) | {1: 1, 2: 1})])
    write(match, [Settled("top", "unknown"), Settled("bottom", "unknown")])
    names = shortened([player.label for player in players])
    sentence = f"{names[1]} and {names[2]} were level at the top. How that was settled is not known."
    report = report_of(night)
    assert report.headline == "How it ended was not written down"
    assert sentence in report.prose[0] and report.prose[0].count("is not known") == 2
    assert "Nothing is finished yet" not in page(member, night)


def test_a_match_of_an_earlier_night_carries_its_day(member: Client, club: Club, players: list[Player]) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now() - timedelta(days=2))
    first, second = (ledger.start(club, "dirty-dog", players, night=night) for _ in range(2))
    assert night.starts_at <= first.started_at < second.started_at < night.starts_at + timedelta(minutes=1)
    labels = document_of(load(first), "", {})["labels"]
    assert labels["date"] == club_day(night.starts_at).isoformat() != club_day().isoformat()


def test_a_night_that_goes_on_has_its_tables_and_no_winner_yet(
    member: Client, night: Night, players: list[Player]
) -> None:
    a_table(night, players, hands=2)
    html = page(member, night)
    assert "Still at the table" in html
    assert "not finished" in html


def test_the_headline_follows_the_trophies(member: Client, night: Night, players: list[Player]) -> None:
    match = a_table(night, players)
    winner, loser = match.seats.get(is_winner=True).player, match.seats.get(is_loser=True).player
    told = report_of(night)
    assert told.headline == f"{winner.name.split()[0]} takes the cup, {loser.name.split()[0]} the cone"
    html = page(member, night)
    assert told.headline in html
    assert match.get_absolute_url() in html
    assert "Called out" in html


def test_the_day_that_begins_it_begins_large(member: Client, night: Night, players: list[Player]) -> None:
    a_table(night, players)
    member.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert "Jeudi 26 novembre 2026" in page(member, night)


def test_who_held_the_cup_before_is_remembered(night: Night, players: list[Player]) -> None:
    earlier = Night.objects.create(club=night.club, starts_at=FIRST_BARK - timedelta(days=7))
    before = a_table(earlier, players, started_at=earlier.starts_at, seed=9)
    Award.objects.filter(match=before).update(awarded_at=earlier.starts_at + timedelta(hours=2))
    a_table(night, players)
    holder = before.seats.get(is_winner=True).player
    passing = report_of(night).facts.main[0]
    assert passing.before_player == holder.pk
    assert report_of(earlier).facts.main[0].before == ""
    assert report_of(earlier).next.startswith("Thursday 26 November, first bark ")


def test_waiting_counts_the_nights_before_this_one(night: Night, players: list[Player]) -> None:
    for weeks, seed in ((2, 9), (1, 10)):
        earlier = Night.objects.create(club=night.club, starts_at=FIRST_BARK - timedelta(weeks=weeks))
        match = a_table(earlier, players, started_at=earlier.starts_at, seed=seed)
        Award.objects.filter(match=match).delete()
    a_table(night, players)
    passing = report_of(night).facts.main[0]
    assert (passing.first, passing.waited) == (True, 2)


def test_the_call_outs_are_counted_as_the_numbers_are(night: Night, players: list[Player]) -> None:
    a_table(night, players, plan=(4, 5, 6, 7, 8, 8, 7, 6, 5, 4))
    told = report_of(night)
    words = {each.label: each.words for each in told.called}
    numbers = {figure.label: int(figure.value or 0) for figure in told.numbers}
    for label, plural in (("Door Knob", "Door Knobs"), ("Dog Pile", "Dog Piles")):
        assert numbers[plural] > 2
        assert words[label].startswith(f"{capital(in_words(numbers[plural]))} times. ")


def test_several_tables_and_games_are_all_told(night: Night, players: list[Player]) -> None:
    a_table(night, players)
    a_table(night, players[:4], table="2", seed=6)
    told = report_of(night)
    assert {shown.table.title for shown in told.finals} == {"Table 1", "Table 2"}
    assert told.totals_chart is not None
    assert told.numbers[0].label.endswith("bids made")


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_can_be_told(night: Night, players: list[Player], game: TableGame) -> None:
    match = an_evening(night.club, game, players, seed=3)
    Match.objects.filter(pk=match.pk).update(night=night)
    told = report_of(night)
    assert told.facts.finished
    assert told.prose


def test_comings_goings_and_tags_are_part_of_it(member: Client, night: Night, players: list[Player]) -> None:
    match = a_table(night, players)
    late = FIRST_BARK + timedelta(minutes=25)
    Attendance.objects.create(night=night, player=players[0], arrived_at=late)
    Attendance.objects.create(night=night, player=players[1], host=players[0], arrived_at=FIRST_BARK)
    Tag.objects.create(match=match, round=2, term="rascal", player=players[1])
    html = page(member, night)
    assert "Bea was late by 25 minutes." in html
    assert "Otto was Bea’s guest." in html
    assert "Hand 2 at table 1: Otto." in html


def test_a_trophy_handed_on_by_hand_is_told_with_its_reason(night: Night, players: list[Player]) -> None:
    slipper = Trophy.objects.create(club=night.club, name="Slipper", rule=Trophy.Rule.HAND)
    Award.objects.create(trophy=slipper, player=players[0], night=night, reason="Biscuits.")
    assert "The Slipper went to Bea Marlowe. “Biscuits.”" in report_of(night).prose


def test_a_long_history_and_more_tables_cost_no_more_queries(
    member: Client, night: Night, players: list[Player]
) -> None:
    a_history(night.club, players, 2)
    a_table(night, players)
    cost = queries(member, address(night))
    a_history(night.club, players, 30)
    a_table(night, players, table="2", seed=8)
    a_table(night, players, table="3", seed=7)
    assert queries(member, address(night)) == cost


def test_a_night_of_another_club_is_nobody_elses(member: Client) -> None:
    other = a_club("other")
    theirs = Night.objects.create(club=other, starts_at=FIRST_BARK)
    assert member.get(f"/c/kennel/nights/{theirs.pk}/report/").status_code == 404


def test_the_print_is_a_pdf_that_the_browser_may_keep(member: Client, night: Night, players: list[Player]) -> None:
    a_table(night, players)
    address_of_pdf = address(night).removesuffix("/") + ".pdf"
    first = member.get(address_of_pdf)
    assert first.headers["Content-Type"] == "application/pdf"
    assert 'filename="night-report-2026-11-26.pdf"' in first.headers["Content-Disposition"]
    again = member.get(address_of_pdf, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert member.get(f"{address_of_pdf}?paper=a3").status_code == 400


def test_the_club_opens_its_reports_with_its_history(club: Club, night: Night) -> None:
    assert Client().get(address(night)).status_code == 302
    Club.objects.filter(pk=club.pk).update(history_is_open=True)
    assert Client().get(address(night)).status_code == 200


def test_tallies_nobody_may_read_yet_are_not_told(member: Client, night: Night, players: list[Player]) -> None:
    match = a_war(night.club, players[:3], [BEA, OTTO])
    Match.objects.filter(pk=match.pk).update(night=night)
    for path in (address(night), address(night).removesuffix("/") + ".pdf"):
        assert leaks(member.get(path)) == []


def test_a_program_reads_the_same_words(member: Client, night: Night, players: list[Player]) -> None:
    match = a_table(night, players)
    told = report_of(night)
    answer = member.get(f"/api/v1/clubs/kennel/nights/{night.pk}/report").json()
    assert (answer["headline"], answer["paragraphs"], answer["next"]) == (told.headline, told.prose, told.next)
    assert answer["tables"][0]["match"] == str(match.pk)
    assert answer["tables"][0]["places"][0]["place"] == 1
    assert answer["called_out"]


def test_the_report_says_which_hand_turned_the_table_that_counts(
    member: Client, club: Club, night: Night, players: list[Player]
) -> None:
    """With curve and numbers on the page, with its curve on paper; a club that has turned chances off has neither."""
    a_history(club, players, 10)
    match = a_table(night, players, plan=(1, 2, 3, 4, 3, 2))
    Match.objects.exclude(pk=match.pk).update(finished_at=match.started_at - timedelta(days=1))
    assert "Chances" not in page(member, night)  # the forecast is not computed yet
    compute(match.pk)
    html = page(member, night)
    assert re.search(r"Hand \d turned it\.", html)
    assert html.count('class="chance ') == 5
    assert f'href="/m/{match.pk}/chances/"' in html
    made = member.post(f"/c/kennel/nights/{night.pk}/report/share/", {"expires": "month"}).content.decode()
    (path,) = re.findall(r'value="http://[^/"]+(/s/[0-9A-Za-z]{22}/)"', made)
    shared = Client(headers={"user-agent": "A browser"}).get(path).content.decode()
    assert re.search(r"Hand \d turned it\.", shared)
    assert (shared.count('class="chance '), "/chances/" in shared) == (5, False)
    on_paper = printable(report_of(night), club)["report"]
    assert re.match(r"Hand \d turned it\. ", on_paper["turn"])
    assert len(on_paper["chances"]["lines"]) == 5
    assert re.fullmatch(r"hand \d", on_paper["chances"]["turn"]["text"])
    Club.objects.update(chances=ShowChances.NOWHERE)
    assert "Chances" not in page(member, night)
