"""The wall board of a match, rendered once for all viewers until it changes."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.web.conditional import cached_fragment
from games.base.entry.names import shortened
from games.base.results.titles import game_name, title
from games.consequences.league import Held
from games.entries.match_state import load
from games.forecasts.current import has_chances
from games.forecasts.on_wall import with_chances
from games.models import Match, Seat
from games.registry import table_game


def board(match: Match, seats: Sequence[Seat], holders: Sequence[Held], chances: int = 0) -> SafeString:
    """The board as HTML; two or three queries to render it, none if it is cached.

    `holders` are the club's trophies with their holders, `chances` is the version of the forecast shown.
    """
    key = "board", depends(match, seats, holders, chances)
    return cached_fragment(key, lambda: _drawn(match, seats, _of_game(match, holders)))


def depends(match: Match, seats: Sequence[Seat], holders: Sequence[Held], chances: int = 0) -> tuple[object, ...]:
    """Everything that the board depends on, as cache key."""
    held = [(each.trophy.pk, each.trophy.name, each.player.label) for each in _of_game(match, holders)]
    club = match.club
    about = match.pk, match.version, match.table, club.branding, club.slug, club.chances
    return (*about, chances, [seat.player.label for seat in seats], held)


def _of_game(match: Match, holders: Sequence[Held]) -> list[Held]:
    return [each for each in holders if each.trophy.game == match.game]


def _drawn(match: Match, seats: Sequence[Seat], held: Sequence[Held]) -> SafeString:
    state = load(match, seats).public
    display = table_game(match.game).display
    wall, chances, turned = display.wall(state), display.chances(state), ""
    if has_chances(match, on_wall=True):
        wall, turned = with_chances(state, wall)
    context = {
        "club": match.club,
        "title": title(match),
        "game": game_name(match),
        "board": wall,
        "trophies": list(zip(held, shortened([each.player.label for each in held]), strict=True)),
        "news": (chances.headline if chances else "") or turned or wall.context.get("footer", ""),
        "is_over": bool(match.finished_at),
        "changed": state.history[-1].received_at if state.history else match.started_at,
    }
    return render_to_string("games/wall/_board.html", context)
