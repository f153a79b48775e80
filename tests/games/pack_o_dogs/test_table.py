"""The complex game at the table: one tap a round, the pack before or after it, and the end of a game."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Role
from games.models import Entry, Match
from tests.factory import a_club, a_member
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, GAME_3, WHOLE, P, W, a_table, pack, plain, tap, with_keys
from tests.posting import form_on, page, replaced, sent

pytestmark = pytest.mark.django_db


def payloads() -> list[Any]:
    """The payloads of all entries, in order."""
    return [entry.payload for entry in Entry.objects.order_by("number", "revision")]


def test_one_tap_writes_a_round_without_a_pack(client: Client) -> None:
    match = a_table(client)
    assert tap(client, match, winner="1").status_code == 302
    assert payloads() == [{"winner": 1, "pack": False}]


def test_the_pack_may_be_tapped_before(client: Client) -> None:
    match = a_table(client)
    tap(client, match, "?number=1&pack=1", pack="1", winner="0")
    assert payloads() == [{"winner": 0, "pack": True}]


def test_the_pack_may_be_tapped_after_as_a_revision(client: Client) -> None:
    match = a_table(client)
    tap(client, match, winner="0")
    tap(client, match, "?recap=1", pack="1")
    assert payloads() == [{"winner": 0, "pack": False}, {"winner": 0, "pack": True}]
    assert 'data-what="written"' in page(client, match, "?recap=1")


def test_a_round_written_stands_above_the_keys_of_the_next(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2[:6]])
    html = page(client, match)
    assert 'data-what="round"' in html
    assert "<b>Round 6</b>" in html
    assert "Otto: 2 × 3 × 3 = 18" in html
    assert "Undo: Otto won" in html
    assert "Who wins round 7?" in html


def test_a_club_may_want_the_page_of_each_round(client: Client) -> None:
    match = a_table(client, [plain(W)])
    match.club.recap_page = True
    match.club.save()
    assert 'data-what="written"' in page(client, match)
    assert 'data-what="round"' in page(client, match, "?number=2")


def test_the_other_player_may_have_won_after_all(client: Client) -> None:
    match = a_table(client, [pack(W)])
    tap(client, match, "?recap=1", winner="1")
    assert payloads()[-1] == {"winner": 1, "pack": True}


def test_the_keys_say_what_they_pay(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2[:5]])
    html = page(client, match, "?number=11")
    assert '<span class="gain">+3</span>' in html
    assert '<span class="gain">+9</span>' in html
    html = page(client, match, "?number=11&pack=1")
    assert '<span class="gain">+6</span>' in html
    assert '<span class="gain">+18</span>' in html
    assert "Wilhelmina leads, three rounds to two." in html
    assert "Round 6 counts three times." in html


def test_a_written_round_shows_its_sum_with_reasons(client: Client) -> None:
    html = page(client, a_table(client, [*GAME_1, *GAME_2[:6]]), "?recap=1")
    for words in ("pack completed", "third in a row", "round 6", "Otto won round 6", "Wilhelmina 12, Otto 2"):
        assert words in html
    assert "Three rounds all." in html
    assert "Round 7 counts four times, and Otto’s streak would be four." in html
    assert "Undo: Otto won" in html


def test_early_in_a_game_only_the_streak_is_told(client: Client) -> None:
    html = page(client, a_table(client, [plain(P), plain(P)]), "?recap=1")
    assert "Otto leads, two rounds to none." in html
    assert "One more in a row for Otto counts three times." in html


def test_turns_and_treat_say_how_many_cards_to_deal(client: Client) -> None:
    match = a_table(client, [pack(W)])
    assert "They set how many cards are dealt next." in page(client, match, "?recap=1")
    tap(client, match, "?recap=1", turns="2")
    tap(client, match, "?recap=1", treat="1")
    assert payloads()[-1] == {"winner": 0, "pack": True, "turns": 2, "treat": True}
    assert "Deal 2 cards to each hand, 3 to the table." in page(client, match)
    assert "Deal 2 cards to each hand, 3 to the table." in page(client, match, "?number=2")


def test_without_its_pack_a_round_has_neither_treat_nor_two_turns(client: Client) -> None:
    match = a_table(client, [pack(W, 2, treat=True)])
    tap(client, match, "?recap=1", pack="")
    assert payloads()[-1] == {"winner": 0, "pack": False}
    tap(client, match, "?number=2", winner="1", turns="3", treat="1")
    assert payloads()[-1] == {"winner": 1, "pack": False, "turns": 3}


def test_a_round_has_two_or_three_turns(client: Client) -> None:
    match = a_table(client)
    answer = tap(client, match, winner="1", turns="4")
    assert answer.status_code == 422
    assert "A round has 2 or 3 turns, not 4." in answer.content.decode()


def test_nobody_won_is_refused_in_the_clubs_words(client: Client) -> None:
    match = a_table(client)
    for keys in ({}, {"winner": "2"}, {"winner": "x"}, {"winner": ""}):
        answer = tap(client, match, **keys)
        assert answer.status_code == 422
        assert "Who won? Tap one of the two." in answer.content.decode()
    assert payloads() == []


def test_undo_leaves_the_pack_half_entered(client: Client) -> None:
    match = a_table(client, [pack(W, 3, treat=True)])
    answer = sent(client, f"/m/{match.pk}/undo/", form_on(page(client, match), "undo"))
    assert answer["Location"].endswith("?number=1&pack=1&treat=1&turns=3")
    html = page(client, match, "?number=1&pack=1&treat=1&turns=3")
    assert 'name="pack" value="1" checked' in html
    assert 'name="turns" value="3" checked' in html
    assert "Nothing to undo" in html


def test_what_was_changed_last_is_undone_first(client: Client) -> None:
    html = page(client, a_table(client, [plain(W)]), "?number=2&pack=1&last=pack")
    assert "Undo: pack" in html
    assert 'name="last" value="pack"' in html


def test_a_game_that_points_turn_shows_both_workings(client: Client) -> None:
    html = page(client, a_table(client, [*GAME_1, *GAME_2]))
    for words in (
        "Otto wins game 2, 28 to 10",
        "Rounds end a game. Points win it.",
        "Otto leads the match, 30 to 22.",
        "Why the player with four rounds lost",
        "Wilhelmina won four rounds to Otto’s three. Otto’s three came one after the other, each with a pack, "
        "two of them late.",
        "Undo: round 7",
        "Game 3 of 3",
    ):
        assert words in html
    assert html.count('class="working"') == 2


def test_a_game_that_rounds_and_points_agree_on_needs_no_explanation(client: Client) -> None:
    html = page(client, a_table(client, GAME_1))
    assert "Wilhelmina wins game 1, 12 to 2" in html
    assert "Four rounds to one, and the points as well. Wilhelmina leads the match, 12 to 2." in html
    assert 'class="working"' not in html
    assert 'class="sevens"' in html


def test_level_points_go_to_the_four_rounds(client: Client) -> None:
    level = [pack(W), plain(W), plain(W), pack(P), pack(P), plain(W)]  # points: 2 + 2 + 3 + 3 and 2 + 8
    html = page(client, a_table(client, level, games=1))
    assert "Wilhelmina wins game 1, 10 to 10" in html
    assert "Level on points, so the rounds decide: four rounds to two." in html


def test_the_pack_of_the_closing_round_may_be_set_right(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2])
    assert "Wilhelmina won round 7: 1 × 1 × 4 = 4" in page(client, match)
    tap(client, match, pack="1")
    assert payloads()[-1] == {"winner": 0, "pack": True}
    assert "Otto wins game 2, 28 to 14" in page(client, match)


def test_the_next_game_begins_with_a_tap(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2])
    html = page(client, match, "?number=13")
    assert "game 3 of 3" in html
    assert "Wilhelmina 22, Otto 30" in html
    assert "Nobody has won a round yet." in html


def test_the_end_of_the_match_leads_to_how_it_ended(client: Client) -> None:
    match = a_table(client, WHOLE[:-1])
    tap(client, match, "?number=18", winner="0")
    html = page(client, match)
    assert "Wilhelmina wins the match, 36 to 32." in html
    assert f"/m/{match.pk}/finish/" in html
    assert client.get(f"/m/{match.pk}/finish/").status_code == 200
    assert page(client, match, "?number=19").count("<h1>Wilhelmina wins game 3") == 1


def test_a_round_after_the_end_is_refused(client: Client) -> None:
    match = a_table(client, GAME_1, games=1)
    fields = [("what", "round"), ("number", "6"), ("version", str(match.version)), ("winner", "0")]
    fields += [("entry", "7d5f7a3e-60c0-4f34-8f4b-0f6a7be2f6d1")]
    answer = sent(client, f"/m/{match.pk}/table/", fields)
    assert answer.status_code in (409, 422)


def test_sent_twice_is_written_once(client: Client) -> None:
    match = a_table(client)
    fields = with_keys(form_on(page(client, match), "entry"), winner="1")
    first, second = (sent(client, f"/m/{match.pk}/table/", fields) for _ in range(2))
    assert first["X-Entry-Written"] == second["X-Entry-Written"]
    assert len(payloads()) == 1


def test_two_tablets_that_differ_are_shown_both(client: Client) -> None:
    match = a_table(client)
    fields = form_on(page(client, match), "entry")
    tap(client, match, winner="1")
    other = replaced(fields, entry="7d5f7a3e-60c0-4f34-8f4b-0f6a7be2f6d1")
    answer = sent(client, f"/m/{match.pk}/table/", with_keys(other, winner="0"))
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "Round 1 of game 1, won by: two tablets entered different things." in " ".join(html.split())
    assert "Won by Otto" in " ".join(html.split())
    assert "Won by Wilhelmina" in " ".join(html.split())


@pytest.mark.parametrize(
    "query",
    [
        "?number=x&pack=2&turns=9&treat=yes&last=nothing",
        "?number=1&turns=%00&pack=1&pack=0",
        "?number=99999999999999999999&winner=7",
        "?number=1&turns=2&last=%F0%9F%90%B6",
        "?piles-0=x&piles-1=-3&low_cat=1",
    ],
)
@pytest.mark.parametrize("entries", [[], GAME_1[:2], GAME_1, [*GAME_1, *GAME_2, *GAME_3]])
def test_no_nonsense_in_the_address_breaks_the_page(client: Client, query: str, entries: list[Any]) -> None:
    match = a_table(client, entries)
    assert client.get(f"/m/{match.pk}/table/{query}").status_code == 200


@pytest.mark.parametrize("what", ["", "piles", "capture", "bids", "round"])
def test_no_nonsense_in_the_form_breaks_the_page(client: Client, what: str) -> None:
    match = a_table(client)
    for form in ({}, {"winner": "0"}, {"piles-0": "x", "piles-1": "9"}, {"winner": "\x00", "pack": "1", "turns": "²"}):
        answer = client.post(f"/m/{match.pk}/table/", {"what": what, **form})
        assert answer.status_code == 422


def test_looking_writes_nothing(client: Client) -> None:
    match = a_table(client)
    fields = with_keys(form_on(page(client, match), "entry"), pack="1", do="look", last="pack")
    answer = sent(client, f"/m/{match.pk}/table/", fields, HX_Request="true")
    assert answer["X-Form-Shown"] == "1"
    assert "pack completed" in answer.content.decode()
    assert payloads() == []


def test_a_member_of_another_club_finds_nothing_here(client: Client) -> None:
    match = a_table(client, GAME_1)
    stranger = Client()
    stranger.force_login(a_member(a_club("elsewhere"), Role.OWNER))
    for path in ("table/", "", "wall/", "correct/1/", "cell/1/0/", "paper/"):
        assert stranger.get(f"/m/{match.pk}/{path}").status_code == 404


@pytest.mark.parametrize("entries", [GAME_1[:3], [*GAME_1, *GAME_2]])
def test_showing_the_table_takes_five(client: Client, entries: list[Any]) -> None:
    match = a_table(client, entries)
    with CaptureQueriesContext(connection) as captured:
        page(client, match)
    assert len(captured) <= 5


def test_writing_a_round_takes_at_most_ten_statements(client: Client) -> None:
    match = a_table(client, GAME_1)
    fields = with_keys(form_on(page(client, match, "?number=6"), "entry"), winner="1")
    with CaptureQueriesContext(connection) as captured:
        sent(client, f"/m/{match.pk}/table/", fields, HX_Request="true")
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")
    found = [query["sql"] for query in captured if not query["sql"].startswith(frame)]
    assert len(found) <= 10, "\n".join(found)


def test_names_that_run_right_to_left_stay_in_their_place(client: Client) -> None:
    match = a_table(client, GAME_1)
    Match.objects.get().club.players.filter(name__startswith="Otto").update(name="דבורה לב")
    assert "דבורה" in page(client, match, "?number=6")
