"""The pairings of a knock-out or a round robin that can be played next."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.names import shortened
from games.base.results.titles import in_words
from games.registry import table_game
from leagues.models import Playoff
from leagues.playoffs.pairings import Pairing, read
from leagues.wall.coming import NextStart

MOST = 8  # pairings on the wall
AS_SOON = gettext_lazy("As soon as both are here.")


def next_pairings(contests: Iterable[Playoff]) -> NextStart | None:
    """Return the pairings of the earliest open round of the first contest that has any, or None; four queries for each
    contest.
    """
    return next((found for each in contests if (found := _next_of(each))), None)


def _next_of(contest: Playoff) -> NextStart | None:
    pairings = [each for each in read(contest).pairings if can_begin(each, contest)]
    coming = [each for each in pairings if each.round == pairings[0].round]
    if not coming:
        return None
    title = _("Next: {kind}, {game}").format(kind=contest.get_kind_display(), game=table_game(contest.game).name)
    about = str(AS_SOON)
    if len(coming) > MOST:
        first = _("The first {number} of {count} pairings.").format(number=in_words(MOST), count=len(coming))
        about = f"{first} {AS_SOON}"
    return NextStart(title, None, about, _tables(coming, contest)[:MOST])


def can_begin(pairing: Pairing, contest: Playoff) -> bool:
    """Whether both players are known and the match has not begun; a level match of a knock-out is played again."""
    is_again = pairing.is_level and contest.kind == Playoff.Kind.KNOCKOUT
    return pairing.is_ready and not pairing.is_bye and (pairing.match is None or is_again)


def _tables(pairings: Sequence[Pairing], contest: Playoff) -> list[tuple[str, Sequence[str]]]:
    pairs = [[player.label for player in (each.one, each.two) if player] for each in pairings]
    short = shortened([label for pair in pairs for label in pair])
    match, is_bracket = _("{round}, match {number}"), contest.kind == Playoff.Kind.KNOCKOUT
    names = [each.title if is_bracket else match.format(round=each.title, number=each.number) for each in pairings]
    return [(name, short[2 * at : 2 * at + 2]) for at, name in enumerate(names)]
