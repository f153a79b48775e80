"""Comments on a night and on a match: who reads and writes them, what is stored, what is refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from clubs.access import Access
from clubs.calendar.nights import Refused
from clubs.models import Club, Night, Player, Role, Session
from clubs.players import anonymise
from clubs.players.anonymise import anonymise_player, names_in
from games.comments import MOST_AN_HOUR, add_comment, comment_lines, delete_comment, edit_comment
from games.models import Comment, Match
from leagues.players.merge import merge, undo
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, some_players
from tests.nights import a_night, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def kennel() -> Club:
    return a_club(has_comments=True)


@pytest.fixture
def people(kennel: Club) -> list[Player]:
    return some_players(kennel, 4)


@pytest.fixture
def night(kennel: Club) -> Night:
    """A night that began five hours ago."""
    return a_night(kennel, minutes=-300)


@pytest.fixture
def match(kennel: Club, night: Night, people: list[Player]) -> Match:
    return a_match(kennel, people, plan=(1, 2, 1), night=night)


@pytest.fixture
def bea(client: Client, kennel: Club, people: list[Player]) -> Client:
    """The browser of a member who plays as the first of the players."""
    client.force_login(a_member(kennel, Role.MEMBER, people[0]))
    return client


def seen(client: Client, address: str) -> str:
    """The HTML of the page, with spaces collapsed."""
    return " ".join(client.get(address).content.decode().split())


def address_of(about: Night | Match) -> str:
    """The URL of the comments on a night or a match."""
    return f"{about.get_absolute_url()}comments/"


@pytest.mark.both_databases
@pytest.mark.parametrize("which", ["night", "match"])
def test_a_member_writes_edits_and_deletes_their_own(which: str, bea: Client, night: Night, match: Match) -> None:
    there = address_of(night if which == "night" else match)
    assert "Nobody has commented yet." in seen(bea, there)
    posted = bea.post(there, {"text": "I want a\nrecount: https://dog.example/rules?a=1&b=2."})
    row = Comment.objects.get()
    assert posted.headers["Location"] == f"{there}#comment-{row.pk}"
    page = seen(bea, there)
    link = '<a href="https://dog.example/rules?a=1&amp;b=2" rel="nofollow noopener noreferrer">'
    assert f"I want a recount: {link}https://dog.example/rules?a=1&amp;b=2</a>." in page
    assert (f"comments/{row.pk}/edit/" in page, f"comments/{row.pk}/delete/" in page) == (True, True)
    one = f"/c/kennel/comments/{row.pk}/"
    assert "I want a recount" in seen(bea, f"{one}edit/")
    bea.post(f"{one}edit/", {"text": "<b>No</b> recount"})
    page = seen(bea, there)
    assert "&lt;b&gt;No&lt;/b&gt; recount" in page
    assert ", edited</span>" in page
    assert "It is gone for good." in seen(bea, f"{one}delete/")
    assert bea.post(f"{one}delete/").headers["Location"] == there
    assert not Comment.objects.exists()


def test_others_neither_edit_nor_delete_and_organisers_delete(
    bea: Client, kennel: Club, night: Night, people: list[Player]
) -> None:
    row = add_comment(night, people[1], "Four of four.")
    one = f"/c/kennel/comments/{row.pk}/"
    assert f"{one}edit/" not in seen(bea, address_of(night))
    assert [bea.post(f"{one}{what}/", {"text": "x"}).status_code for what in ("edit", "delete")] == [403, 403]
    organiser = Client()
    organiser.force_login(a_member(kennel, Role.ORGANISER))
    page = seen(organiser, address_of(night))
    assert (f"{one}edit/" in page, f"{one}delete/" in page) == (False, True)
    assert "No player of this club is linked to your account." in page
    assert organiser.post(f"{one}edit/", {"text": "x"}).status_code == 403
    assert organiser.post(f"{one}delete/").status_code == 302
    assert not Comment.objects.exists()


def test_only_members_see_any(client: Client, kennel: Club, night: Night, match: Match, people: list[Player]) -> None:
    Club.objects.update(history_is_open=True)
    add_comment(night, people[0], "Four of four.")
    add_comment(match, people[0], "Four of four.")
    for address in (address_of(night), address_of(match)):
        assert client.get(address).headers["Location"].startswith("/accounts/login/")
    for address in (url(night, "report/"), match.get_absolute_url()):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "/comments/" not in answer.content.decode()
    stranger = a_member(a_club("friday"), Role.OWNER)
    client.force_login(stranger)
    assert {client.get(address).status_code for address in (address_of(night), address_of(match))} == {404}
    row = Comment.objects.filter(night=night).get()
    assert client.post(f"/c/friday/comments/{row.pk}/delete/").status_code == 404


def test_the_report_shows_them_and_the_pages_lead_there(bea: Client, night: Night, match: Match) -> None:
    add_comment(night, match.seats.first().player, "Keep the cone warm.")  # type: ignore[union-attr]
    assert "Keep the cone warm." in seen(bea, url(night, "report/"))
    assert address_of(night) in seen(bea, url(night, "report/"))
    assert address_of(night) in seen(bea, night.get_absolute_url())
    assert address_of(match) in seen(bea, match.get_absolute_url())
    assert "Read the whole report" in seen(bea, address_of(night))


def test_turned_off_hides_all_and_loses_nothing(bea: Client, kennel: Club, night: Night, people: list[Player]) -> None:
    row = add_comment(night, people[0], "Four of four.")
    owner = Client()
    owner.force_login(a_member(kennel, Role.OWNER))
    assert "checked" in seen(owner, "/c/kennel/comments/")
    assert owner.post("/c/kennel/comments/", {"who": "nobody"}).status_code == 302
    assert bea.get(address_of(night)).status_code == 404
    assert bea.get(f"/c/kennel/comments/{row.pk}/edit/").status_code == 404
    assert "Four of four." not in seen(bea, url(night, "report/"))
    assert address_of(night) not in seen(bea, night.get_absolute_url())
    late = bea.post(address_of(night), {"text": "While you turned it off"})
    page = late.content.decode()
    assert late.status_code == 422
    assert "Comments are turned off in this club, so this was not posted." in page
    assert ("While you turned it off" in page, "Four of four." in page) == (True, False)
    owner.post("/c/kennel/comments/", {"who": "members"})
    assert "Four of four." in seen(bea, address_of(night))
    assert owner.post("/c/kennel/comments/", {"who": "all"}).status_code == 422
    assert bea.get("/c/kennel/comments/").status_code == 403


def test_what_was_being_written_survives_the_end_of_the_session(bea: Client, kennel: Club, night: Night) -> None:
    user = kennel.memberships.get(role=Role.MEMBER).user
    user.set_password("three dogs at a table")
    user.save()
    Session.objects.all().delete()
    sent = bea.post(address_of(night), {"text": "A long and careful thought"})
    assert sent.headers["Location"] == f"/accounts/login/?next={address_of(night)}"
    bea.force_login(user)
    assert "A long and careful thought" in seen(bea, address_of(night))
    assert "A long and careful thought" not in seen(bea, address_of(night))
    assert not Comment.objects.exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" \n ", "Write a comment first."),
        ("x" * 501, "A comment has at most 500 characters: this has 501."),
        ("turned \u202e round", "or that reverses text. Please type it again."),
        ("a bell \x07", "contains a character that cannot be seen"),
    ],
)
def test_what_is_refused_stays_on_the_page(text: str, why: str, bea: Client, night: Night) -> None:
    answer = bea.post(address_of(night), {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert why in page
    assert text.strip() in page
    assert not Comment.objects.exists()


def test_any_script_and_emoji_are_welcome(night: Night, people: list[Player]) -> None:
    text = "כלב טוב, 👩‍👩‍👧 e\u0301"
    assert add_comment(night, people[0], text).text == "כלב טוב, 👩‍👩‍👧 é"


def test_the_same_again_is_one_and_an_hour_has_an_end(night: Night, people: list[Player]) -> None:
    rows = {add_comment(night, people[0], "Woof.").pk for _ in range(2)}
    assert len(rows) == 1
    for number in range(MOST_AN_HOUR - 1):
        add_comment(night, people[0], f"Woof {number}.")
    with pytest.raises(Refused, match="At most 20 comments an hour"):
        add_comment(night, people[0], "Woof woof.")
    add_comment(night, people[1], "Quiet, please.")
    Comment.objects.update(written_at=timezone.now() - timedelta(hours=2))
    add_comment(night, people[0], "Woof woof.")


def test_after_a_fortnight_they_are_read_and_deleted(bea: Client, night: Night, people: list[Player]) -> None:
    row = add_comment(night, people[0], "Woof.")
    Night.objects.update(starts_at=timezone.now() - timedelta(days=15))
    page = seen(bea, address_of(night))
    assert "Comments on a night close 14 days after it." in page
    assert ("Woof." in page, "Post comment" in page) == (True, False)
    assert bea.post(address_of(night), {"text": "Late"}).status_code == 422
    assert bea.post(f"/c/kennel/comments/{row.pk}/edit/", {"text": "Late"}).status_code == 422
    assert bea.post(f"/c/kennel/comments/{row.pk}/delete/").status_code == 302


def test_plain_lines_for_an_email(kennel: Club, night: Night, match: Match, people: list[Player]) -> None:
    add_comment(night, people[0], "I want a recount.")
    add_comment(match, people[1], "You were set by two.")
    first, second = comment_lines(night)
    assert first == "Bea Marlowe: I want a recount."
    assert second.startswith("Otto Pym on ")
    assert second.endswith(": You were set by two.")
    night.club.has_comments = False
    assert comment_lines(night) == []


def test_the_page_takes_as_many_queries_for_one_as_for_ten(bea: Client, night: Night, people: list[Player]) -> None:
    add_comment(night, people[0], "Woof 0.")
    first = [queries(bea, address) for address in (address_of(night), url(night, "report/"))]
    for number in range(1, 10):
        add_comment(night, people[number % 4], f"Woof {number}.")
    assert [queries(bea, address) for address in (address_of(night), url(night, "report/"))] == first


def test_a_name_that_is_taken_out_goes_from_comments(night: Night, match: Match, people: list[Player]) -> None:
    bea, otto = people[:2]
    add_comment(night, bea, "Otto Pym wants a recount.")
    add_comment(match, otto, "So I do, and Bea knows.")
    anonymise_player(otto, anonymise.unseen(night.club, names_in(otto)))
    assert [row.text for row in Comment.objects.filter(night=night)] == ["a former member wants a recount."]
    assert comment_lines(night)[1].startswith("Former member 1 on ")


def test_a_comment_that_is_emptied_goes(night: Night, people: list[Player]) -> None:
    bea, otto = people[:2]
    add_comment(night, bea, "Otto Pym")
    found = anonymise.mentions(night.club, names_in(otto))
    anonymise_player(otto, anonymise.answered(found, {each.key: "" for each in found}))
    assert not Comment.objects.exists()


def test_a_merge_moves_them_and_back(night: Night, people: list[Player]) -> None:
    bea, otto = people[:2]
    row = add_comment(night, otto, "Woof.")

    def author() -> Any:
        return Comment.objects.get(pk=row.pk).player

    moved = merge(otto, bea, None)
    assert author() == bea
    undo(moved)
    assert author() == otto


def test_rules_hold_without_a_page(kennel: Club, night: Night, people: list[Player]) -> None:
    row = add_comment(night, people[0], "Woof.")
    mine, other = (Access(kennel, role=Role.MEMBER, player_id=people[at].pk) for at in (0, 1))
    edit_comment(row, mine, "Woof.")
    assert row.edited_at is None
    with pytest.raises(PermissionDenied):
        edit_comment(row, other, "x")
    with pytest.raises(PermissionDenied):
        delete_comment(row, other)
