"""Matches whose sheet a player is asked to confirm, and confirming one or all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.figures import minus
from clubs.language.locales import ordinal
from clubs.models import Club, Confirm
from games import ledger
from games.base.results.titles import game_name, title
from games.confirmation.token import signed_confirm_token
from games.entries.authorship import people_of, who
from games.entries.confirmation import confirmers_of, sheet_version
from games.entries.drafts import Author, Refused
from games.entries.match_state import load
from games.models import Match

MOST = 10


@dataclass(frozen=True)
class ToConfirm:
    """A match to confirm; `sheet` is the version of the sheet that is shown, `words` give the player's result and who
    entered the sheet.
    """

    match: Match
    seat: int
    sheet: int
    title: str
    words: str

    @property
    def seen(self) -> str:
        """The value of the form field: the match and the version of its sheet."""
        return f"{self.match.pk}:{self.sheet}"

    @property
    def signed_token(self) -> str:
        """The token for the page on which a mistake is reported."""
        return signed_confirm_token(self.match)


def to_confirm(club: Club, player_id: int) -> list[ToConfirm]:
    """Return up to MOST matches, the newest first, without those where a mistake was reported: an organiser settles
    these.
    """
    rows = Match.objects.filter(club=club, finished_at=None, abandoned_at=None, played_at__isnull=False)
    asked = rows.filter(seats__player=player_id).exclude(confirm=Confirm.NOBODY).select_related("club")
    found = (_asked(match, player_id) for match in asked.order_by("-played_at", "pk")[:MOST])
    return [each for each in found if each]


def _asked(match: Match, player_id: int) -> ToConfirm | None:
    state = load(match)
    confirmers = confirmers_of(state)
    seat = next((each for each in confirmers.missing if each.player_id == player_id), None)
    if seat is None or confirmers.objected:
        return None
    count, last = len(state.seats), max(state.history, key=lambda entry: entry.version)
    players = ngettext("{game}, {count} player.", "{game}, {count} players.", count)
    yours = _("You: {total}, {place}.") if seat.place else _("You: {total}.")
    sentences = (
        players.format(game=game_name(match), count=count),
        yours.format(total=minus(seat.total), place=ordinal(seat.place) if seat.place else ""),
        _("Entered by {name}.").format(name=who(last, people_of([last]))),
    )
    return ToConfirm(match, seat.position, sheet_version(state), title(match), " ".join(sentences))


def confirm(found: Sequence[ToConfirm], seen: Sequence[str], by: Author, browser: UUID) -> tuple[int, str]:
    """Confirm those matches whose sheet is still as it was `seen`. Returns how many were confirmed, and why another was
    refused, or "".
    """
    done, wrong = 0, ""
    for each in found:
        if each.seen not in seen:
            continue
        try:
            ledger.confirm(each.match.pk, each.seat, sheet=each.sheet, by=by, browser=browser)
        except Refused as refused:
            wrong = f"{each.title}: {refused}"
        else:
            done += 1
    return done, wrong
