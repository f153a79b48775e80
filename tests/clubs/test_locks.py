"""Concurrent requests: a condition that a form has checked still holds when the row is saved."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from clubs.calendar.answers import answers_of
from clubs.members.membership import Closed, LastOwner, join, leave_club
from clubs.models import Club, Invitation, Membership, Player, Role, User
from clubs.queries import lock_club
from tests.nights import a_night, url
from tests.people import SignIn

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """Run the jobs at the same time, each in a thread with its own database connection, and return their results."""

    def run(job: Callable[[], object]) -> object:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_the_same_name_eight_times_makes_one_player(sign_in: SignIn) -> None:
    clients = [sign_in(Role.ORGANISER) for _ in range(8)]
    form = {"name": "Bea Marlowe", "nickname": "", "initials": "", "colour": ""}
    jobs = [lambda client=client: client.post("/c/kennel/players/new/", form).status_code for client in clients]
    assert sorted(map(str, at_once(*jobs))) == ["200"] * 7 + ["302"]
    assert Player.objects.count() == 1


def test_one_use_lets_one_of_eight_in(kennel: Club) -> None:
    row = Invitation.objects.create(club=kennel, player=Player.objects.create(club=kennel, name="Bea Marlowe"))
    users = [User.objects.create_user(f"{number}@kennel.example") for number in range(8)]

    def tries(user: User) -> str:
        try:
            join(row, user)
        except Closed:
            return "closed"
        return "in"

    assert sorted(map(str, at_once(*[lambda user=user: tries(user) for user in users]))) == ["closed"] * 7 + ["in"]
    assert Membership.objects.count() == 1


def test_two_owners_leaving_at_once_leave_one(kennel: Club) -> None:
    rows = [
        Membership.objects.create(
            club=kennel, user=User.objects.create_user(f"{number}@kennel.example"), role=Role.OWNER
        )
        for number in range(2)
    ]

    def tries(row: Membership) -> str:
        try:
            leave_club(row)
        except LastOwner:
            return "stays"
        return "gone"

    assert sorted(map(str, at_once(*[lambda row=row: tries(row) for row in rows]))) == ["gone", "stays"]
    assert Membership.objects.filter(role=Role.OWNER).count() == 1


def test_two_who_take_the_last_place_at_once_do_not_both_get_it(kennel: Club, sign_in: SignIn) -> None:
    night = a_night(kennel, minutes=600, places=1)
    clients = [sign_in(role) for role in Role]
    for number, row in enumerate(Membership.objects.filter(club=kennel)):
        row.player = Player.objects.create(club=kennel, name=f"Dog{number}")
        row.save()
    page = url(night, "answers/")
    jobs = [lambda client=client: client.post(page, {"answer": "yes"}).status_code for client in clients]
    assert at_once(*jobs) == [302] * len(Role)
    found = answers_of(night)
    assert (len(found.coming), len(found.waiting)) == (1, len(Role) - 1)
    assert [row.number for row in found.all] == list(range(1, len(Role) + 1))


@pytest.mark.only("postgresql")
def test_while_a_club_is_locked_it_gets_new_rows(kennel: Club) -> None:
    """A new match, entry or player refers to the club, and PostgreSQL locks the key it refers to."""

    def a_player() -> object:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        return Player.objects.create(club=kennel, name="Bea Marlowe").name

    with transaction.atomic():
        lock_club(kennel)
        assert at_once(a_player) == ["Bea Marlowe"]
