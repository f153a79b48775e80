"""The queries of `clubs.queries` return and write the same rows prepared and plain, and cache nothing."""

from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.db.models.base import ModelState
from django.db.models.signals import post_init, pre_init
from django.db.transaction import TransactionManagementError

from clubs.models import Club, Membership, Player, Role, User
from clubs.queries import Insert, Read, Update
from dogclub.speedups.prepared_queries import PLAIN, PREPARED
from games.access import A_MATCH, match_rows
from games.entries.match_state import ENTRIES, SEATS, load
from games.ledger.rows import LOCKED
from games.models import Entry, Match, Seat, Tag
from leagues.models import Award, Trophy
from tests import factory

pytestmark = pytest.mark.django_db
NAMED = Read(
    lambda club, name: Player.objects.filter(club=club, name=name),
    club=Player._meta.get_field("club"),
    name=Player._meta.get_field("name"),
)


@pytest.fixture(autouse=True, params=[PLAIN, PREPARED], ids=["plain", "prepared"])
def _each_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, name, way in request.param:
        monkeypatch.setattr(kind, name, way)


@pytest.fixture
def played() -> Match:
    club = factory.a_club()
    return factory.a_match(club, factory.some_players(club, 5), plan=(1, 2, 1))


def test_entries_are_those_of_the_queryset_column_by_column(played: Match) -> None:
    prepared, plain = ENTRIES.all(match=played.pk), list(played.entries.order_by("number", "revision"))
    columns = [field.attname for field in Entry._meta.concrete_fields]
    assert [[getattr(entry, name) for name in columns] for entry in prepared] == [
        [getattr(entry, name) for name in columns] for entry in plain
    ]
    assert len(prepared) > 1


def test_an_entry_is_the_object_that_django_makes(played: Match) -> None:
    prepared, plain = ENTRIES.all(match=played.pk), played.entries.order_by("number", "revision")
    for mine, other in zip(prepared, plain, strict=True):
        (my_state, my_values), (its_state, its_values) = map(_parts, (mine, other))
        assert my_values == its_values
        assert (my_state.adding, my_state.db) == (its_state.adding, its_state.db) == (False, "default")


def _parts(row: Entry) -> tuple[ModelState, dict[str, object]]:
    return row._state, {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.parametrize("model", [Club, Player, Membership, User, Match, Seat, Entry, Tag, Trophy, Award])
def test_no_model_that_is_read_so_has_a_way_of_its_own_to_be_made(model: type[Model]) -> None:
    assert (model.__init__, model.__new__) == (Model.__init__, object.__new__)
    assert model.from_db.__func__ is Model.from_db.__func__  # type: ignore[attr-defined]
    assert not pre_init.has_listeners(model)
    assert not post_init.has_listeners(model)


def test_the_related_row_comes_along(played: Match) -> None:
    seats = SEATS.all(match=played.pk)
    with connection.execute_wrapper(_refuse):
        names = [seat.player.label for seat in seats]
    assert names == [str(seat.player) for seat in Seat.objects.filter(match=played).order_by("position")]


def _refuse(*_: object) -> None:
    raise AssertionError("this asked the database")


def test_each_asking_is_filled_in_afresh(played: Match) -> None:
    first, second = played.club.players.order_by("pk")[:2]
    found = [NAMED.first(club=played.club_id, name=each.name) for each in (first, second, first)]
    assert found == [first, second, first]
    assert NAMED.first(club=played.club_id, name="'; --") is None


def test_nothing_is_kept_a_new_name_is_read_at_once(played: Match) -> None:
    seat = SEATS.all(match=played.pk)[0]
    Player.objects.filter(pk=seat.player_id).update(name="Łukasz of the kennel")
    assert SEATS.all(match=played.pk)[0].player.name == "Łukasz of the kennel"


def test_a_role_that_was_taken_away_is_gone_at_once(played: Match) -> None:
    member = factory.a_member(played.club, Role.SCOREKEEPER)
    assert [found.my_role for found in A_MATCH.all(pk=played.pk, user=member.pk)] == [Role.SCOREKEEPER]
    Membership.objects.filter(user=member).delete()
    assert [found.my_role for found in A_MATCH.all(pk=played.pk, user=member.pk)] == [None]


def test_nobody_has_no_role(played: Match) -> None:
    factory.a_member(played.club, Role.OWNER)
    for found in [*A_MATCH.all(pk=played.pk, user=None), match_rows(played.pk, None).get()]:
        assert (found.my_role, found.watched, found.tablet_id) == (None, False, None)


def test_an_inserted_row_is_the_row_django_would_have_saved(played: Match) -> None:
    row = Entry(match=played, number=90, version=9, kind="bids", payload={"bids": {"0": 1}, "ø": None}, note="Núria’s")
    Insert(Entry).run(row)
    stored = Entry.objects.get(pk=row.pk)
    columns = [field.attname for field in Entry._meta.concrete_fields]
    assert [getattr(stored, name) for name in columns] == [getattr(row, name) for name in columns]
    assert not row._state.adding


def test_a_line_taken_back_is_stored_as_null_not_as_json(played: Match) -> None:
    Insert(Entry).run(Entry(match=played, number=90, revision=2, version=9, kind="bids", payload=None))
    assert Entry.objects.filter(match=played, number=90, payload__isnull=True).exists()


def test_an_update_writes_the_named_fields_of_one_row(played: Match) -> None:
    other = factory.a_match(played.club, list(played.club.players.all()), seed=1, plan=(1,))
    played.rounds, played.table = 7, "not named"
    Update(Match, "rounds").run(played)
    assert list(Match.objects.filter(pk=played.pk).values_list("rounds", "table")) == [(7, "")]
    assert Match.objects.get(pk=other.pk).rounds == other.rounds


def test_what_was_rolled_back_is_not_read(played: Match) -> None:
    before = len(load(played).history)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Insert(Entry).run(Entry(match=played, number=90, version=9, kind="bids", payload={}))
        assert len(load(played).history) == before + 1
        raise ZeroDivisionError
    assert len(load(played).history) == before


@pytest.mark.parametrize("_each_way", [PREPARED], indirect=True)  # Django itself raises it on PostgreSQL alone
@pytest.mark.django_db(transaction=True)
def test_a_row_is_locked_only_in_a_transaction() -> None:
    with transaction.atomic():
        LOCKED.first(pk=uuid4())  # compiled here, whether or not another test has: Django checks while it compiles
    with pytest.raises(TransactionManagementError, match="as long as a transaction lasts"):
        LOCKED.first(pk=uuid4())


@pytest.mark.django_db(transaction=True)
def test_every_thread_prepares_on_its_own_connection() -> None:
    owner = User.objects.create_user("bea@example.org")
    asked = Read(lambda pk: User.objects.filter(pk=pk), pk=User._meta.pk)
    found: list[User | None] = []

    def ask() -> None:
        found.append(asked.first(pk=owner.pk))
        connection.close()

    for thread in [Thread(target=ask) for _ in range(3)]:
        thread.start()
        thread.join()
    assert found == [owner] * 3
