"""The seats of a new match from the form: players tapped, seat order, one seat up or down, one group of
several; and taking over a seat.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.names import is_printable
from clubs.players.search import by_name, called, player_key
from games import ledger
from games.base.names import sitting
from games.base.table_game import Unreadable
from games.consequences.league import league
from games.entries.drafts import Author
from games.entries.match_state import MatchState
from games.models import Match, Seat, Substitution
from scoring.base import Illegal

TABLE = Match._meta.get_field("table").max_length or 0
SHOWN = 60  # players listed; others are found by name


@dataclass(frozen=True)
class Seating:
    """`listed` are the players offered, `seated` those chosen, clockwise; `more` is how many only a search shows."""

    listed: Sequence[Player]
    seated: Sequence[Player]
    more: int = 0


def seating(club: Club, form: QueryDict, *, fresh: bool) -> Seating:
    """The seating of the form; with `fresh` and nobody chosen, it proposes the table of the last match."""
    tapped = _keys(form, "player")
    if fresh and not tapped:
        tapped = _last_table(club)
    order = [*(key for key in _keys(form, "seat") if key in tapped), *tapped]
    seated = _in_order(club, dict.fromkeys(order))
    known = {player.pk for player in seated}
    sought = form.get("find", "").replace("\x00", "")  # PostgreSQL refuses this character
    matching = by_name(club.players.filter(called(sought), is_active=True))
    others = [player for player in matching[: SHOWN + len(known) + 1] if player.pk not in known]
    listed = sorted([*seated, *others[:SHOWN]], key=player_key)
    return Seating(listed, _moved(seated, form.get("do", "")), max(len(others) - SHOWN, 0))


def check_table_name(name: str) -> None:
    """Raise Unreadable for a name of a table that is too long or cannot be printed."""
    if len(name) > TABLE or not is_printable(name):
        raise Unreadable(_("At most {table} printable characters, please.").format(table=TABLE), "table")


def _keys(form: QueryDict, field: str) -> list[int]:
    """The whole numbers in a field; other values are ignored."""
    return [int(key) for key in form.getlist(field)[:500] if key.isascii() and key.isdecimal() and len(key) < 19]


def _last_table(club: Club) -> list[int]:
    last = club.matches.order_by("-started_at", "-id").values("pk")[:1]
    return list(Seat.objects.filter(match__in=last, player__is_active=True).values_list("player_id", flat=True))


def _in_order(club: Club, keys: Iterable[int]) -> list[Player]:
    """The club's players with these keys, in this order; other keys and former members are ignored."""
    wanted = list(keys)
    rows = club.players.filter(former=None).in_bulk(wanted)
    return [rows[key] for key in wanted if key in rows]


def _moved(seated: Sequence[Player], move: str) -> list[Player]:
    """The seats after the button `move`: `up:KEY`, `down:KEY`, or `only:KEY,KEY` to keep one group.

    The table is round: the first seat moved up becomes the last.
    """
    order = list(seated)
    direction, _, key = move.partition(":")
    if direction == "only":
        group = key.split(",")
        return [player for player in order if str(player.pk) in group]
    places = [place for place, player in enumerate(order) if str(player.pk) == key]
    if direction not in ("up", "down") or not places:
        return order
    player = order.pop(places[0])
    place = places[0] + (1 if direction == "down" else -1)
    order.insert(place % (len(order) + 1), player)
    return order


# Taking over a seat, for page and API: nobody plays at two tables.


def take_over(state: MatchState, takeover: ledger.Takeover, by: Author) -> Substitution:
    """Let a player who is free take over a seat. Raises Illegal or Closed."""
    match = state.match
    if match.is_open and takeover.player.pk in busy(match):
        raise Illegal("substitute", _("This player sits at another table. Choose somebody who is free."))
    return ledger.substitute(match.pk, takeover, by=by)


def busy(match: Match) -> set[int]:
    """The keys of the players at other tables of the night, or of the same stage of a play-off."""
    there = sitting(match.night) if match.night else {}
    return {key for key, (_player, other) in there.items() if other != match} | league().seated_elsewhere(match)
