"""Share links: a link shows one match to anybody who has it until it expires, and nothing else of the club."""

import io
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from PIL import Image
from pypdf import PdfReader

from clubs.models import Club, Membership, Night, Player, Role, Season, Sharing, User
from games import ledger
from games.base.table_game import TableGame
from games.models import Match
from leagues.models import ShareLink
from leagues.sharing.links import FULL, MOST_LINKS, NEVER, fingerprint
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
SECRET_WORDS = ("@kennel.example", "scorekeeper", "/c/kennel", "/m/")
BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club), plan=(1, 2, 1), seed=2, table="1")


@pytest.fixture
def guest() -> Client:
    """A browser that is not signed in."""
    return Client(headers=BROWSER)


def share(client: Client, match: Match, expires: str = "month") -> Any:
    """The response to making a share link."""
    return client.post(f"/m/{match.pk}/share/", {"expires": expires})


def a_link(client: Client, match: Match, expires: str = "month") -> str:
    """The path of a new share link."""
    page = share(client, match, expires).content.decode()
    found = re.search(r'value="http://[^/"]+(/s/[0-9A-Za-z]{22}/)"', page)
    assert found, page
    return found[1]


def statuses(client: Client, path: str) -> set[int]:
    """The statuses of the shared page, its picture and its PDF."""
    return {client.get(f"{path}{part}").status_code for part in ("", "picture.png", "shared.pdf")}


def test_a_chat_shows_it_in_the_club_s_language(member: Client, guest: Client, match: Match) -> None:
    Club.objects.update(language="de")
    path = a_link(member, match)
    chat = {"User-Agent": "WhatsApp/2.23", "Accept-Language": "en"}
    languages = [guest.get(path, headers=each)["Content-Language"] for each in (chat, {"Accept-Language": "fr"})]
    assert languages == ["de", "fr"]


def test_whoever_has_the_link_sees_the_match_and_nothing_else(
    member: Client, guest: Client, match: Match, django_assert_max_num_queries: Any
) -> None:
    assert not ShareLink.objects.exists()
    page = member.get(f"/m/{match.pk}/share/")
    assert page.status_code == 200
    assert not ShareLink.objects.exists(), "looking makes no link"
    path = a_link(member, match)
    with django_assert_max_num_queries(5):
        shown = guest.get(path)
    text = shown.content.decode()
    assert shown.status_code == 200
    assert "The Thursday Kennel" in text
    assert all(seat.player.name.split()[0] in text for seat in match.seats.select_related("player"))
    assert [word for word in SECRET_WORDS if word in text] == []
    links = re.findall(r'<a\b[^>]*href="([^"]*)"', text)
    assert links == ["#main", f"http://testserver{path}shared.pdf", "/start/"]
    assert 'href="/c/kennel/standings/"' in member.get(path).content.decode(), "a member has the way into the club"
    match.club.history_is_open = True
    match.club.save()
    opened = guest.get(path).content.decode()
    assert 'href="/c/kennel/standings/"' in opened, "the club shows its standings to everybody"
    assert guest.get("/c/kennel/standings/").status_code == 200
    match.club.history_is_open = False
    match.club.save()
    assert "<script" not in text
    assert shown["X-Robots-Tag"].startswith("noindex")
    assert shown["Referrer-Policy"] == "no-referrer"
    assert guest.get(match.get_absolute_url()).status_code == 302
    assert "sessionid" not in guest.cookies


def test_a_chat_gets_title_words_and_picture_by_their_whole_addresses(
    member: Client, guest: Client, match: Match
) -> None:
    path = a_link(member, match)
    text = guest.get(path).content.decode()
    about = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"', text))
    picture = f"http://testserver{path}picture.png"
    assert about["og:image"] == about["twitter:image"] == picture
    assert re.fullmatch(r".+ wins with \d+", about["og:title"])
    assert about["og:description"].endswith("table 1, The Thursday Kennel")
    assert (about["og:url"], about["twitter:card"]) == (f"http://testserver{path}", "summary_large_image")
    image = guest.get(f"{path}picture.png")
    assert Image.open(io.BytesIO(image.content)).size == (1200, 630)
    assert Image.open(io.BytesIO(guest.get(f"{path}picture.png?shape=square").content)).size == (1080, 1080)
    paper = PdfReader(io.BytesIO(guest.get(f"{path}shared.pdf").content))
    assert match.get_absolute_url() not in str([page.get("/Annots") for page in paper.pages])


def test_only_a_hash_of_it_is_kept(member: Client, match: Match) -> None:
    token = a_link(member, match).split("/")[2]
    row = ShareLink.objects.get()
    assert row.fingerprint == fingerprint(token)
    assert token not in str(ShareLink.objects.values().get())
    assert token not in member.get(f"/m/{match.pk}/share/").content.decode()


def test_revoked_expired_and_unknown_are_one_answer(member: Client, guest: Client, match: Match) -> None:
    path = a_link(member, match)
    shown = guest.get(path)
    picture = guest.get(f"{path}picture.png")
    assert guest.get(path, headers={"If-None-Match": guest.get(path)["ETag"]}).status_code == 304
    member.post(f"/c/kennel/share-links/{ShareLink.objects.get().pk}/revoke/")
    answers = [guest.get("/s/nothing/"), guest.get(path), guest.get(path, headers={"If-None-Match": shown["ETag"]})]
    answers.append(guest.get(f"{path}picture.png", headers={"If-None-Match": picture["ETag"]}))
    other = a_link(member, match, "week")
    ShareLink.objects.filter(revoked_at=None).update(expires_at=timezone.now())
    answers += [guest.get(other), guest.get(f"{other}shared.pdf")]
    assert {answer.status_code for answer in answers} == {410}
    assert len({re.sub(r'"X-CSRFToken": "[^"]*"', "", answer.content.decode()) for answer in answers}) == 1
    assert all("no-store" in answer["Cache-Control"] for answer in answers)
    assert all("Kennel" not in answer.content.decode() for answer in answers)
    assert "no-cache" in shown["Cache-Control"] and "no-cache" in picture["Cache-Control"]


def test_guesses_are_counted(guest: Client) -> None:
    cache.clear()
    found = [guest.get(f"/s/guess{number}/").status_code for number in range(31)]
    assert (set(found[:30]), found[30]) == ({410}, 429)
    cache.clear()


def test_who_may_share_is_asked_at_every_opening(member: Client, guest: Client, club: Club, match: Match) -> None:
    path = a_link(member, match)
    mine = Membership.objects.get(club=club)
    club.sharing = Sharing.ORGANISERS
    club.save()
    assert statuses(guest, path) == {410}
    assert share(member, match).status_code == 403
    assert "Only organisers may share" in member.get(f"/m/{match.pk}/share/").content.decode()
    mine.role = Role.ORGANISER
    mine.save()
    assert statuses(guest, path) == {200}
    Club.objects.update(sharing=Sharing.OFF)
    assert statuses(guest, path) == {410}
    page = member.get(f"/m/{match.pk}/share/").content.decode()
    assert "Sharing is off" in page and "Copy link" not in page and "Download picture" in page
    Club.objects.update(sharing=Sharing.MEMBERS)
    Club.objects.update(deletes_at=timezone.now() + timedelta(days=7))
    assert statuses(guest, path) == {410}
    Club.objects.update(deletes_at=None)
    assert statuses(guest, path) == {200}
    mine.delete()
    assert statuses(guest, path) == {410}


def test_a_month_at_most_counts_for_links_there_are(member: Client, guest: Client, club: Club, match: Match) -> None:
    refused = share(member, match, "never")
    assert (refused.status_code, str(NEVER) in refused.content.decode()) == (422, True)
    assert share(member, match, "year").status_code == 422
    Club.objects.update(links_expire=False)
    path = a_link(member, match, "never")
    assert "until it is revoked" in guest.get(path).content.decode()
    ShareLink.objects.update(created_at=timezone.now() - timedelta(days=31))
    assert guest.get(path).status_code == 200
    Club.objects.update(links_expire=True)
    assert guest.get(path).status_code == 410
    assert "Active links" not in member.get(f"/m/{match.pk}/share/").content.decode()


def test_openings_are_counted_but_not_the_previews_of_chats(member: Client, guest: Client, match: Match) -> None:
    path = a_link(member, match)
    for agent in (
        "WhatsApp/2.23",
        "Slackbot-LinkExpanding 1.0",
        "facebookexternalhit/1.1",
        "TelegramBot (like Twitter)",
    ):
        Client(headers={"User-Agent": agent}).get(path)
    guest.head(path)
    guest.get(f"{path}picture.png")
    assert "Not opened yet" in member.get("/c/kennel/share-links/").content.decode()
    guest.get(path)
    guest.get(path)
    page = re.sub(r"\s+", " ", member.get(f"/m/{match.pk}/share/").content.decode())
    assert "Opened 2 times" in page


def test_members_revoke_their_own_and_organisers_all(member: Client, club: Club, match: Match) -> None:
    a_link(member, match)
    mine = ShareLink.objects.get()
    clients = {}
    for name, role in (("else", Role.SCOREKEEPER), ("organiser", Role.ORGANISER)):
        user = User.objects.create_user(f"{name}@kennel.example", name=name.title())
        Membership.objects.create(club=club, user=user, role=role)
        clients[name] = Client()
        clients[name].force_login(user)
    stranger = Client()
    stranger.force_login(a_member(a_club("elsewhere")))
    address = f"/c/kennel/share-links/{mine.pk}/revoke/"
    assert clients["else"].post(address).status_code == stranger.post(address).status_code == 404
    assert address not in clients["else"].get(f"/m/{match.pk}/share/").content.decode()
    assert "Revoke" not in clients["else"].get("/c/kennel/share-links/").content.decode()
    assert address in clients["organiser"].get("/c/kennel/share-links/").content.decode()
    back = clients["organiser"].post(address, {"next": f"/m/{match.pk}/share/"})
    assert back["Location"] == f"/m/{match.pk}/share/"
    mine.refresh_from_db()
    assert mine.revoked_at
    assert member.post(address, {"next": "https://elsewhere.example/"})["Location"] == "/c/kennel/share-links/"


def test_a_report_and_a_table_are_shared_alike(member: Client, guest: Client, club: Club, match: Match) -> None:
    season = Season.objects.create(club=club, name="Autumn", starts_on=now_on(-9), ends_on=now_on(9))
    night = Night.objects.create(club=club, season=season, starts_at=timezone.now() - timedelta(hours=1))
    address = f"/c/kennel/nights/{night.pk}/report/share/"
    assert member.get(address).status_code == 404, "nothing is over yet"
    a_match(club, list(club.players.all()), plan=(1, 2), seed=3, night=night, season=season)
    shown = {
        address: "Shared night report",
        f"/c/kennel/standings/share/?season={season.pk}&game=dirty-dog": "Shared standings",
        "/c/kennel/standings/share/?season=all&game=all": "Shared standings",
    }
    for page, kind in shown.items():
        found = re.search(r'value="http://testserver(/s/\w{22}/)"', member.post(page).content.decode())
        assert found, page
        text = guest.get(found[1]).content.decode()
        assert kind in text and "Featherstonehaugh" in text.replace("&shy;", "").replace("\N{SOFT HYPHEN}", "")
        assert [word for word in SECRET_WORDS if word in text] == []
        assert statuses(guest, found[1]) == {200}
        for shape, size in (("wide", (1200, 630)), ("square", (1080, 1080))):
            assert Image.open(io.BytesIO(guest.get(f"{found[1]}picture.png?shape={shape}").content)).size == size
    names = member.get("/c/kennel/share-links/").content.decode()
    assert "Standings, Autumn, Dirty Dog" in names and "Standings, All time, All games" in names
    assert "Night report, " in names
    season.delete()
    assert ShareLink.objects.filter(kind="standings").count() == 1
    assert member.get("/c/kennel/standings/share/?game=dogs-of-war").status_code == 404


def test_a_player_shares_their_own_page_and_nobody_elses(
    member: Client, guest: Client, club: Club, match: Match
) -> None:
    bea, otto = match.seats.select_related("player")[:2]
    mine = Membership.objects.get(club=club)
    assert member.get(f"/c/kennel/players/{bea.player_id}/share/").status_code == 404
    mine.player = bea.player
    mine.save()
    page = f"/c/kennel/players/{bea.player_id}/"
    assert f"{page}share/" in member.get(page).content.decode()
    assert member.get(f"/c/kennel/players/{otto.player_id}/share/").status_code == 404
    assert member.get(f"/c/kennel/players/{otto.player_id}/picture.png").status_code == 404
    found = re.search(r'value="http://testserver(/s/\w{22}/)"', member.post(f"{page}share/").content.decode())
    assert found
    text = guest.get(found[1]).content.decode()
    assert "Shared player’s page" in text and bea.player.name in text
    others = [seat.player.name.split()[0] for seat in match.seats.select_related("player") if seat.pk != bea.pk]
    assert [name for name in (*others, *SECRET_WORDS) if name in text] == []
    image = guest.get(f"{found[1]}picture.png?shape=square")
    assert Image.open(io.BytesIO(image.content)).size == (1080, 1080)
    assert guest.get(f"{found[1]}shared.pdf").status_code == 410
    assert f"Page of {bea.player.name}" in member.get("/c/kennel/share-links/").content.decode()
    Membership.objects.update(player=otto.player)
    assert statuses(guest, found[1]) == {410}
    Membership.objects.update(player=bea.player)
    assert guest.get(found[1]).status_code == 200
    Player.objects.filter(pk=bea.player_id).update(former=1)
    assert statuses(guest, found[1]) == {410}


def test_two_players_are_shared_without_anybody_elses_name(member: Client, guest: Client, match: Match) -> None:
    one, other, *rest = [seat.player for seat in match.seats.select_related("player")]
    asked = f"player={one.pk}&against={other.pk}"
    page = member.get(f"/c/kennel/head-to-head/?{asked}").content.decode().replace("&amp;", "&")
    assert f"/c/kennel/head-to-head/share/?{asked}" in page
    shares = member.get(f"/c/kennel/head-to-head/share/?{asked}&game=dirty-dog")
    assert "finished ahead of" in shares.content.decode()
    made = member.post(f"/c/kennel/head-to-head/share/?{asked}&game=dirty-dog").content.decode()
    found = re.search(r'value="http://testserver(/s/\w{22}/)"', made)
    assert found
    text = guest.get(found[1]).content.decode()
    assert "Shared head to head" in text and one.name in text and other.name in text
    assert [name for name in (*(each.name for each in rest), *SECRET_WORDS) if name in text] == []
    for shape, size in (("wide", (1200, 630)), ("square", (1080, 1080))):
        image = guest.get(f"{found[1]}picture.png?shape={shape}")
        assert Image.open(io.BytesIO(image.content)).size == size
    assert guest.get(f"{found[1]}shared.pdf").status_code == 410
    assert f"{one.label} against {other.label}, Dirty Dog" in member.get("/c/kennel/share-links/").content.decode()
    ShareLink.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert statuses(guest, found[1]) == {410}
    ShareLink.objects.update(expires_at=None)
    assert guest.get(found[1]).status_code == 200
    Player.objects.filter(pk=other.pk).update(former=1)
    assert statuses(guest, found[1]) == {410}


@pytest.mark.parametrize(
    "asked", ["", "player={one}", "player={one}&against={one}", "player={one}&against={other}&game=x"]
)
@pytest.mark.parametrize("part", ["share/", "picture.png"])
def test_there_is_no_share_of_fewer_than_two_who_met(member: Client, match: Match, part: str, asked: str) -> None:
    one, other = match.seats.values_list("player", flat=True)[:2]
    assert member.get(f"/c/kennel/head-to-head/{part}?{asked.format(one=one, other=other)}").status_code == 404


def test_a_revoked_link_of_two_players_is_gone_with_its_picture(member: Client, guest: Client, match: Match) -> None:
    one, other = match.seats.values_list("player", flat=True)[:2]
    made = member.post(f"/c/kennel/head-to-head/share/?player={one}&against={other}").content.decode()
    found = re.search(r'value="http://testserver(/s/\w{22}/)"', made)
    assert found and guest.get(found[1]).status_code == 200
    member.post(f"/c/kennel/share-links/{ShareLink.objects.get().pk}/revoke/")
    assert statuses(guest, found[1]) == {410}
    Club.objects.update(sharing="off")
    assert member.post(f"/c/kennel/head-to-head/share/?player={one}&against={other}").status_code == 403


def now_on(days: int) -> date:
    """The date so many days from today."""
    return timezone.now().date() + timedelta(days=days)


def test_there_is_an_end_to_links(member: Client, club: Club, match: Match) -> None:
    user = club.memberships.get().user
    about = {"club": club, "kind": "match", "match": match, "created_by": user}
    ShareLink.objects.bulk_create(ShareLink(**about, fingerprint=f"{number:064}") for number in range(MOST_LINKS))
    assert str(FULL).format(most=MOST_LINKS).split(".")[0] in share(member, match).content.decode()


def test_a_match_without_a_result_is_not_shared(member: Client, guest: Client, club: Club, match: Match) -> None:
    path = a_link(member, match)
    Match.objects.filter(pk=match.pk).update(finished_at=None)
    assert statuses(guest, path) == {410}
    assert member.get(f"/m/{match.pk}/share/").status_code == 404
    ledger.erase(club)
    assert not ShareLink.objects.exists()


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_can_be_shared(member: Client, guest: Client, club: Club, game: TableGame) -> None:
    match = an_evening(club, game, some_players(club, 4), 1)
    path = a_link(member, match)
    text = guest.get(path).content.decode()
    assert guest.get(path).status_code == 200
    assert f"/m/{match.pk}" not in text
    assert guest.get(f"{path}shared.pdf").status_code == (200 if game.prints else 410)
