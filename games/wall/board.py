"""The wall board of one match: drawn once for all who look, until something on it changes."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.conditional import cached_fragment
from games.base.names import shortened
from games.base.titles import game_name, title
from games.consequences.league import Held
from games.entries.match_state import load
from games.models import Match, Seat
from games.registry import table_game


def board(match: Match, seats: Sequence[Seat], holders: Sequence[Held]) -> SafeString:
    """`shelf` is who holds what in the club; two queries where the board is new, none where it is kept."""
    return cached_fragment(
        ("board", depends(match, seats, holders)), lambda: _drawn(match, seats, _of_game(match, holders))
    )


def depends(match: Match, seats: Sequence[Seat], holders: Sequence[Held]) -> tuple[object, ...]:
    held = [(each.trophy.pk, each.trophy.name, each.player.label) for each in _of_game(match, holders)]
    return (match.pk, match.version, match.table, match.club.slug, [seat.player.label for seat in seats], held)


def _of_game(match: Match, holders: Sequence[Held]) -> list[Held]:
    return [each for each in holders if each.trophy.game == match.game]


def _drawn(match: Match, seats: Sequence[Seat], held: Sequence[Held]) -> SafeString:
    state = load(match, seats).public
    display = table_game(match.game).display
    wall, chances = display.wall(state), display.chances(state)
    context = {
        "club": match.club,
        "title": title(match),
        "game": game_name(match),
        "board": wall,
        "trophies": list(zip(held, shortened([each.player.label for each in held]), strict=True)),
        "news": (chances.headline if chances else "") or wall.context.get("footer", ""),
        "is_over": bool(match.finished_at),
        "changed": state.history[-1].received_at if state.history else match.started_at,
    }
    return render_to_string("games/wall/_board.html", context)
