"""Joining and signing in with a real browser: passkeys under the content security policy, forms without scripts, and
axe on every page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from clubs.links.tokens import code_of, sign
from clubs.models import Club, Invitation, Membership, Player, Role, SpectatorLink, User
from games.models import TabletPass
from tests.browser.look import AWKWARD, signed_in
from tests.browser.tablets import with_authenticator
from tests.browser.test_look_pages import found_on
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]

PASSWORD = "kennel-kennel-12"
OUTSIDE = [
    "/",
    "/start/",
    "/join/",
    "/tablet/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/login/code/",
    "/no/such/page/",
    "/join/not:sealed/",
]
INSIDE = ["players/", "players/new/", "people/", "invitations/new/", "watch-links/new/", "settings/", "reminders/"]
OWN = [
    "/",
    "/account/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/2fa/webauthn/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
    "/start/",
]


def a_crowd() -> tuple[Club, User, list[str]]:
    """A club with awkward names and an object for each kind of page, its owner, and the paths of its pages."""
    club = a_club(is_demo=True)
    players = some_players(club, 10, AWKWARD)
    Player.objects.filter(pk=players[1].pk).update(colour="amber", initials="OP", is_active=False)
    owner = a_member(club, Role.OWNER, players[2])
    User.objects.filter(pk=owner.pk).update(name=AWKWARD[5])
    member = Membership.objects.get(user=a_member(club, Role.MEMBER, players[3]))
    invitation = Invitation.objects.create(club=club, player=players[2])
    link = SpectatorLink.objects.create(club=club, label="🐾" * 20)
    match = a_match(club, players[:5], hands=1)
    tablet = TabletPass.objects.create(match=match, label="by the window")
    home = club.get_absolute_url()
    pages = [
        *[f"{home}{page}" for page in INSIDE],
        *[f"{home}players/{players[2].pk}/{way}/" for way in ("edit", "account", "former", "merge", "delete")],
        f"{home}players/{players[9].pk}/former/",
        f"{home}players/{players[9].pk}/delete/",
        f"{home}players/{players[9].pk}/merge/?into={players[8].pk}",
        f"{home}players/{players[0].pk}/merge/?into={players[1].pk}",
        f"{home}players/?q=nobody",
        f"{home}leave/",
        f"{home}leave/?name=out",
        f"{home}people/{member.pk}/",
        f"{home}invitations/{invitation.pk}/",
        f"{home}watch-links/{link.pk}/",
        f"/join/{sign(invitation.pk, 'join')}/",
        f"/tablet/{sign(tablet.pk, 'tablet')}/",
        f"/m/{match.pk}/handover/",
        f"/start/{club.slug}/players/",
    ]
    return club, owner, pages


@pytest.mark.thorough
def test_every_page_passes_axe_and_fits(screens: Screens) -> None:
    _, owner, pages = a_crowd()
    troubles = []
    for page, addresses in (
        (screens.open("tablet"), OUTSIDE),
        (signed_in(screens, owner, "tablet", "light", "/"), [*OWN, *pages]),
    ):
        for address in addresses:
            page.goto(address)
            troubles += found_on(page, address)
    assert troubles == []


def test_a_passkey_is_added_and_signs_in(make_screens: Callable[[str], Screens], live_server: object) -> None:
    screens = make_screens(str(live_server).replace("127.0.0.1", "localhost"))
    User.objects.create_user("bea@kennel.example", PASSWORD, name="Bea Marlowe")
    page = with_authenticator(screens.open("desk", path="/accounts/login/"))
    page.fill("#id_login", "bea@kennel.example")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    expect(page.locator("#id_password")).to_have_count(0)  # wait, or the next page would cancel the sign-in
    page.goto("/accounts/2fa/webauthn/add/")
    page.fill("#id_password", PASSWORD)
    with page.expect_navigation():  # waits for its scripts too
        page.press("#id_password", "Enter")
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/2fa/**recovery**")
    page.goto("/accounts/2fa/webauthn/")
    assert "no password needed" in page.content()
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/account/")
    page.click("#passkey_login")
    expect(page.locator("main")).to_contain_text("bea@kennel.example")


def test_somebody_joins_without_a_script_and_without_a_camera(screens: Screens) -> None:
    club = a_club()
    row = Invitation.objects.create(club=club, role=Role.SCOREKEEPER)
    page = screens.open("phone", java_script_enabled=False, path="/join/")
    page.fill("#code", code_of(row.pk, "join").lower())
    page.click("text=Continue")
    page.click("text=Create account")
    page.fill("#id_name", "Otto Pym")
    page.fill("#id_email", "otto@kennel.example")
    page.fill("#id_password1", PASSWORD)
    page.click("button:has-text('Create account')")
    page.click("text=Join the club")
    expect(page).to_have_url(club.get_absolute_url())
    assert Membership.objects.get().role == Role.SCOREKEEPER


def test_a_tablet_takes_over_by_code_and_stops_when_it_is_taken_back(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=1)
    keeper = signed_in(screens, a_member(club, Role.SCOREKEEPER), "tablet", "light", f"/m/{match.pk}/handover/")
    keeper.fill("#label", "by the window")
    keeper.click("text=Create code")
    tablet = screens.open("tablet", path="/tablet/")
    tablet.fill("#code", keeper.inner_text(".code b"))
    tablet.click("text=Continue")
    tablet.get_by_role("button", name="Score on this device").click()
    expect(tablet.locator("#outbox")).to_have_count(1)
    tablet.goto(f"/m/{match.pk}/handover/")
    expect(tablet.get_by_text("Create code")).to_be_visible()
    expect(tablet.locator(".code")).to_have_count(0)  # its own code was only for itself
    keeper.click("button:has-text('Revoke')")
    expect(keeper.locator("button:has-text('Revoke')")).to_have_count(0)
    tablet.goto(f"/m/{match.pk}/handover/")
    assert "/accounts/login/" in tablet.url
