"""Names that look alike: the club is asked whether they are one person, wherever a name is made."""

import unicodedata
from pathlib import Path

import pytest
from django.test import Client

from clubs.look_alikes import make_tables, skeleton
from clubs.models import Club, Player, Role
from clubs.names import looks
from clubs.players.forms import TableForm
from dogclub.exchange.imports.review.persons import Register
from games.base.form_parsing import named
from games.base.table_game import Unreadable
from tests.factory import a_member

LIKE_BEA = ("Be\u0430 Marlowe", "B\u0435\u0430 M\u0430rlowe", "\u0412ea Marlowe", "Bea Marl\u03bfwe", "Béa Marlowe")


@pytest.fixture
def bea(kennel: Club) -> Player:
    return Player.objects.create(club=kennel, name="Bea Marlowe")


@pytest.mark.django_db
@pytest.mark.parametrize("name", LIKE_BEA)
def test_a_new_player_who_looks_like_another_is_asked_about(
    kennel: Club, bea: Player, client: Client, name: str
) -> None:
    client.force_login(a_member(kennel, Role.ORGANISER))
    asked = client.post("/c/kennel/players/new/", {"name": name})
    assert "Is this Bea Marlowe? The names look the same." in asked.content.decode()
    assert 'name="is_another"' in asked.content.decode() and kennel.players.count() == 1
    assert client.post("/c/kennel/players/new/", {"name": name, "is_another": "on"}).status_code == 302
    assert kennel.players.count() == 2
    assert 'name="is_another"' not in client.get("/c/kennel/players/new/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Bea Marlowe\u200e", "\u061cBea Mar\u200dlowe", "Bea\ufe0f Marlowe\U000e0041"])
def test_invisible_signs_make_no_second_player(kennel: Club, bea: Player, client: Client, name: str) -> None:
    client.force_login(a_member(kennel, Role.SCOREKEEPER))
    assert "has a player of this name" in client.post("/c/kennel/players/new/", {"name": name}).content.decode()
    assert named(kennel, name) == bea


@pytest.mark.django_db
def test_guests_lists_and_imports_ask_too(kennel: Club, bea: Player) -> None:
    with pytest.raises(Unreadable, match="looks like the name of a player"):
        named(kennel, LIKE_BEA[0])
    asked = refusal(kennel, LIKE_BEA[2], "Otto")
    assert asked.startswith(f"“{LIKE_BEA[2]}” looks like Bea Marlowe. If it is the same person,")
    guess = Register(kennel).guess(LIKE_BEA[1])
    assert (guess.player, guess.like) == (None, (bea.pk,))


def listed(club: Club, *names: str) -> TableForm:
    """The form of a new club with this list."""
    return TableForm({"names": "\n".join(names)}, club=club)


def refusal(club: Club, *names: str) -> str:
    """The only sentence at this list."""
    (sentence,) = listed(club, *names).errors["names"]
    return str(sentence)


@pytest.mark.django_db
@pytest.mark.parametrize("twin", ["Zoë", "ZOE", "Z’oe", "Zo-e", "Zo\u0435"])
def test_two_spellings_in_a_list_are_not_two_players(kennel: Club, twin: str) -> None:
    error = refusal(kennel, "Otto", "Zoe", twin)
    assert error.endswith("Add a surname or a nickname to one of them.") and "Zoe" in error
    assert listed(kennel, "Otto", "Zoe", f"{twin} Quill").is_valid()


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["bea marlowe", "Béa Marlowe", "BeaMarlowe", "Bea-Marlöwe", "Bea Mar’lowe"])
def test_a_list_names_players_the_club_has_however_they_are_typed(kennel: Club, bea: Player, typed: str) -> None:
    form = listed(kennel, typed, "Otto")
    assert form.is_valid() and form.save()[0] == bea and kennel.players.count() == 2
    assert not listed(kennel, typed, "Bea Marlowe").is_valid()


@pytest.mark.django_db
def test_a_list_may_name_players_who_were_told_apart(kennel: Club, bea: Player) -> None:
    twin = Player.objects.create(club=kennel, name="Béa Marlowe")
    form = listed(kennel, "Béa Marlowe", "bea marlowe")
    assert form.is_valid() and form.save() == [twin, bea]
    assert refusal(kennel, "Bea Màrlowe").startswith("“Bea Màrlowe” looks like Bea Marlowe or Béa Marlowe.")


@pytest.mark.django_db
def test_who_founds_a_club_is_known_by_the_first_name_without_its_accent(kennel: Club) -> None:
    founder = Player.objects.create(club=kennel, name="Zoë Hallam")
    form = listed(kennel, "Otto", "zoe")
    assert form.is_valid() and form.save(founder)[1] == founder
    assert {player.name for player in kennel.players.all()} == {"Otto", "zoe"}


@pytest.mark.django_db
def test_a_name_that_stays_is_not_asked_about_again(kennel: Club, bea: Player, client: Client) -> None:
    twin = Player.objects.create(club=kennel, name=LIKE_BEA[0])
    client.force_login(a_member(kennel, Role.ORGANISER))
    edit = f"/c/kennel/players/{twin.pk}/edit/"
    assert client.post(edit, {"name": twin.name, "initials": "BM"}).status_code == 302
    assert "Is this" in client.post(edit, {"name": LIKE_BEA[1]}).content.decode()


def test_names_of_different_people_do_not_look_alike() -> None:
    names = ("Bea Marlowe", "Bo", "Анна Ким", "Ана Ким", "Łukasz", "Lukas", "王伟", "王芳", "علي", "عمر", "🐶", "🐕")
    keys = [looks(name) for name in names]
    assert not any(one & other for at, one in enumerate(keys) for other in keys[:at])
    assert skeleton("paypal") == skeleton("раураl")


def test_the_tables_are_those_of_one_version_of_unicode() -> None:
    headings = {
        Path(path).read_text(encoding="utf-8").split(",")[0] for path in (make_tables.SKELETONS, make_tables.IGNORABLE)
    }
    assert len(headings) == 1 and headings.pop() >= f"unicode {unicodedata.unidata_version[:4]}"
