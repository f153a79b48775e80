"""One tap on a name: here, late, away; and a guest, who comes with somebody."""

from django.http import QueryDict

from clubs.calendar.nights import arrive, expect, stay_away
from clubs.models import Club, Night, Player
from clubs.names import tidy_name
from games.base.open_seats import sitting
from games.base.table_game import Unreadable
from games.table.guests import named

TAPS = ("here", "late", "away")


def tapped(night: Night, form: QueryDict) -> dict[str, str]:
    """Writes down what was tapped; the answer says what is wrong, by field."""
    wish, _, key = form.get("do", "").partition(":")
    if wish in TAPS:
        return _tap(night, wish, key)
    return bring_guest(night, form) if tidy_name(form.get("guest", "")) else {}


def _tap(night: Night, wish: str, key: str) -> dict[str, str]:
    player = player_of(night.club, key)
    if player is None:
        return {"": "Whoever that was is not in the book of this club."}
    if player.pk in sitting(night) and wish != "here":
        return {"": f"{player.label} sits at a table. Whoever leaves a table early tells its sheet first."}
    if wish == "here":
        arrive(night, [player])
    else:
        (expect if wish == "late" else stay_away)(night, player)
    return {}


def player_of(club: Club, key: str) -> Player | None:
    if not (key.isascii() and key.isdecimal() and len(key) < 19):
        return None
    return club.players.filter(pk=int(key), former=None).first()


def bring_guest(night: Night, form: QueryDict) -> dict[str, str]:
    """A name in the guest's field becomes a player who is here; somebody the club knows is simply here."""
    name = tidy_name(form.get("guest", ""))
    try:
        player = named(night.club, name)
    except Unreadable as error:
        return {error.field: error.message}
    arrive(night, [player])
    host = player_of(night.club, form.get("host", ""))
    if host and host != player and player.is_guest:
        night.attendances.filter(player=player).update(host=host)
    form["guest"] = form["host"] = ""
    return {}
