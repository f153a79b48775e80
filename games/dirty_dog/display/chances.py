"""Who can still win and who can still lose."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.capitals import capital
from clubs.language.figures import minus
from games.base.display import Chance, Chances
from games.base.entry.names import listed, shortened
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.outlook import MADE, Outlook, outlook

LAST_HANDS = 3


def chances(state: MatchState) -> Chances | None:
    """Return what each player can still reach, by total; None if the match is not open or has no hand yet, and, before
    the last three hands, while every player can still both win and lose.
    """
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    views = outlook(sheet) if state.match.is_open and sheet.lines else {}
    seated = {seat: view for seat, view in views.items() if seat in sheet.active_seats}
    everything_open = all(view.can_win and view.can_lose for view in seated.values())
    if not seated or (everything_open and len(sheet.remaining) > LAST_HANDS):
        return None
    ranked = sorted(seated, key=lambda seat: -sheet.totals[seat])
    hopeful = [seat for seat, view in seated.items() if view.can_win]
    players = [_chance(sheet, names[seat], seat, seated[seat], settled=hopeful == [seat]) for seat in ranked]
    return Chances(_note(sheet), players, _news(sheet, seated, names))


def _note(sheet: DirtyDogSheet) -> str:
    left = len(sheet.remaining)
    most = sum(sheet.remaining) + MADE * left
    words = ngettext("{count} hand left, {points} points at most", "{count} hands left, {points} points at most", left)
    return words.format(count=left, points=most)


def _chance(sheet: DirtyDogSheet, name: str, seat: int, view: Outlook, *, settled: bool) -> Chance:
    total = sheet.totals[seat]
    behind = max(sheet.totals[other] for other in sheet.active_seats) - total
    place = _("leads with {points}").format(points=minus(total))
    if behind:
        place = _("{points} behind").format(points=behind)
    reach = _("{worst} to {best} at the end").format(worst=minus(view.worst), best=minus(view.best))
    if not view.can_win:
        words = _("{place}: out. Safe from the bottom: {reach}.")
        if view.can_lose:
            words = _("{place}: out. Can still end at the bottom: {reach}.")
        return Chance(name, words.format(place=place, reach=reach), is_out=True)
    words = _("{place}. Cannot be caught.") if settled else _("{place}. Can still win: {reach}.")
    fate = [words.format(place=place, reach=reach), *[_("Can still lose, too.")] * view.can_lose]
    return Chance(name, " ".join(fate))


def _news(sheet: DirtyDogSheet, seated: Mapping[int, Outlook], names: list[str]) -> str:
    """Return one line for the wall board: who can still catch the leaders; else how much is left in the last three
    hands, or "".
    """
    top = max(sheet.totals[seat] for seat in seated)
    leaders = [seat for seat in seated if sheet.totals[seat] == top]
    chasing = [seat for seat in seated if seated[seat].can_win and seat not in leaders]
    lead = listed(names[seat] for seat in leaders)
    if chasing and len(chasing) < len(seated) - len(leaders):
        return _("{names} can still catch {others}.").format(names=listed(names[seat] for seat in chasing), others=lead)
    if not chasing and len(leaders) == 1:
        return _("Nobody can catch {player} any more.").format(player=lead)
    return capital(f"{_note(sheet)}.") if len(sheet.remaining) <= LAST_HANDS else ""
