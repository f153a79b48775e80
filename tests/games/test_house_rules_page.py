"""A club agrees on its own rules once: the next match proposes them, by a number and a name (HR-DD-21)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import fields

from clubs.language.terms import rules_label
from clubs.models import Club, Role, User
from clubs.time_zone import ways_of
from dogclub.privacy.own_data import written_otherwise
from games import ledger
from games.base.house_rules import agree, agreed, changes, checked, usual_rules, without_people
from games.base.options import answers_of
from games.registry import table_game
from scoring.base import RuleError
from scoring.dirty_dog import Options
from scoring.dirty_dog.entries import played
from scoring.dirty_dog.house_rules import FromCards, Made, Missed, Scoring
from scoring.records import options_from_json
from tests.agreed import agreed as every_option
from tests.counting import queries
from tests.factory import a_match, a_member, some_players

pytestmark = pytest.mark.django_db
GAME = table_game("dirty-dog")
PLAN = (1, 2, 1)


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def url(club: Club) -> str:
    return reverse("house-rules", args=[club.slug])


def label(club: Club, **options: Any) -> str:
    with ways_of(club):
        return rules_label("dirty-dog", options)


def test_an_example_is_shown_before_anything_is_saved(organiser: Client, club: Club, url: str) -> None:
    some_players(club, 4)
    page = organiser.get(url).content.decode()
    assert "One hand by these rules" in page and "Dirty Dog as written." in page
    assert "Player 5" in page and "Player 1" not in page  # four have names
    assert "It holds from the next match on." in page
    looked = organiser.post(url, {"scoring": "twenty-ten", "do": "look"}).content.decode()
    assert "Made: 20 + 10 a trick. Set: minus 10 a trick of difference." in looked
    assert "<b>+40</b>" in looked and "+7" in looked  # two tricks of two, and as written
    club.refresh_from_db()
    assert club.house_rules == {}
    own = {"scoring": "own", "scoring-made-base": "10", "scoring-made-zero": "own", "scoring-made-zero-number": "5"}
    assert "Nothing bid, nothing taken: 5." in organiser.post(url, own).content.decode()


def test_the_rules_as_written_have_the_clubs_name_of_the_game(organiser: Client, club: Club, url: str) -> None:
    club.terms = {"game-dirty-dog": "Blackout"}
    club.save()
    page = organiser.get(url).content.decode()
    assert "Blackout, as written" in page and "Blackout as written." in page
    assert "Dirty Dog" not in page


def test_the_next_match_proposes_what_was_saved(organiser: Client, club: Club, url: str) -> None:
    players = some_players(club, 4)
    keys = [each.pk for each in players]
    form = {"scoring": "ten-plus", "the_rule": "own", "rules_name": "Kennel rules"}
    form |= {"the_rule-from_cards": "3", "bidding": "blind", "decks": "2", "no_trump": "never", "do": "save"}
    assert organiser.post(url, form).status_code == 302
    ledger.start(club, "dirty-dog", players, Options(scoring="squares"))  # the last match does not matter
    page = organiser.get(reverse("match-new", args=[club.slug]), {"player": keys}).content.decode()
    assert "By Kennel rules. Made: 10 + tricks. Set: nothing. The Rule holds from 3 cards on." in page
    assert 'id="answered-rules">' in page  # nothing is to be filled in
    other: dict[str, list[int] | str] = {"player": keys, "scoring": "squares"}
    assert 'id="answered-rules" open>' in organiser.get(reverse("match-new", args=[club.slug]), other).content.decode()
    assert "§2 Kennel rules" in organiser.get(reverse("manage", args=[club.slug])).content.decode()
    again = organiser.get(url).content.decode()
    assert "§2 Kennel rules" in again and "Played now." in again
    form = {"scoring": "dirty-dog", "the_rule": "", "rules_name": "", "bidding": "in-order", "decks": "1"}
    organiser.post(url, {**form, "no_trump": "ace", "do": "save"})
    page = organiser.get(reverse("match-new", args=[club.slug]), {"player": keys}).content.decode()
    assert "Dirty Dog as written." in page


RULES = [
    pytest.param(field, each, id=field)
    for game, field, each in every_option()
    if game is GAME.engine and field in played(Options())
]


@pytest.mark.parametrize(("field", "options"), RULES)
def test_every_rule_of_a_club_is_asked_kept_and_marked(
    organiser: Client, club: Club, url: str, field: str, options: Options
) -> None:
    """On its page, for the next match, and on the page of the rules."""
    declared = next(each for each in fields(Options) if each.name == field)
    answer = answers_of(field, declared.type, getattr(options, field))
    page = organiser.get(url, answer).content.decode()
    assert [name for name in answer if f'name="{name}"' not in page] == []
    assert organiser.post(url, {**answer, "do": "save"}).status_code == 302
    club.refresh_from_db()
    stored = options_from_json(GAME.engine, usual_rules(club, GAME.key))
    assert getattr(stored, field) == getattr(options, field)
    assert GAME.changes(options), f"which rule does {field} change? (games/dirty_dog/house_rules.py)"


def test_a_club_goes_back_to_the_rules_of_its_last_match(organiser: Client, club: Club, url: str) -> None:
    players = some_players(club, 4)
    a_match(club, players, plan=PLAN, scoring="squares")
    agree(club, GAME, Options())
    new = reverse("match-new", args=[club.slug])
    assert "Dirty Dog as written." in organiser.get(new, {"player": [each.pk for each in players]}).content.decode()
    assert "Propose those of the last match" in organiser.get(url).content.decode()
    assert organiser.post(url, {"do": "forget"}).status_code == 302
    club.refresh_from_db()
    assert usual_rules(club, "dirty-dog") is None
    assert "the bid squared" in organiser.get(new, {"player": [each.pk for each in players]}).content.decode()
    assert agree(club, GAME, Options(scoring="squares")) == 2
    organiser.post(url, {"do": "forget"})
    assert label(Club.objects.get(pk=club.pk), scoring="squares") == "§2 " + label(club, scoring="squares")[3:]
    assert 'value="forget"' not in organiser.get(url).content.decode()
    swapped = organiser.post(url, {"do": "forget"}, headers={"HX-Request": "true"})
    assert swapped["HX-Redirect"] == url and "Saved." in organiser.get(url).content.decode()


def test_it_is_kept_who_agreed_on_what_and_when(organiser: Client, club: Club, url: str) -> None:
    answers = {"scoring": "ten-plus", "rules_name": "Kennel rules", "do": "save"}
    for form in (answers, answers, {"do": "forget"}, {"do": "forget"}):
        assert organiser.post(url, form).status_code == 302  # what changes nothing is no change
    agree(Club.objects.get(pk=club.pk), GAME, Options())
    User.objects.filter(memberships__club=club).update(name=(who := "Bea Sample"))
    page = organiser.get(url)
    said = [(each.name, each.number, each.label) for each in page.context["changes"]]
    assert said == [("", 1, ""), (who, None, ""), (who, 2, "§2 Kennel rules")]
    api = reverse("api-house-rules", args=[club.slug, "dirty-dog"])
    read = organiser.get(api).json()["changes"]
    assert [(each["by"], each["number"]) for each in read] == [(None, 1), (who, None), (who, 2)]
    assert read[2]["options"]["scoring"] == "ten-plus"
    organiser.force_login(a_member(club, Role.MEMBER))
    assert organiser.get(api).json()["changes"] == []
    club.refresh_from_db()
    kept = checked(GAME, without_people(club.house_rules)["dirty-dog"])
    assert [(each.now, each.by) for each in kept.changes] == [(2, None), (None, None), (1, None)]
    user = User.objects.get(name=who)
    assert [row["what"] for row in written_otherwise(user) if "house rules" in row["did"]] == [club.slug] * 2
    user.delete()
    assert [each.name for each in changes(GAME, agreed(club, "dirty-dog"))] == ["", "", ""]


def test_what_cannot_be_read_is_refused_with_a_reason(organiser: Client, club: Club, url: str) -> None:
    refused = organiser.post(url, {"scoring": "fifty-plus", "do": "save"})
    assert refused.status_code == 422
    assert "Points: choose one of the answers." in refused.content.decode()
    long = organiser.post(url, {"rules_name": "x" * 41, "do": "save"})
    assert "These rules are called: 40 characters at most." in long.content.decode()
    club.refresh_from_db()
    assert club.house_rules == {}
    assert organiser.get(url, {"game": "top-dog"}).status_code == 404


def test_a_change_is_the_next_number_once_a_match_was_played(club: Club) -> None:
    own = Scoring(Made(10, zero=5), Missed("difference", 2))
    assert agree(club, GAME, Options()) == 1
    assert agree(club, GAME, Options(scoring="ten-plus")) == 2
    assert agree(club, GAME, Options(scoring=own, the_rule=FromCards(3))) == 2  # nobody played by ten-plus
    a_match(club, some_players(club, 4), plan=PLAN, scoring=own, the_rule=FromCards(3))
    assert agree(club, GAME, Options(scoring="squares")) == 3
    assert agree(club, GAME, Options(scoring=own, the_rule=FromCards(3), rules_name="Old rules")) == 2
    assert agree(club, GAME, Options()) == 1
    known = agreed(club, "dirty-dog")
    assert known is not None and len(known.rules) == 2 and usual_rules(club, "dirty-dog") == {}
    assert known == checked(GAME, club.house_rules["dirty-dog"])


def test_a_match_is_labelled_by_number_and_name(club: Club) -> None:
    assert label(club) == label(club, max_cards=5) == label(club, rules_name="Kennel rules") == ""
    assert label(club, scoring="ten-plus") == "10 + tricks, nothing for a miss"
    assert label(club, scoring="ten-plus", decks=2) == "10 + tricks, nothing for a miss, with changes"
    assert label(club, the_rule="off") == "Own rules"
    agree(club, GAME, Options(scoring="ten-plus", rules_name="Kennel rules"))
    assert label(club, scoring="ten-plus") == "§2 Kennel rules"
    assert label(club, scoring="ten-plus", rules_name="Den rules") == "§2 Den rules"
    assert label(club, scoring="squares", rules_name="Blackout") == "Blackout"
    with ways_of(None):
        assert rules_label("dirty-dog", {"scoring": "ten-plus"}) == "10 + tricks, nothing for a miss"
    assert rules_label("top-dog", {"target": 20}) == ""


def test_one_tap_chooses_rules_by_their_number(organiser: Client, club: Club) -> None:
    keys = [each.pk for each in some_players(club, 4)]
    new = reverse("match-new", args=[club.slug])
    seated: dict[str, Any] = {"seat": keys, "player": keys, "dealer": str(keys[0])}
    assert "rules:1" not in organiser.get(new, seated).content.decode()
    agree(club, GAME, Options(scoring=Scoring(Made(10, zero=5), Missed("difference")), rules_name="Kennel rules"))
    page = organiser.get(new, seated).content.decode()
    assert 'value="rules:2" aria-pressed="true"' in page and 'value="rules:1" aria-pressed="false"' in page
    asked = {"scoring": "own", "scoring-made-base": "9", "rules_name": "Kennel rules", "decks": "2", **seated}
    written = organiser.post(new, {**asked, "do": "rules:1"}).content.decode()
    assert "Dirty Dog as written." in written and 'value="rules:1" aria-pressed="true"' in written
    back = organiser.post(new, {**asked, "do": "rules:2"}).content.decode()
    assert "By Kennel rules. Made: 10 + tricks. Nothing bid, nothing taken: 5." in back
    assert "Deal hand 1, by §2" in back and "as always here" in back and "Other than §2" not in back
    assert "Deal hand 1, by §1" in written and "Other than §2: Points. Records and averages keep it apart." in written
    own = organiser.post(new, {**asked, "do": "look"}).content.decode()
    assert "Deal hand 1, by other rules" in own and "Other than §2: Points and Decks." in own
    assert "Two decks" not in back
    other = organiser.post(new, {**asked, "do": "rules:7"})
    assert other.status_code == 422 and "This page does not know that choice." in other.content.decode()
    assert "Made: 9 + tricks." in other.content.decode()  # what was answered stays
    assert organiser.get(new, {**asked, "do": "rules:7"}).status_code == 422


def test_what_a_file_says_is_checked() -> None:
    files: list[Any] = [
        {"now": 3, "rules": [{"scoring": "squares"}]},
        {"now": 0},
        {"now": 2, "rules": [{"scoring": "fifty"}]},
        {"now": 2, "rules": [{"max_cards": 5}]},
        {"now": 1, "more": True},
        [],
    ]
    for wrong in files:
        with pytest.raises(RuleError):
            checked(GAME, wrong)


def test_old_sheets_propose_them_too(organiser: Client, club: Club) -> None:
    players = some_players(club, 4)
    agree(club, GAME, Options(scoring="squares", rules_name="Blackout"))
    head = {"game": "dirty-dog", "on": "2024-05-02", "name": [player.name for player in players]}
    page = organiser.get(reverse("batch", args=[club.slug]), {**head, "dealer": str(players[0].pk)})
    assert "By Blackout. Made: 10 + the bid squared." in page.content.decode()
    assert "scoring=squares" in page.content.decode()  # and the sheet below is scored by them


def test_a_new_match_costs_no_query_more(organiser: Client, club: Club) -> None:
    a_match(club, some_players(club, 4), plan=PLAN)
    new = reverse("match-new", args=[club.slug])
    before = queries(organiser, new)
    agree(club, GAME, Options(scoring="squares"))
    assert queries(organiser, new) < before
