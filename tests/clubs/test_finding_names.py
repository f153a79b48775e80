"""One person is found by one name, however it is typed, and every list has the same order."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.utils.translation import override

from clubs.models import Club, FormerName, Player, Role
from clubs.players.search import by_name, matching_players, name_key, of_name
from games.base.form_parsing import known_by
from games.batch.writing import head_of
from games.dirty_dog.late import absent_players
from games.entries.match_state import load
from games.match.search import Search, matching_matches
from games.models import Match
from games.table.new_match import seating
from leagues.attendance.strip import attendance_tiles
from tests.factory import a_match, a_member, some_players

NAMES = ("Núria Ødegård", "Łukasz Tremblay", "Élodie O’Brien", "Şükrü Weiß", "Anne-Marie Ångström", "Нина Королёва")


def query(**fields: str | list[str]) -> QueryDict:
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form.setlist(name, [value] if isinstance(value, str) else value)
    return form


TYPED = {
    "nuria": 0,
    "ODEGARD": 0,
    "ødegå": 0,
    "lukasz": 1,
    "Łukasz": 1,
    "elodie": 2,
    "o'brien": 2,
    "OBrien": 2,
    "sukru weiss": 3,
    "annemarie": 4,
    "anne marie": 4,
    "angstrom": 4,
    "королева": 5,
}


@pytest.fixture
def people(kennel: Club) -> list[Player]:
    return some_players(kennel, len(NAMES), NAMES)


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "who"), TYPED.items())
def test_a_search_finds_who_is_meant_everywhere(kennel: Club, people: list[Player], typed: str, who: int) -> None:
    assert list(matching_players(kennel.players.all(), typed)) == [people[who]]
    assert people[who] in seating(kennel, query(find=typed), fresh=False).listed
    assert len(seating(kennel, query(find=typed), fresh=False).listed) == 1


@pytest.mark.django_db
def test_all_lists_that_search_use_the_same_key(kennel: Club, people: list[Player], client: Client) -> None:
    client.force_login(a_member(kennel, Role.ORGANISER))
    night = kennel.nights.create(starts_at="2026-11-26T19:30Z")
    match = a_match(kennel, people[:4], hands=1)
    FormerName.objects.create(player=people[5], name="Zoë Kowalska-Łaszcz")
    found = ["Núria", "Łukasz", "Élodie"]
    for at in ("/c/kennel/players/?q=", "/c/kennel/search/?q="):
        shown = [client.get(f"{at}{typed}").content.decode() for typed in ("nuria", "lukasz", "elodie obrien")]
        assert [name in page for name, page in zip(found, shown, strict=True)] == [True] * 3, at
    for typed, who in (("nuria", people[0]), ("o'brien", people[2])):
        assert [tile.player for tile in attendance_tiles(night, query(find=typed)).tiles] == [who]
        assert absent_players(load(match), query(find=typed)) == []
    assert absent_players(load(match), query(find="angstrom")) == [people[4]]
    assert list(matching_matches(kennel, Search(text="odegard"))) == [match]
    assert list(matching_players(kennel.players.all(), "kowalska laszcz")) == [people[5]]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["otono", "OTOÑO", "cafe", "o'toole"])
def test_matches_are_found_by_season_and_place_however_typed(kennel: Club, people: list[Player], text: str) -> None:
    season = kennel.seasons.create(name="Otoño", starts_on="2026-09-01", ends_on="2026-12-31")
    night = kennel.nights.create(starts_at="2026-11-26T19:30Z", season=season, place="Café O’Toole")
    match = a_match(kennel, people[:4], hands=1)
    a_match(kennel, people[:4], hands=1)
    Match.objects.filter(pk=match.pk).update(night=night, season=season)
    assert list(matching_matches(kennel, Search(text=text))) == [match]


@pytest.mark.django_db
def test_a_typed_name_is_the_player_of_that_name(kennel: Club, people: list[Player]) -> None:
    assert [known_by(kennel, typed) for typed in ("nuria odegard", "ELODIE O'BRIEN", "Nuria")] == [
        people[0],
        people[2],
        None,
    ]
    twin = Player.objects.create(club=kennel, name="Elodie OBrien")
    assert of_name(kennel.players.all(), "élodie o'brien") == [people[2]]
    assert of_name(kennel.players.all(), "elodie obrien") == [twin]
    assert set(of_name(kennel.players.all(), "Elodié Obrien")) == {twin, people[2]}
    form = query(game="dirty-dog", name=["Nuria Odegard", "lukasz tremblay", "Elodie O'Brien", "Elodié Obrien"])
    head = head_of(kennel, form)
    assert head.seated == [people[0], people[1], twin]
    assert [each.name for each in head.unknown] == ["Elodié Obrien"]


@pytest.mark.django_db
def test_names_have_one_order_by_the_reader_s_language(kennel: Club) -> None:
    order = ["Ana Nuñez", "Ana Nunzi", "Élodie", "İlker", "łucja", "Łukasz", "Øyvind", "van den Berg", "Zoe", "Zoë"]
    for name in reversed(order):
        Player.objects.create(club=kennel, name=name)
    assert [player.name for player in by_name(kennel.players.all())] == order
    assert [player.name for player in kennel.players.all()] == sorted(order, key=name_key)
    assert [player.name for player in seating(kennel, query(), fresh=False).listed] == order
    with override("es"):
        assert [player.name for player in by_name(kennel.players.all())][:2] == ["Ana Nunzi", "Ana Nuñez"]


@pytest.mark.django_db
def test_the_keys_follow_the_name(kennel: Club) -> None:
    (made,) = Player.objects.bulk_create([Player(club=kennel, name="Łukasz", nickname="Ñoño")])
    assert made.found_by == "lukasz\nnono"
    made.name = "Zoë"
    made.save(update_fields=["name"])
    made.refresh_from_db()
    assert (made.found_by, made.sorted_by[:3]) == ("zoe\nnono", "zoe")


@pytest.mark.django_db
def test_an_upgrade_makes_the_keys_of_names_that_are_there(kennel: Club, people: list[Player]) -> None:
    FormerName.objects.create(player=people[0], name="Zoë")
    Player.objects.update(found_by="", sorted_by="")
    FormerName.objects.update(found_by="")
    fill = import_module("clubs.migrations.0021_folded_names").fill
    fill(apps, SimpleNamespace(connection=connection))
    assert list(matching_players(kennel.players.all(), "zoe")) == [people[0]]
    assert Player.objects.get(pk=people[1].pk).sorted_by.startswith("lukasz tremblay\t")
