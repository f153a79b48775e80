"""Matches of Pack o' Dogs recorded through the ledger, and the game shown in the design."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from clubs.models import Club, Role
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring.pack_o_dogs import PACK_O_DOGS, Options, Round
from scoring.records import entry_to_json
from tests.factory import a_club, a_member, some_players
from tests.posting import Fields, form_on, page, sent

NAMES = ("Wilhelmina Featherstonehaugh-Oyelaran", "Otto Pym")
W, P = 0, 1


def plain(seat: int) -> Round:
    """A round won without a pack."""
    return Round(seat, pack=False)


def pack(seat: int, turns: int | None = None, *, treat: bool = False) -> Round:
    """A round won with a pack."""
    return Round(seat, pack=True, turns=turns, treat=treat)


GAME_1 = [plain(W), pack(P), plain(W), pack(W), plain(W)]
GAME_2 = [plain(W), plain(W), plain(W), pack(P), pack(P), pack(P), plain(W)]
GAME_3 = [plain(P), pack(W), plain(W), plain(P), pack(W), plain(W)]
WHOLE = [*GAME_1, *GAME_2, *GAME_3]


def a_pack_match(club: Club, entries: Sequence[Any] = (), games: int = 3, mode: Any = "complex", **about: Any) -> Match:
    players = list(club.players.order_by("pk")) or some_players(club, 2, NAMES)
    match = ledger.start(club, PACK_O_DOGS.key, players[:2], Options(mode=mode, games=games), **about)
    drafts = [
        Draft(PACK_O_DOGS.kind(entry), number, entry_to_json(entry)) for number, entry in enumerate(entries, start=1)
    ]
    if drafts:
        ledger.record(match.pk, drafts, version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def a_table(client: Client, entries: Sequence[Any] = (), games: int = 3, mode: Any = "complex") -> Match:
    """A match under way, and its scorekeeper signed in."""
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return a_pack_match(club, entries, games, mode)


def tap(client: Client, match: Match, query: str = "", **keys: str) -> Any:
    """Post the table's form with these keys tapped."""
    return sent(client, f"/m/{match.pk}/table/", with_keys(form_on(page(client, match, query), "entry"), **keys))


def with_keys(fields: Fields, **keys: str) -> Fields:
    """The fields of a form with these added."""
    return [*fields, *keys.items()]
