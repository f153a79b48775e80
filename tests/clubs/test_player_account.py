"""Guests who become players, renamed players and their former names, and linking accounts to players."""

import pytest

from clubs import queries
from clubs.models import Club, FormerName, Membership, Player, Role, User
from clubs.models.player import ranking_changed
from tests.people import SignIn

pytestmark = pytest.mark.django_db


@pytest.fixture
def otto(kennel: Club) -> Player:
    return Player.objects.create(club=kennel, name="Otto Pym", is_guest=True)


@pytest.fixture
def member(kennel: Club) -> Membership:
    return Membership.objects.create(club=kennel, user=User.objects.create(email="o@kennel.example", name="Ottokar"))


def test_a_guest_becomes_a_player_in_one_tap(otto: Player, sign_in: SignIn) -> None:
    client, tap = sign_in(Role.ORGANISER), f"/c/kennel/players/{otto.pk}/welcome/"
    assert tap in client.get(f"/c/kennel/players/{otto.pk}/").content.decode()
    for _ in range(2):
        assert "a club player now" in client.post(tap, follow=True).content.decode()
    assert not Player.objects.get().is_guest
    assert tap not in client.get(f"/c/kennel/players/{otto.pk}/edit/").content.decode()


def test_whoever_is_no_guest_changes_no_ranking(
    kennel: Club, otto: Player, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    Club.objects.update(guests_rank=False)
    client, heard = sign_in(Role.ORGANISER), list[tuple[str, Club]]()

    def hear(club: Club, **_: object) -> None:
        heard.append(("ranking", club))

    ranking_changed.connect(hear)
    monkeypatch.setattr(queries, "lock_club", lambda club: heard.append(("turn", club)))
    try:
        for _ in range(2):
            client.post(f"/c/kennel/players/{otto.pk}/welcome/")
    finally:
        ranking_changed.disconnect(hear)
    assert heard == [("turn", kennel), ("ranking", kennel), ("turn", kennel)]


def rename(name: str, nickname: str = "") -> dict[str, str]:
    """The fields of the player form with this name."""
    return {"name": name, "nickname": nickname, "initials": "", "colour": ""}


def test_old_names_are_kept_and_found(otto: Player, sign_in: SignIn) -> None:
    client, page = sign_in(Role.ORGANISER), f"/c/kennel/players/{otto.pk}/edit/"
    client.post(page, rename("Otto Quill"))
    client.post(page, rename("Otto Quill"))
    client.post(page, rename("Otto Quill", "Quilly"))
    assert [str(row) for row in FormerName.objects.all()] == ["Otto Quill", "Otto Pym"]
    for asked in ("pym", "QUILLY", "otto q", ".", "(", "🐕"):
        found = client.get("/c/kennel/players/", {"q": asked}).content.decode()
        assert (f"/players/{otto.pk}/" in found) == (asked in ("pym", "QUILLY", "otto q"))
    assert "Called <bdi" in client.get(page).content.decode()


def test_a_new_player_has_no_name_of_before(sign_in: SignIn) -> None:
    sign_in(Role.ORGANISER).post("/c/kennel/players/new/", rename("Rex"))
    assert not FormerName.objects.exists()


def test_nobody_is_called_that(otto: Player, sign_in: SignIn) -> None:
    page = sign_in(Role.MEMBER).get("/c/kennel/players/?q=Zo\x00rro").content.decode()
    assert "Nobody here is called that, or ever was." in page


def test_a_member_is_linked_and_unlinked(otto: Player, member: Membership, sign_in: SignIn) -> None:
    client, page = sign_in(Role.ORGANISER), f"/c/kennel/players/{otto.pk}/account/"
    assert "Ottokar" in client.get(page).content.decode()
    assert "is linked to Otto Pym" in client.post(page, {"membership": member.pk}, follow=True).content.decode()
    member.refresh_from_db()
    assert (member.player, member.role) == (otto, Role.MEMBER)
    assert "Unlink the account" in client.get(page).content.decode()
    assert "is no longer linked to" in client.post(page, {"do": "unlink"}, follow=True).content.decode()
    member.refresh_from_db()
    assert member.player is None


@pytest.mark.parametrize("chosen", ["", "0", "x", "elsewhere", "taken"])
def test_an_account_that_cannot_be_linked_is_refused(
    kennel: Club, otto: Player, member: Membership, sign_in: SignIn, chosen: str
) -> None:
    elsewhere = Club.objects.create(slug="friday", name="Friday Paws")
    rows = {
        "elsewhere": Membership.objects.create(club=elsewhere, user=member.user).pk,
        "taken": Membership.objects.create(
            club=kennel,
            user=User.objects.create(email="t@kennel.example"),
            player=Player.objects.create(club=kennel, name="Rex"),
        ).pk,
    }
    answer = sign_in(Role.OWNER).post(f"/c/kennel/players/{otto.pk}/account/", {"membership": rows.get(chosen, chosen)})
    assert answer.status_code == 422
    assert not Membership.objects.filter(player=otto).exists()


def test_linking_twice_leaves_the_first(otto: Player, member: Membership, sign_in: SignIn) -> None:
    client, page = sign_in(Role.ORGANISER), f"/c/kennel/players/{otto.pk}/account/"
    client.post(page, {"membership": member.pk})
    other = Membership.objects.exclude(pk=member.pk).get()
    assert client.post(page, {"membership": other.pk}).status_code == 422
    member.refresh_from_db()
    assert member.player == otto


def test_an_invitation_for_this_player_is_offered(kennel: Club, otto: Player, sign_in: SignIn) -> None:
    client = sign_in(Role.ORGANISER)
    Membership.objects.update(player=Player.objects.create(club=kennel, name="Bea"))
    page = client.get(f"/c/kennel/players/{otto.pk}/account/").content.decode()
    assert "Every account of the club plays as somebody already." in page
    offered = client.get(f"/c/kennel/invitations/new/?player={otto.pk}").content.decode()
    assert f'<option value="{otto.pk}" selected>' in offered
