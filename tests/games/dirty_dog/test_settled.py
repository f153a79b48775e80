"""A tie nobody wrote the outcome of: the match is never under way, and a person can say what became of it (LG-07)."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from clubs.models import Club, Role
from games import ledger
from games.ledger import rescore
from games.models import Match
from scoring.dirty_dog import Options
from tests.factory import some_players
from tests.people import SignIn

pytestmark = pytest.mark.both_databases


def a_tie(club: Club, totals: tuple[int, ...], days: int) -> Match:
    """A match of which only the totals are known, as an import of an earlier version left it."""
    began = timezone.now() - timedelta(days=days)
    options = Options(plan=(), opening=dict(enumerate(totals)))
    match = ledger.start(club, "dirty-dog", some_players(club, len(totals)), options, started_at=began)
    assert "not unsettled, but it is" in rescore(match.pk)
    return Match.objects.get(pk=match.pk)


@pytest.mark.django_db
def test_a_tie_of_an_earlier_evening_is_not_under_way(kennel: Club, sign_in: SignIn) -> None:
    match, page = a_tie(kennel, (41, 41, 5), days=200), sign_in(Role.SCOREKEEPER)
    assert (match.is_open, match.is_left, match.is_undecided) == (False, True, True)
    home = page.get("/c/kennel/").content.decode()
    assert str(match.pk) not in home
    assert "not settled" in page.get("/c/kennel/matches/").content.decode()
    shown = page.get(match.get_absolute_url()).content.decode()
    assert f'href="{match.get_absolute_url()}table/settled/">Say how it was settled' in shown
    Match.objects.update(unsettled_at=timezone.now())
    assert str(match.pk) in page.get("/c/kennel/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("outcome", "winners", "says"),
    [
        ("unknown", [], "How that was settled is not known."),
        ("shared", [0, 1], "share the win."),
        ("1", [1], "Otto won."),
    ],
)
def test_a_person_says_how_it_was_settled(
    kennel: Club, sign_in: SignIn, outcome: str, winners: list[int], says: str
) -> None:
    match, page = a_tie(kennel, (41, 41, 5), days=200), sign_in(Role.SCOREKEEPER)
    at = f"{match.get_absolute_url()}table/settled/"
    form = page.get(at)
    assert "Bea and Otto ended level at the top, on 41." in form.content.decode()
    posted = {key: form.context[key] for key in ("entry_id", "line")}
    sent = {"entry": posted["entry_id"], "version": match.version, "number": posted["line"]}
    refused = page.post(at, {**sent, "outcome": "2"})
    assert (refused.status_code, "Choose how it was settled." in refused.content.decode()) == (422, True)
    page.post(at, {**sent, "outcome": outcome})
    match.refresh_from_db()
    assert match.finished_at and not match.unsettled_at
    assert [seat.position for seat in match.seats.all() if seat.is_winner] == winners
    assert says in page.get(match.get_absolute_url()).content.decode()
    assert rescore(match.pk, check=True) == []


@pytest.mark.django_db
def test_an_upgrade_finds_the_ties_that_imports_left_open(kennel: Club) -> None:
    match = a_tie(kennel, (41, 41, 5), days=200)
    Match.objects.update(unsettled_at=None)
    find = import_module("games.migrations.0009_ties_nobody_settled").find
    find(apps, SimpleNamespace(connection=connection))
    assert Match.objects.get(pk=match.pk).is_left
