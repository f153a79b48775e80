"""What a stranger may read: one list. The rules of Dirty Dog and its call-outs are for members (DD-53)."""

from pathlib import Path

import pytest
from django.test import Client

from clubs.models import User
from dogclub.help.library import pages
from dogclub.help.markdown import blocks, parsed
from games.rules import AT_THE_TABLE, ENGLISH, languages
from tests.factory import a_club, a_member
from tests.routes_expected import EXPECTED

SENTENCE = 40  # characters: a shorter block is a heading or a word that other pages use too

# The routes that answer a visitor who is not signed in and has no link.
SAYING = {
    "how to use the app": {"front", "start", "help", "help-page", "privacy"},
    "how to write a program for it": {
        *("api-root", "api-docs", "api-schema", "api-record-schema", "api-archive-schema"),
        *("api-games", "api-problems", "api-problem"),
    },
    "how to sign in": {
        *("account_login", "account_signup", "account_inactive", "account_request_login_code"),
        *("account_reset_password", "account_reset_password_done", "account_reset_password_from_key"),
        *("account_reset_password_from_key_done", "account_email_verification_sent", "account_confirm_email"),
    },
    "where to enter a code": {"code", "tablet-code", "confirm-code"},
    "what a secret link opens": {
        *("join", "tablet", "shared", "shared-picture", "shared-pdf"),
        *("answer-link", "answer-ics", "link-nights", "link-results", "reminders-off"),
    },
    "nothing of a club, to browsers, robots and monitors": {
        *("app-manifest", "app-offline", "app-worker", "script-messages", "robots", "health-live", "health-ready"),
    },
}


def texts_for_members() -> list[Path]:
    names = ["call-outs.md", *(f"rules/{path.name}" for path in (AT_THE_TABLE / "rules").glob("*.md"))]
    homes = [AT_THE_TABLE, *(AT_THE_TABLE / language for language in languages())]
    return [home / name for home in homes for name in names]


def test_a_stranger_reads_what_the_list_says_and_nothing_else() -> None:
    opened = {row.split()[1] for row, statuses in EXPECTED.items() if row.startswith("GET ") and statuses[:3] == "200"}
    assert opened == set().union(*SAYING.values())


def test_no_public_page_says_a_sentence_of_the_rules_or_the_call_outs() -> None:
    secret = {
        block for path in texts_for_members() for block in blocks(parsed(path.read_text())) if len(block) > SENTENCE
    }
    public = {
        block: key for each in (ENGLISH, *languages()) for key, page in pages(each).items() for block in page.blocks
    }
    assert len(secret) > 1000
    assert {public[block]: block for block in secret & set(public)} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["call-outs", "rules/dirty-dog", "rules/top-dog"])
def test_help_leads_members_to_the_texts_in_their_club_and_others_nowhere(client: Client, name: str) -> None:
    club, address = a_club(), f"/help/at-the-table/{name}/"
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={address}")
    client.force_login(User.objects.create_user("stranger@example.org"))
    assert client.get(address).status_code == 404
    client.force_login(a_member(club))
    assert client.get(address, follow=True).status_code == 200


def test_a_search_in_help_does_not_find_them(client: Client) -> None:
    found = client.get("/help/", {"q": "smell"}).content.decode()
    assert "No page has any of these words" in found


def test_robots_are_told(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert lines[-1] == "Disallow: /"
    assert {"Allow: /help/", "Disallow: /help/at-the-table/call-outs/", "Disallow: /help/at-the-table/rules/"} <= set(
        lines
    )
