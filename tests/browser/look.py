"""A club for browser tests of the design: long names, ten players, a finished match and several in progress."""

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from clubs.models import Club, Player, Role, User
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.ledger import record
from games.models import Match
from scoring.dirty_dog import Leave, Redeal
from tests.factory import a_club, a_match, a_member, bids, played, some_players, write
from tests.screens import SCREENS, Screens

AWKWARD = (
    "Bea Marlowe",
    "Otto Pym",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Núria Ødegård",
    "Łukasz Tremblay",
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "🐶 Gus 🦴",
    "דבורה לב",
    "Sam Kettle",
    "A",
)


@dataclass
class Kennel:
    """The club, its owner, and matches: two in progress, of five and ten players, and two that are over, `lively` with
    unusual actions.
    """

    club: Club
    user: User
    players: list[Player]
    five: Match
    ten: Match
    over: Match
    lively: Match


def a_kennel() -> Kennel:
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    user = a_member(club, Role.OWNER, players[3])
    now = timezone.now()
    for week in range(6, 1, -1):
        day = now - timedelta(days=7 * week)
        a_match(club, players[:5], seed=week, plan=(1, 2, 3, 4, 3, 2, 1), finished_at=day, started_at=day, table="1")
    day = now - timedelta(days=7)
    over = a_match(club, players[:5], seed=12, finished_at=day, started_at=day, table="1")
    five = a_match(club, players[:5], hands=17, seed=4, bids_only=True, table="1")
    ten = a_match(club, players, hands=8, seed=7, table="2")
    return Kennel(club, user, players, five, ten, over, a_lively_match(club, players))


def a_lively_match(club: Club, players: list[Player]) -> Match:
    """A match with a late arrival, a void hand, a player who left, and a tie at the end."""
    match = a_match(club, players[:4], hands=3, seed=5, plan=(1, 2, 3, 4, 3, 2, 1), table="3")
    join = Draft("join", 7, {"seat": 4}, player=players[5].pk)
    record(match.pk, [join], version=match.version, by=Author(None))
    match.refresh_from_db()
    write(match, [bids(load(match).sheet, random.Random(1)), Redeal(), Leave(1)])
    entries, _ = played(load(match).sheet, None, random.Random(21))
    return write(match, entries)


def an_empty_club(slug: str, players: int) -> tuple[Club, User]:
    club = a_club(slug)
    some_players(club, players)
    return club, a_member(club, Role.OWNER)


def on_the_same_screen(screens: Screens, user: User, screen: str, theme: str, path: str) -> Page:
    """The page in a browser context that this user has already used on this screen, so that styles and fonts are
    cached.
    """
    for context in screens.contexts:
        if context.pages and screens.who.get(context) == (user.pk, screen, theme):
            page = context.pages[0]
            page.set_viewport_size(SCREENS[screen]["viewport"])
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.goto(path)
            return page
    page = signed_in(screens, user, screen, theme, path)
    screens.who[page.context] = (user.pk, screen, theme)
    return page


def signed_in(screens: Screens, user: User, screen: str, theme: str, path: str, **options: Any) -> Page:
    """The page in a new browser context signed in as this user; `options` are those of a Playwright context."""
    client = Client()
    client.force_login(user)
    page = screens.open(screen, theme, **options)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": screens.base_url}])
    page.goto(path)
    return page
