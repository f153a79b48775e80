"""Members of one club read and write nothing of another: tested for every route of the URL configuration."""

import pytest

from tests.dogclub.security.two_clubs import BY_LINK, MARK, address, ask, both, mixed, signed_in, state_of
from tests.routes import World, routes

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
NOT_HERE = {302, 400, 403, 404, 405, 422}
IDS = ("player", "players", "to", "target", "source", "membership", "match", "night", "season", "trophy", "seat", "key")


@pytest.fixture
def clubs() -> tuple[World, World]:
    return both()


@pytest.mark.variants
@pytest.mark.parametrize("role", ["member", "owner"])
def test_no_page_of_another_club_opens(clubs: tuple[World, World], role: str) -> None:
    ours, theirs = clubs
    found = [(route, address(route, theirs)) for route in routes() if address(route, ours) != address(route, theirs)]
    client, before, wrong = signed_in(ours, role), state_of(theirs), {}
    assert len(found) > 150
    for route, path in found:
        for method in route.methods if route.name not in BY_LINK else ():
            status, text, written = ask(client, method, path)
            if status not in NOT_HERE or MARK in text or written:
                wrong[f"{method} {route.name}"] = (status, MARK in text, written)
    assert wrong == {}
    assert state_of(theirs) == before


def test_our_pages_find_nothing_of_theirs(clubs: tuple[World, World]) -> None:
    ours, theirs = clubs
    client, wrong, asked = signed_in(ours, "owner"), {}, 0
    for route in routes():
        path = mixed(route, ours, theirs)
        if path is None:
            continue
        for method in route.methods:
            status, text, written = ask(client, method, path)
            asked += 1
            if status not in NOT_HERE or MARK in text or written:
                wrong[f"{method} {route.name}"] = (status, MARK in text, written)
    assert wrong == {}
    assert asked > 100


@pytest.mark.thorough
@pytest.mark.parametrize("where", ["body", "query"])
def test_their_numbers_inside_ours_touch_nothing_of_theirs(clubs: tuple[World, World], where: str) -> None:
    ours, theirs = clubs
    client, before, wrong = signed_in(ours, "owner"), state_of(theirs), {}
    foreign = {
        **dict.fromkeys(IDS, str(theirs.players[0].pk)),
        "membership": str(theirs.membership.pk),
        "match": str(theirs.match.pk),
        "trophy": str(theirs.award.trophy_id),
    }
    for route in routes():
        for method in route.methods if where == "body" else ("GET",):
            path = address(route, ours)
            if where == "query":
                path += ("&" if "?" in path else "?") + "&".join(f"{name}={value}" for name, value in foreign.items())
            status, text, _ = ask(client, method, path, foreign if where == "body" else None)
            if status >= 500 or MARK in text:
                wrong[f"{method} {route.name}"] = (status, MARK in text)
    assert wrong == {}
    assert state_of(theirs) == before


@pytest.mark.thorough
def test_the_mark_would_be_found(clubs: tuple[World, World]) -> None:
    _, theirs = clubs
    client = signed_in(theirs, "owner")
    showing = [route.name for route in routes() if MARK in ask(client, "GET", address(route, theirs))[1]]
    assert len(showing) > 60
