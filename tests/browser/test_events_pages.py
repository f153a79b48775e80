"""Every page of actions and corrections passes axe and fits its screen, in both themes."""

from collections.abc import Iterator

import pytest

from clubs.models import Club, Player
from games import ledger
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests.browser.look import Kennel, a_kennel
from tests.browser.test_look_pages import looked_at
from tests.factory import write
from tests.screens import Screens

pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


def top_tie(club: Club, players: list[Player]) -> Match:
    """A match that ends with a tie for first place."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)), table="1")
    order = [*range(1, len(players)), 0]
    bids = dict.fromkeys(order, 0) | {1: 1, 2: 1, 0: 1}
    return write(match, [Bids(bids), Tricks(dict.fromkeys(order, 0) | {1: 1, 2: 1})])


def low_tie(club: Club, players: list[Player]) -> Match:
    """A match that ends with a tie for last place."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)), table="1")
    order = [*range(1, len(players)), 0]
    bids = dict.fromkeys(order, 0) | {1: 1, 2: 1, 3: 1, 4: 2}
    return write(match, [Bids(bids), Tricks(dict.fromkeys(order, 0) | {4: 2})])


def pages(kennel: Kennel) -> Iterator[tuple[str, str]]:
    """Yield (name, path) of each page."""
    club, five, ten, over = kennel.club, kennel.five.pk, kennel.ten.pk, kennel.over.pk
    seven = "&".join(f"player={player.pk}" for player in kennel.players[:7])
    tie, low = top_tie(club, kennel.players).pk, low_tie(club, kennel.players[:6]).pk
    late, six = kennel.players[7].pk, ledger.start(club, "dirty-dog", kennel.players[:6]).pk
    open_five = f"/m/{five}/table"
    yield "new", f"/c/{club.slug}/matches/new/"
    yield "new-seven", f"/c/{club.slug}/matches/new/?{seven}"
    yield "new-ten", f"/c/{club.slug}/matches/new/?" + "&".join(f"player={each.pk}" for each in kennel.players)
    yield "late", f"/m/{six}/table/late/?player={late}"
    yield "late-waits", f"{open_five}/late/?player={late}"
    yield "leave-who", f"/m/{ten}/table/leave/"
    yield "leave", f"/m/{ten}/table/leave/?seat=2"
    yield "void", f"{open_five}/void/"
    yield "stop", f"/m/{ten}/table/stop/"
    yield "tie-bids", f"/m/{tie}/table/tie-break/?bids=1-0-2"
    yield "tie-tricks", f"/m/{tie}/table/tie-break/?bids=1-0-1-0-0-0-0-0-0-1&tricks=1.2"
    yield "pull", f"/m/{low}/table/card-pull/"
    yield "pull-last", f"/m/{low}/table/card-pull/?cards=J-6-10"
    yield "correct", f"/m/{over}/correct/5/"
    yield "cell", f"/m/{over}/cell/5/2/"
    yield "history", f"/m/{over}/history/"
    yield "take-back", f"/m/{over}/history/3/take-back/"
    yield "insert", f"/m/{over}/correct/5/void/"
    yield "paper-ten", f"/m/{ten}/paper/"
    yield "finish", f"/m/{over}/finish/"
    yield "abandon", f"/m/{ten}/abandon/"


def test_pages_pass_axe_and_fit(screens: Screens) -> None:
    kennel = a_kennel()
    troubles = []
    for name, address in pages(kennel):
        troubles += looked_at(screens, kennel.user, name, address)
    assert troubles == []
