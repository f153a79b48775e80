"""Two devices wrote a run of entries that differs in one: each answer to that, compared with the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client
from playwright.sync_api import Page, expect

from clubs.models import Club, Player, Role, User
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from scoring.dogs_of_war import DOGS_OF_WAR
from scoring.dogs_of_war import Options as War
from tests import factory
from tests.browser.origins import until
from tests.browser.outbox import outbox
from tests.browser.taps import at_the_table
from tests.games.dogs_of_war.tallying import written
from tests.games.dogs_of_war.years import PAIRS
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
Fields = Mapping[str, Any]
IS_EMPTY = outbox("table.entries('out', table.match()).then(rows => !rows.length)")
ANOTHER = Author(None, "another")
ANSWERS = ("keep", "yield", "yield and discard")


def battle(at: int, tracker: str, left: int, right: int) -> Fields:
    """A battle of one captain of seat `left` against one of seat `right`."""
    sides = {f"houses-{at}-{side}": house for side, house in enumerate(PAIRS.houses[at])}
    fields = {"what": "year", f"tracker-{at}": tracker, f"was-{at}": "", **sides}
    return {**fields, f"cap-{at}-0-{left}": "1", f"cap-{at}-1-{right}": "1"}


def taps(*values: int) -> list[str]:
    return [f"{seat}-{value}" for seat, value in enumerate(values)]


def won(*hands: int) -> Fields:
    return {"what": "round", **{f"won-{seat}": str(count) for seat, count in enumerate(hands)}}


def winner(seat: int) -> Fields:
    return {"what": "round", "winner": str(seat), "pack": ""}


def series_game(number: int, seat: int) -> Fields:
    return {"what": "series-game", "game": str(number), "winner": str(seat)}


# By game: three entries in a row as this tablet has them, and each as the other device has it.
RUNS: dict[str, tuple[tuple[Fields, Fields], ...]] = {
    "dirty-dog": (
        ({"what": "bids", "tap": taps(0, 0, 0)}, {"what": "bids", "tap": taps(1, 0, 0)}),
        ({"what": "tricks", "tap": taps(2, 0, 0)}, {"what": "tricks", "tap": taps(0, 2, 0)}),
        ({"what": "bids", "tap": taps(1, 0, 0)}, {"what": "bids", "tap": taps(0, 1, 0)}),
    ),
    "top-dog": (
        (won(4, 5, 4), won(5, 4, 4)),
        (won(13, 0, 0), won(0, 13, 0)),
        (won(1, 2, 10), won(2, 1, 10)),
    ),
    "pack-o-dogs": ((winner(0), winner(1)), (winner(1), winner(0)), (winner(0), winner(1))),
    "clash-of-corgis": tuple((series_game(at, at % 2), series_game(at, 2)) for at in (1, 2, 3)),
    "dogs-of-war": (
        (battle(0, "5", 0, 1), battle(0, "6", 0, 1)),
        (battle(1, "5", 2, 3), battle(1, "0", 2, 3)),
        (battle(2, "5", 1, 2), battle(2, "7", 1, 2)),
    ),
}
# What a tablet would have stored, had it been offline.
STORE = """rows => new Promise((done, failed) => {
  const opening = indexedDB.open("dogclub", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("kept", "readwrite");
    for (const row of rows) transaction.objectStore("kept").put(row, ["out", row.match, row.seq, row.id]);
    transaction.oncomplete = () => { opening.result.close(); done(); };
    transaction.onerror = failed;
  };
})"""


@dataclass(frozen=True)
class Table:
    """A table of one game, with the entries that both devices have before they lose touch."""

    club: Club
    players: list[Player]
    game: str

    def match(self) -> Match:
        if self.game == DOGS_OF_WAR.key:
            return written(ledger.start(self.club, self.game, self.players, War()), [PAIRS])
        about: dict[str, dict[str, Any]] = {"dirty-dog": {"plan": (2, 2, 1)}, "clash-of-corgis": {"best_of": 9}}
        options = table_game(self.game).engine.options(**about.get(self.game, {}))
        return ledger.start(self.club, self.game, self.players, options)

    def drafts(self, fields: Fields, number: int) -> list[Draft]:
        """What the server makes of this form."""
        return list(table_game(self.game).drafts(query({**fields, "number": number, "version": 0})))


def query(fields: Fields) -> QueryDict:
    form = QueryDict(mutable=True)
    for name, value in {"entry": str(uuid4()), **fields}.items():
        form.setlist(name, value if isinstance(value, list) else [str(value)])
    return form


def rows(match: Match, run: list[Fields], first: int) -> list[dict[str, Any]]:
    """A tablet's queue: these entries, each made on top of the one before."""
    made: list[dict[str, Any]] = []
    for at, fields in enumerate(run):
        form = query({**fields, "number": first + at, "version": match.version, "at": 1_800_000_000_000 + at})
        about = {"match": str(match.pk), "url": f"/m/{match.pk}/table/", "at": 1_800_000_000_000 + at, "seq": at + 1}
        after = {"after": made[-1]["id"]} if made else {}
        made.append(
            {"id": form["entry"], "body": form.urlencode(), "words": f"Entry {at + 1}: 1 2 3", **about, **after}
        )
    return made


def record_of(match: Match) -> list[Any]:
    return [entry.payload for entry in load(Match.objects.get(pk=match.pk)).live]


def answered(page: Page, answer: str) -> None:
    """Give the answer on the conflict page, and decide about what is held."""
    expect(page.locator("#main[data-what=conflict]")).to_be_visible()
    assert page.locator("#yield .btn-main").count() == 0
    page.locator("#keep button" if answer == "keep" else "#yield button").tap()


def decided(page: Page, answer: str) -> None:
    name = "Discard" if "discard" in answer else "Send"
    expect(page.locator("#waiting button")).to_contain_text("for you")
    panel = page.locator("#entries")
    expect(panel).to_be_visible()
    expect(panel.locator("li").first).to_contain_text("1 2 3")
    page.keyboard.press("Escape")
    page.locator("#waiting button").tap()  # still in reach
    panel.get_by_role("button", name=name, exact=True).tap()


# The other games have the form of a round in common with the second of these.
WITH_A_FORM_OF_THEIR_OWN = ("dirty-dog", "top-dog", "dogs-of-war")
BY_GAME = [
    pytest.param(game, marks=[pytest.mark.release] * (game not in WITH_A_FORM_OF_THEIR_OWN), id=game) for game in RUNS
]


@pytest.mark.thorough
@pytest.mark.parametrize("game", BY_GAME)
def test_each_answer_is_followed_wherever_the_run_differs(screens: Screens, game: str) -> None:
    club = factory.a_club()
    keeper: User = factory.a_member(club, Role.SCOREKEEPER)
    table = Table(club, factory.some_players(club, {"pack-o-dogs": 2, "dogs-of-war": 4}.get(game, 3)), game)
    page = at_the_table(screens, keeper, "/account/")
    for differs, answer in product(range(3), ANSWERS):
        match = table.match()
        first = load(match).next_number
        mine = [pair[0] for pair in RUNS[game]]
        theirs = [pair[at == differs] for at, pair in enumerate(RUNS[game])][: differs + 1]
        page.evaluate(STORE, rows(match, mine, first))
        for at, fields in enumerate(theirs):
            drafts = table.drafts(fields, first + at)
            ledger.record(match.pk, drafts, version=match.version, by=ANOTHER)
            match.refresh_from_db()
        page.goto(f"/m/{match.pk}/table/")
        rest = 2 - differs
        expect(page.locator("#main[data-what=conflict]")).to_be_visible()
        expect(page.locator("[data-later] li")).to_have_count(rest)
        answered(page, answer)
        if rest and answer != "keep":
            decided(page, answer)
        expect(page.locator("#main:not([data-what=conflict])")).to_be_visible()
        until(page, IS_EMPTY)
        kept = [mine, [*theirs, *mine[differs + 1 :]], theirs][ANSWERS.index(answer)]
        expected = [dict(table.drafts(fields, 1)[0].payload or {}) for fields in kept]
        assert record_of(match)[first - 1 :] == expected, (differs, answer)


@pytest.mark.parametrize("game", RUNS)
def test_a_correction_of_an_earlier_entry_stops_nobody(client: Client, game: str) -> None:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    table = Table(club, factory.some_players(club, {"pack-o-dogs": 2, "dogs-of-war": 4}.get(game, 3)), game)
    match = table.match()
    first, (before, correction), *more = load(match).next_number, *RUNS[game]
    seen = ledger.record(match.pk, table.drafts(before, first), version=match.version, by=ANOTHER).state.match.version
    ledger.record(match.pk, table.drafts(correction, first), version=seen, by=ANOTHER)

    def sent(fields: Fields, number: int, version: int) -> Any:
        form = query({**fields, "number": number, "version": version})
        return client.post(f"/m/{match.pk}/table/", dict(form.lists()), headers={"HX-Request": "true"})

    version = seen
    for at, (fields, _) in enumerate(more, 1):
        response = sent(fields, first + at, version)
        assert response.status_code == 200, response.content.decode()
        version = int(response.headers["X-Match-Version"])
    expected = [dict(table.drafts(fields, 1)[0].payload or {}) for fields in (correction, *(pair[0] for pair in more))]
    assert record_of(match)[first - 1 :] == expected

    # Where the line below is gone, or somebody wrote the same line, a person chooses.
    last = first + len(more)
    assert sent(more[-1][1], last, seen).status_code == 409
    ledger.record(match.pk, [Draft("", last, None)], version=version, by=ANOTHER)
    assert sent(more[-1][0], last + 1, version).status_code == 409
