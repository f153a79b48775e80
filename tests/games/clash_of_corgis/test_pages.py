"""The pages of Clash of Corgis other than the table: setup, sheet, wall, cell history, correction, paper entry,
history, rules, statistics.
"""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Role
from games import ledger
from games.entries.match_state import load
from games.models import Match
from scoring.clash_of_corgis import Game, Options
from tests import factory
from tests.games.clash_of_corgis.series import KEY, NAMES, SERIES, a_series, sent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def seen(client: Client, path: str, **asked: Any) -> str:
    response = client.get(path, asked)
    assert response.status_code == 200, path
    return str(response.content.decode()).replace("\xad", "")


def a_new_match(client: Client, **chosen: Any) -> Any:
    """The response to the form for a new match with these fields, and the three players."""
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    seated = factory.some_players(club, 3, NAMES)
    keys = [player.pk for player in seated]
    form = {"game": KEY, "player": keys, "seat": keys, "match": str(uuid4()), "do": "deal", **chosen}
    return client.post("/c/kennel/matches/new/", form), seated


def test_a_series_is_the_best_of_five_unless_somebody_says_otherwise(client: Client) -> None:
    answer, _ = a_new_match(client)
    assert answer.status_code == 302
    assert load(Match.objects.get()).options == Options()


def test_length_and_first_start_are_taken_from_the_form(client: Client) -> None:
    _, seated = a_new_match(client, best_of="3", starter="0")
    assert load(Match.objects.get()).options == Options(best_of=3)
    form = {"game": KEY, "seat": [player.pk for player in seated], "player": [player.pk for player in seated]}
    chosen = {"match": str(uuid4()), "do": "deal", "best_of": "7", "starter": seated[1].pk}
    client.post("/c/kennel/matches/new/", {**form, **chosen})
    assert load(Match.objects.exclude(options={"best_of": 3}).get()).options == Options(7, 1)


@pytest.mark.parametrize("best_of", ["4", "x", "0", "101"])
def test_a_series_that_cannot_be_played_is_refused_in_words(client: Client, best_of: str) -> None:
    answer, _ = a_new_match(client, best_of=best_of)
    assert answer.status_code == 422
    assert "choose" in answer.content.decode().lower()
    assert not Match.objects.exists()


def test_chance_may_say_who_starts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seats: seats - 1)
    answer, seated = a_new_match(client, do="draw")
    text = answer.content.decode()
    assert "Jo starts game 1." in text
    assert f'value="{seated[2].pk}" checked' in text


def test_whoever_won_the_last_game_starts_the_next_series(client: Client) -> None:
    """CC-03; HR-CC-03: only players who are here count."""
    match = a_series(client, SERIES)
    winner = match.seats.get(position=1).player
    others = [seat.player_id for seat in match.seats.exclude(position=1)]
    text = seen(client, "/c/kennel/matches/new/", game=KEY, seat=[*others, winner.pk], player=[*others, winner.pk])
    assert "Wilhelmina won the last game and starts." in text
    assert f'value="{winner.pk}" checked' in text
    assert "Nobody yet" not in text
    text = seen(client, "/c/kennel/matches/new/", game=KEY, seat=others, player=others)
    assert "Draw who starts game 1" in text
    assert "Nobody yet" in text


def test_nobody_at_the_table_is_asked_only_how_long(client: Client) -> None:
    a_series(client)
    text = seen(client, "/c/kennel/matches/new/", game=KEY, seat="none")
    assert "Best of 5" in text


def test_the_sheet_is_kept_as_on_paper(client: Client) -> None:
    match = a_series(client, SERIES)
    text = seen(client, match.get_absolute_url())
    assert "Best of five. First to three. 5 games played." in text
    assert text.count("<i>won</i>") == 5
    assert 'class="fig mark mark-top"><span class="vh">total </span>3<' in text
    assert "Percy and Gus won no game each." in text
    assert "Percy 22, Gus 24." in text


def test_a_series_under_way_says_who_still_needs_what(client: Client) -> None:
    match = a_series(client, SERIES[:3])
    text = seen(client, match.get_absolute_url())
    assert "3 games played; Jo starts game 4." in text
    assert "needs 1 more game." in text
    assert 'class="is-now"' in text


def test_a_series_put_away_has_no_result(client: Client) -> None:
    match = a_series(client, SERIES[:3])
    ledger.abandon(match.pk)
    assert "then ended without a result." in seen(client, match.get_absolute_url())
    assert "No result" in seen(client, f"{match.get_absolute_url()}wall/")


def test_one_game_decides_where_that_was_agreed(client: Client) -> None:
    match = a_series(client, options=Options(best_of=1))
    assert "One game decides. No game played yet; draw who starts." in seen(client, match.get_absolute_url())


def test_the_wall_tells_the_room(client: Client) -> None:
    match = a_series(client, SERIES[:3])
    text = seen(client, f"{match.get_absolute_url()}wall/")
    assert "Jo won" in text
    assert "Left in hand: Percy 7, Wilhelmina 1 and Gus 2." in text
    assert "One more game wins it for Jo." in text


def test_the_wall_of_a_fresh_and_of_a_decided_series(client: Client) -> None:
    fresh = a_series(client, options=Options())
    assert "draw who starts" in seen(client, f"{fresh.get_absolute_url()}wall/")
    done = a_series(client, SERIES, slug="elsewhere")
    assert "won the series." in seen(client, f"{done.get_absolute_url()}wall/")


def test_a_cell_tells_its_story(client: Client) -> None:
    match = a_series(client, SERIES[:3])
    text = seen(client, f"{match.get_absolute_url()}cell/2/0/")
    assert "Wilhelmina won. Jo started." in text
    assert "<dd>2</dd>" in text
    assert "Correct</a>" in text
    assert client.get(f"{match.get_absolute_url()}cell/9/0/").status_code == 404


def test_a_correction_is_shown_before_it_is_saved(client: Client) -> None:
    match = a_series(client, SERIES, role=Role.ORGANISER)
    path = f"{match.get_absolute_url()}correct/5/"
    assert "Who won" in seen(client, path)
    form = {**sent(match, 5), "winner": "2", "left-0": "6", "left-1": "1", "left-2": "", "left-3": "5", "do": "look"}
    preview = client.post(path, form).content.decode()
    assert "This correction changes the winner" in preview
    assert "Nothing is saved yet." in preview
    assert client.post(path, {**form, "do": "save"}).status_code == 302
    match.refresh_from_db()
    assert load(match).sheet.winners == (2,)


def test_a_correction_that_changes_nothing_or_breaks_a_rule_is_refused(client: Client) -> None:
    match = a_series(client, SERIES[:2])
    path = f"{match.get_absolute_url()}correct/1/"
    same = {**sent(match, 1), "winner": "2", "left-0": "3", "left-1": "5", "left-3": "8"}
    assert "These are the current numbers." in client.post(path, same).content.decode()
    wrong = client.post(path, {**same, "left-0": "13"})
    assert wrong.status_code == 422
    assert "cannot have 13 cards left" in wrong.content.decode()


def test_an_early_end_by_correction_names_the_later_game(client: Client) -> None:
    match = a_series(client, SERIES, role=Role.ORGANISER)
    form = {**sent(match, 4), "winner": "2"}
    answer = client.post(f"{match.get_absolute_url()}correct/4/", form)
    assert answer.status_code == 422
    assert "Game 5 would no longer be possible." in answer.content.decode()


def test_a_paper_sheet_is_typed_in_at_once(client: Client) -> None:
    match = a_series(client)
    path = f"{match.get_absolute_url()}paper/"
    assert "Enter a paper sheet" in seen(client, path)
    form = {**sent(match, 1), "r1-winner": "2", "r1-left-0": "3", "r2-left-1": "0", "r2-left-0": "2", "r3-winner": "2"}
    assert client.post(path, form).status_code == 302
    match.refresh_from_db()
    assert [line.leaders for line in load(match).sheet.lines] == [(2,), (1, 2), (2,)]


def test_history_and_record_speak_of_players(client: Client) -> None:
    match = a_series(client, SERIES)
    history = seen(client, f"{match.get_absolute_url()}history/")
    assert "Jo won; left: Percy 3, Wilhelmina 5, Gus 8" in history
    record = client.get(f"{match.get_absolute_url()}record.json").json()
    assert record["rounds"][0] == {
        "winner": "Jo Finch",
        "cards_left": {"Percy Abara": 3, "Wilhelmina Featherstonehaugh-Oyelaran": 5, "Gus Tate": 8},
    }


def test_the_rules_have_a_page_for_the_table(client: Client) -> None:
    a_series(client)
    assert "?game=clash-of-corgis&amp;at=table" in seen(client, "/c/kennel/rules/", game=KEY)
    table = seen(client, "/c/kennel/rules/", game=KEY, at="table")
    assert "Samurai" in table
    assert "HR-CC-01" not in table
    assert "Samurai</th>" not in seen(client, "/c/kennel/rules/", at="table")


def test_a_players_page_counts_games_and_cards(client: Client) -> None:
    match = a_series(client, SERIES)
    player = match.seats.get(position=2).player
    text = seen(client, player.get_absolute_url())
    assert '<a href="?game=clash-of-corgis" aria-current="page">Clash of Corgis <small>1</small></a>' in text
    assert "of 5</small>" in text
    assert "Cards left" in text
    assert "&amp;won=0&amp;cards_left=1" in text
    found = seen(client, "/c/kennel/matches/", player=player.pk, game=KEY, won=0, cards_left=1)
    assert str(match.pk) in found
    assert str(match.pk) not in seen(client, "/c/kennel/matches/", player=player.pk, game=KEY, won=0, cards_left=12)


def test_a_game_that_nobody_counted_leaves_cards_out(client: Client) -> None:
    match = a_series(client, [Game(0), Game(0), Game(0)], players=2)
    loser = match.seats.get(position=1).player
    assert "Cards left" not in seen(client, loser.get_absolute_url())
