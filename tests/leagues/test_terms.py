"""A club's own words for terms of the games: where they are set, what is refused, and that every language uses them."""

import io
import json

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader
from pytest_django.fixtures import DjangoAssertNumQueries

from clubs.language.terms import USUAL, own, terms_of, usable
from clubs.models import Club, Role
from clubs.time_zone import ways_of
from games.callouts import counted
from games.models import CallOut, Match, Tag
from games.registry import table_game
from leagues.models import Trophy
from scoring.base import Malformed
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.messages import Term, translated
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/terms/"
WORDS = {
    "sbr": "Pechvogel",
    "float-age": "Doppelschwebe",
    "floater": "Schwebe",
    "overbid": "Übermut",
    "door-knob": "Türklinke",
    "dog-pile": "Haufen",
    "game-dirty-dog": "Straßenköter",
    "rascal": "Schlingel",
}


@pytest.fixture
def match(club: Club) -> Match:
    club.terms = WORDS
    club.save()
    return a_match(club, some_players(club), seed=2, table="1")


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def body(client: Client, path: str, language: str = "en") -> str:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == 200
    return str(response.content.decode())


def test_an_organiser_renames_what_the_app_says(organiser: Client, club: Club) -> None:
    page = body(organiser, PAGE)
    assert "Door Knob" in page and "Set in three of four hands." in page and "Cone of Shame" in page
    answer = organiser.post(PAGE, {"door-knob": "  Tür\u00adklinke ", "sbr": "SBR", "trophy-dirty-dog-winner": "Napf"})
    assert answer.status_code == 302
    club.refresh_from_db()
    assert club.terms == {"door-knob": "Türklinke"}
    trophy = club.trophies.get()
    assert (trophy.name, trophy.rule, trophy.counts_from) == ("Napf", Trophy.Rule.WINNER, None)
    page = body(organiser, PAGE)
    assert 'value="Türklinke"' in page and 'value="Napf"' in page
    assert organiser.post(PAGE, {}).status_code == 302
    club.refresh_from_db()
    trophy.refresh_from_db()
    assert (club.terms, trophy.name) == ({}, "Good Dog Cup")


@pytest.mark.parametrize("word", ["x" * 41, "a\u202eb", "a\x00b", "Door Knob", "DOOR KNOB"])
def test_what_no_page_could_say_is_refused_beside_its_field(organiser: Client, club: Club, word: str) -> None:
    answer = organiser.post(PAGE, {"sbr": word, "floater": "Schwebe"})
    assert answer.status_code == 422
    assert answer.content.decode().count('id="id_sbr_error"') == 1
    club.refresh_from_db()
    assert club.terms == {}


def test_no_two_are_called_the_same_and_two_may_swap(organiser: Client, club: Club) -> None:
    Trophy.objects.create(club=club, name="Golden Bone", rule=Trophy.Rule.HAND)
    assert organiser.post(PAGE, {"trophy-dirty-dog-winner": "golden bone"}).status_code == 422
    assert organiser.post(PAGE, {"sbr": "Pech", "floater": "pech"}).status_code == 422
    winner, loser = "trophy-dirty-dog-winner", "trophy-dirty-dog-loser"
    assert organiser.post(PAGE, {winner: "Napf", loser: "Leine"}).status_code == 302
    assert organiser.post(PAGE, {winner: "Leine", loser: "Napf"}).status_code == 302
    assert dict(club.trophies.filter(game="dirty-dog").values_list("rule", "name")) == {
        "winner": "Leine",
        "loser": "Napf",
    }


def test_a_word_of_a_newer_program_stays(organiser: Client, club: Club) -> None:
    club.terms = {"of-tomorrow": "Morgen"}
    club.save()
    assert organiser.post(PAGE, {"sbr": "<b>Pech</b>"}).status_code == 302
    club.refresh_from_db()
    assert club.terms == {"of-tomorrow": "Morgen", "sbr": "<b>Pech</b>"}
    glossary = body(organiser, "/c/kennel/glossary/")
    assert "<b>Pech" not in glossary and "&lt;b&gt;Pech&lt;/b&gt;" in glossary and "Standard name: SBR" in glossary


def test_members_do_not_rename(member: Client) -> None:
    assert member.get(PAGE).status_code == 403


def test_call_outs_and_games_are_said_as_the_club_says_them(organiser: Client, match: Match, language: str) -> None:
    page = body(organiser, match.get_absolute_url(), language)
    assert "Straßenköter" in page and "Türklinke" in page
    assert "Door Knob" not in page and "Dirty Dog<" not in page
    for path in ("/c/kennel/records/", f"/c/kennel/players/{match.seats.all()[0].player_id}/", "/c/kennel/matches/"):
        assert "Straßenköter" in body(organiser, path, language)


def test_no_page_of_a_game_says_the_standard_name(organiser: Client, match: Match) -> None:
    one, other = (seat.player_id for seat in match.seats.all()[:2])
    for path in (
        f"/c/kennel/players/{one}/",
        f"/c/kennel/players/{one}/against/",
        f"/c/kennel/head-to-head/?player={one}&against={other}",
        "/c/kennel/ratings/",
        "/c/kennel/standings/?game=dirty-dog",
    ):
        page = body(organiser, path)
        assert "Straßenköter" in page and "Dirty Dog" not in page, path
    rules = body(organiser, "/c/kennel/rules/")
    assert "<h1>Straßenköter</h1>" in rules and "The rules call it Dirty Dog." in rules


def test_the_table_says_them_too_and_tells_its_script(keeper: Client, club: Club, language: str) -> None:
    club.terms = WORDS
    club.save()
    match = a_match(club, some_players(club), hands=1, table="1")
    page = body(keeper, f"/m/{match.pk}/table/", language)
    messages = page.partition('<script id="messages-own" type="application/json">')[2].partition("</script>")[0]
    assert list(json.loads(messages).values()).count("Schwebe.") == 1 and "Pechvogel" in messages
    tags = body(keeper, f"/m/{match.pk}/tags/1/", language)
    assert "Schlingel" in tags and "Rascal" not in tags


def test_paper_has_them(organiser: Client, match: Match, language: str) -> None:
    for fill in ("blank", "filled"):
        path = f"/m/{match.pk}/sheet.pdf?layout=rev2&fill={fill}"
        answer = organiser.get(path, headers={"accept-language": language})
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
        assert "Türklinke" in text and "Straßenköter" in text
        assert "Door Knob" not in text


def test_a_trophy_is_called_so_wherever_it_is_named(organiser: Client, match: Match, language: str) -> None:
    form = {"trophy-dirty-dog-winner": "Goldener Napf", "trophy-dirty-dog-loser": "Die Leine"}
    assert organiser.post(PAGE, form).status_code == 302
    season = match.club.seasons.create(name="Winter", starts_on="2026-01-01", ends_on="2027-01-01")
    first = match.seats.get(is_winner=True).player_id
    for path in ("/c/kennel/records/", "/c/kennel/trophies/", f"/c/kennel/players/{first}/", f"/m/{match.pk}/finish/"):
        page = body(organiser, path, language)
        assert "Goldener Napf" in page and "Good Dog Cup" not in page and "Cone of Shame" not in page
    assert "Die Leine" in body(organiser, f"/c/kennel/seasons/{season.pk}/scheme/dirty-dog/", language)


def test_what_was_cached_changes_with_a_word(organiser: Client, match: Match) -> None:
    paths = (match.get_absolute_url(), f"/m/{match.pk}/sheet.pdf", f"/m/{match.pk}/picture.png", "/c/kennel/")
    for path in paths:
        organiser.get(path)  # the first response sets a cookie
        tag = organiser.get(path)["ETag"]
        assert organiser.get(path, headers={"if-none-match": tag}).status_code == 304
        Club.objects.filter(pk=match.club_id).update(terms=WORDS | {"sbr": f"Pech {path}"})
        assert organiser.get(path, headers={"if-none-match": tag}).status_code == 200


def test_another_club_and_no_club_say_the_standard_names(match: Match, client: Client) -> None:
    other = a_club("barn")
    client.force_login(a_member(other, Role.ORGANISER))
    theirs = a_match(other, some_players(other), seed=2, table="1")
    page = body(client, theirs.get_absolute_url())
    assert "Door Knob" in page and "Türklinke" not in page
    assert own() == USUAL
    with ways_of(match.club):
        assert translated(Term("sbr", "SBR")) == "Pechvogel"
        with ways_of(other), translation.override("de"):
            assert translated(Term("sbr", "SBR")) == "SBR"
        with ways_of(None):
            assert table_game(match.game).name == "Dirty Dog"
        assert table_game(match.game).name == "Straßenköter"


def test_the_hot_path_asks_for_nothing_more(
    keeper: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = a_match(club, some_players(club), hands=1, table="1")
    path = f"/m/{match.pk}/table/"
    keeper.get(path)
    with django_assert_max_num_queries(30) as usual:
        keeper.get(path)
    Club.objects.filter(pk=club.pk).update(terms=WORDS)
    with django_assert_max_num_queries(len(usual)) as own:
        keeper.get(path)
    assert len(own) == len(usual)


def test_what_is_written_down_keeps_its_codes(match: Match, organiser: Client) -> None:
    seat = match.seats.all()[0]
    Tag.objects.create(match=match, round=1, term="rascal", player=seat.player)
    assert set(CallOut.objects.filter(match=match).values_list("term", flat=True)) <= {*counted()}
    record = organiser.get(f"/m/{match.pk}/record.json").content.decode()
    assert not any(word in record for word in WORDS.values()) and "dirty-dog" in record


def test_words_of_a_file_are_read_like_names() -> None:
    bad = {"sbr": "\x00 Pech ", "floater": "\u202e", "overbid": "x" * 41}
    assert usable(bad) == {"sbr": "Pech"}


def test_what_an_engine_says_of_a_game_has_the_club_s_name_for_it(language: str, club: Club) -> None:
    with pytest.raises(Malformed) as refused:
        DIRTY_DOG.start(1, Options())
    club.terms = WORDS
    with translation.override(language), terms_of(club):
        assert translated(refused.value.message).startswith("Straßenköter")
    assert translated(refused.value.message).startswith("Dirty Dog")


def test_a_setting_about_a_game_has_the_club_s_name_for_it(client: Client, club: Club) -> None:
    club.terms = WORDS
    club.save()
    client.force_login(a_member(club, Role.OWNER))
    assert "Show chances in Straßenköter" in body(client, "/c/kennel/settings/")
