"""`manage.py demo`: create, recreate and remove the demo club, and its sign-ins."""

import stat
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import Client

from clubs.models import Club, User
from dogclub.demo import club as demo
from dogclub.demo.people import file
from games.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "SMALL", demo.Scale(players=14, seasons=1, nights=2))
    monkeypatch.setattr(demo, "large", lambda years: demo.Scale(players=60, seasons=1, nights=1, tables=6))
    file().unlink(missing_ok=True)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def test_it_says_how_large_the_club_is() -> None:
    assert run().startswith("Thursday Kennel: 14 players, ")
    assert Club.objects.get().is_demo


def test_a_full_house_is_dealt_by_the_years() -> None:
    assert run("--years", "1").startswith("Thursday Kennel: 60 players, 7 matches, ")


def test_it_is_not_dealt_over_the_one_that_stands() -> None:
    run()
    with pytest.raises(CommandError, match="--reset"):
        run()


def test_if_empty_leaves_any_club_alone() -> None:
    Club.objects.create(slug="kennel", name="A real club")
    assert run("--if-empty") == ""
    assert Club.objects.count() == 1


def test_if_empty_fills_an_empty_house() -> None:
    assert "matches" in run("--if-empty")


def test_reset_deals_it_anew() -> None:
    run()
    first = Club.objects.get().pk
    run("--reset")
    assert Club.objects.get().pk != first


def test_remove_takes_it_away_with_its_accounts_and_its_file() -> None:
    run()
    assert run("--remove") == "Thursday Kennel is removed.\n"
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert not file().exists()
    assert run("--remove") == "There is no demo club here.\n"


@pytest.mark.parametrize("years", ["0", "-1", "51"])
def test_years_must_make_sense(years: str) -> None:
    with pytest.raises(CommandError, match="1 to 50"):
        run(f"--years={years}")


def test_the_sign_ins_work_and_nobody_else_may_read_them() -> None:
    run()
    assert stat.S_IMODE(file().stat().st_mode) == 0o600
    lines = [line.split() for line in run("--sign-ins").splitlines()]
    assert [line[2] for line in lines] == ["owner", "organiser", "scorekeeper", "member"]
    for email, password, _ in lines:
        assert authenticate(Client().get("/").wsgi_request, email=email, password=password)


def test_each_installation_has_passwords_of_its_own() -> None:
    run()
    first = run("--sign-ins")
    run("--reset")
    assert run("--sign-ins") != first


def test_without_a_demo_there_is_nobody_to_sign_in() -> None:
    with pytest.raises(CommandError, match="no demo club"):
        run("--sign-ins")


def test_after_a_restore_it_says_that_the_passwords_are_gone() -> None:
    run()
    file().unlink()
    with pytest.raises(CommandError, match="sign-ins are not kept here"):
        run("--sign-ins")


def test_half_a_club_is_never_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "_play_tonight", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run()
    assert not Club.objects.exists()
    assert not Match.objects.exists()


def test_its_owner_removes_it_with_one_click() -> None:
    run()
    club = Club.objects.get()
    browser = Client()
    browser.force_login(club.memberships.get(role=4).user)
    answer = browser.post(f"/c/{club.slug}/remove-demo/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not Club.objects.exists()
    assert not file().exists()
