"""Where a person's and a club's language comes from, and what follows it: calendars, chats, letters, shared tablets."""

import re
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from clubs.deletion import SUBJECTS, schedule_deletion
from clubs.links.tokens import sign
from clubs.models import Club, Invitation, Membership, Role, User
from tests.clubs.test_language import HOME, language_of
from tests.people import SignIn

WEEK = timedelta(days=7)
LINK = re.compile(r"http://testserver(/[^\s\"]+\.ics)")


@pytest.mark.django_db
def test_a_language_is_learnt_when_somebody_founds_a_club(client: Client) -> None:
    form = {"club": "Rudel", "name": "Anna", "email": "anna@example.com", "password1": "nine-blue-leads-9"}
    client.post("/start/", form, headers={"Accept-Language": "sv, de-AT;q=0.8, fr;q=0.5"})
    assert (User.objects.get().language, Club.objects.get().language) == ("de", "de")
    assert language_of(client, "/help/") == "de"


@pytest.mark.django_db
def test_a_language_is_learnt_at_the_first_sign_in_alone(client: Client) -> None:
    user = User.objects.create_user("anna@example.com", "nine-blue-leads-9")
    for asked in ("fr", "de"):
        form = {"login": "anna@example.com", "password": "nine-blue-leads-9"}
        client.post("/accounts/login/", form, headers={"Accept-Language": asked})
        user.refresh_from_db()
        assert user.language == "fr"
        client.post("/accounts/logout/")


@pytest.mark.django_db
def test_a_language_is_learnt_with_an_invitation(kennel: Club, sign_in: SignIn) -> None:
    row = Invitation.objects.create(club=kennel, role=Role.MEMBER, uses_left=1, expires_at=timezone.now() + WEEK)
    guest = User.objects.create_user("anna@example.com")
    browser = Client()
    browser.force_login(guest)
    browser.post(f"/join/{sign(row.pk, 'join')}/", headers={"Accept-Language": "nl"})
    guest.refresh_from_db()
    assert guest.language == "nl" and guest.memberships.exists()


@pytest.mark.django_db
def test_nobody_inherits_a_language_on_a_shared_tablet(kennel: Club, sign_in: SignIn) -> None:
    """The account's choice ends with the session; the device's stays for whoever chose none."""
    tablet = sign_in(Role.MEMBER)
    tablet.post("/language/", {"language": "es", "next": HOME})
    assert language_of(tablet, "/help/") == "es"
    tablet.post("/accounts/logout/")
    assert language_of(tablet, "/help/") == "en-gb"
    tablet.post("/language/", {"language": "de", "next": "/help/"})
    tablet.force_login(User.objects.get(language="es"))
    assert language_of(tablet) == language_of(tablet, "/help/") == "es"
    tablet.post("/accounts/logout/")
    assert language_of(tablet, "/help/") == "de"
    tablet.force_login(User.objects.create_user("anna@example.com"))
    assert language_of(tablet, "/account/") == "de" and User.objects.get(email="anna@example.com").language == ""


@pytest.mark.django_db
def test_the_demo_s_accounts_learn_nothing(kennel: Club, sign_in: SignIn) -> None:
    Club.objects.update(is_demo=True)
    client = Client()
    client.post("/demo/", {"role": "member"}, headers={"Accept-Language": "fr"})
    sign_in(Role.MEMBER)
    assert not User.objects.exclude(language="").exists()


@pytest.mark.django_db
def test_an_account_shows_its_language_and_changes_it(kennel: Club, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    User.objects.update(language="fr")
    assert '<option value="fr" selected>' in member.get("/account/").content.decode()
    member.post("/account/", {"name": "Anna", "language": "de"})
    assert language_of(member, "/help/") == "de" == User.objects.get().language
    refused = member.post("/account/", {"name": "Anna", "language": "kennelish"})
    assert refused.status_code == 200 and User.objects.get().language == "de"


@pytest.mark.django_db
def test_a_calendar_is_in_the_language_of_who_made_its_link(kennel: Club, sign_in: SignIn) -> None:
    owner = sign_in(Role.OWNER)
    User.objects.update(language="es")
    owner.post(f"{HOME}feeds/open/")
    link = LINK.search(owner.get(f"{HOME}feeds/").content.decode())
    assert link
    calendar = Client().get(link[0], headers={"Accept-Language": "en"}).content.decode()
    with translation.override("es"):
        assert gettext("{club}: nights").format(club="Kennel") in calendar


@pytest.mark.django_db
def test_each_owner_reads_of_the_end_of_a_club_in_their_language(kennel: Club, mailoutbox: list[EmailMessage]) -> None:
    for language in ("de", "fr"):
        user = User.objects.create_user(f"{language}@example.com", language=language)
        Membership.objects.create(club=kennel, user=user, role=Role.OWNER)
    schedule_deletion(kennel, user, "https://club.example")
    with translation.override("de"):
        german = str(SUBJECTS["closed"])
    subjects = {mail.to[0]: mail.subject for mail in mailoutbox}
    assert subjects["de@example.com"] == german != subjects["fr@example.com"]
