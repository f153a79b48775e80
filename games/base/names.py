"""Players' names inside sentences, and who sits at which table of a night."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from clubs.language import locales
from clubs.language.locales import STORED, shown_name
from clubs.language.terms import once_a_language
from clubs.models import Night, Player
from games.entries.match_state import Substitutes, standing_substitutions
from games.models import Match, Seat
from games.sheets.layout_words import short_names

# Players' names inside sentences: shortened, and isolated where they run right to left.


FIRST_STRONG, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
ISOLATES = FIRST_STRONG + END


def shortened(names: Sequence[str]) -> list[str]:
    """Return each name cut to the fewest first words that tell the players of this table apart."""
    return [isolated(name) for name in _short(tuple(names))]


@lru_cache(64)  # tables: one page calls this several times
def _short(names: tuple[str, ...]) -> list[str]:
    short = short_names(names)
    return [name if STORED.fullmatch(name) else short[name] for name in names]


@once_a_language
def _is_right_to_left() -> bool:
    return get_language_bidi()


def isolated(name: str) -> str:
    """Return the name in Unicode isolates where it or the language runs right to left, so that the words after it keep
    their place.
    """
    name = shown_name(name)
    if _is_right_to_left() or (not name.isascii() and {"R", "AL"} & {*map(unicodedata.bidirectional, name)}):
        return f"{FIRST_STRONG}{name}{END}"
    return name


def listed(words: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`, in the current language."""
    return locales.listed([*words])


def listed_first(words: Sequence[str], most: int) -> str:
    """The words as `listed`, of more than `most` the first and the number of the others: `A, B and 3 more`."""
    more = len(words) - most
    return listed([*words[:most], *([_("{count} more").format(count=more)] if more > 0 else [])])


def name_at(names: Sequence[str], seat: int) -> str:
    """Return the name at this seat; an entry that cannot be played may name a seat that does not exist."""
    return names[seat] if 0 <= seat < len(names) else _("somebody")


# Who currently sits at which table of a night.


def open_seats(night: Night) -> list[Seat]:
    """Return the seats of all matches still being played, in table order; one query. A match that only waits for
    confirmation is not among them.
    """
    going = {"match__night": night, "match__played_at": None, "match__finished_at": None, "match__abandoned_at": None}
    return list(Seat.objects.filter(**going).select_related("player", "match").order_by("match__table", "position"))


def sitting(night: Night) -> dict[int, tuple[Player, Match]]:
    """Return (player, match) by player id, without players who are marked as having left the night."""
    gone = set(night.attendances.filter(left_at__isnull=False).values_list("player_id", flat=True))
    seats = open_seats(night)
    shared = {seat.match_id: standing_substitutions(seat.match_id) for seat in seats if seat.has_substitute}
    playing = [(shared.get(seat.match_id, Substitutes()).playing(seat), seat.match) for seat in seats]
    return {player.pk: (player, match) for player, match in playing if player.pk not in gone}
