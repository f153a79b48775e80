"""The taps that record attendance: here, late, away, and guests, who come with a host."""

from collections import Counter
from datetime import datetime

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from clubs.calendar.answers import Answers, answers_of
from clubs.calendar.nights import arrive, expect, stay_away
from clubs.models import Attendance, Club, Night, NightAnswer, Player
from clubs.names import tidy_name
from games.base.entry.guests import named
from games.base.entry.open_seats import sitting
from games.base.table_game import Unreadable
from leagues.nights.attendance.clear import clear, restore

TAPS = ("here", "late", "away")
NIGHTS = 6  # the latest ones, which decide who is the usual crowd


def tapped(night: Night, form: QueryDict) -> dict[str, str]:
    """Save what was tapped. Returns errors by field; {} if there are none."""
    action, _, key = form.get("do", "").partition(":")
    cleared, form["cleared"] = form.get("cleared", ""), ""
    if action == "clear":
        form["cleared"] = clear(night)
        return {}
    if action == "unclear":
        return {} if restore(night, cleared) else {"": gettext("There is nothing to undo here any more.")}
    if action in TAPS:
        return _tap(night, action, key)
    if action == "promised":
        return welcome_promised(night, answers_of(night))
    if action in MANY:
        arrive(night, MANY[action](night))
        return {}
    if tidy_name(form.get("guest", "")):
        return bring_guest(night, form)
    form["cleared"] = cleared
    return {}


def promised(night: Night, answers: Answers) -> list[NightAnswer]:
    """Return the answers of those who said yes, have a place, and have no attendance yet. One query, or none if nobody
    said yes.
    """
    if not answers.coming:
        return []
    recorded = set(night.attendances.values_list("player", flat=True))
    return [row for row in answers.coming if row.player_id not in recorded]


def answer_labels(answers: Answers) -> dict[int, str]:
    """Return each player's answer in words, by player: `said yes`, `said maybe, from 20:15`."""
    rows = answers.all
    return {row.player_id: _answer(row) for row in rows}


def _answer(row: NightAnswer) -> str:
    words = {
        NightAnswer.Answer.YES: (gettext("said yes"), gettext("said yes, from {time}")),
        NightAnswer.Answer.MAYBE: (gettext("said maybe"), gettext("said maybe, from {time}")),
        NightAnswer.Answer.NO: (gettext("said no"), gettext("said no, from {time}")),
    }
    said, late = words[NightAnswer.Answer(row.answer)]
    return late.format(time=f"{timezone.localtime(row.arrives_at):%H:%M}") if row.arrives_at else said


def welcome_promised(night: Night, answers: Answers, now: datetime | None = None) -> dict[str, str]:
    """Record everybody who said yes and has a place as here, with their guests, or as late if they come later; those on
    the waiting list are left out. Returns errors by field.
    """
    said, now = promised(night, answers), now or timezone.now()
    for row in said:
        if row.is_late(now):
            expect(night, row.player, row.arrives_at)
    coming = [row for row in said if not row.is_late(now)]
    arrive(night, [row.player for row in coming], now)
    for row in coming:
        for name in row.guest_names:
            try:
                welcome(night, named(night.club, name), row.player, now)
            except Unreadable as error:
                return {error.field: error.message}
    return {}


def _tap(night: Night, action: str, key: str) -> dict[str, str]:
    player = player_of(night.club, key)
    if player is None:
        return {"": gettext("That player is not in this club.")}
    if player.pk in sitting(night) and action != "here":
        words = gettext("{player} is at a table. Record the early leave on its sheet first.")
        return {"": words.format(player=player.label)}
    if action == "here":
        arrive(night, [player])
    else:
        (expect if action == "late" else stay_away)(night, player)
    return {}


def everybody(night: Night) -> list[Player]:
    """Return the club's active players without guests."""
    return list(night.club.players.filter(is_active=True, is_guest=False, former=None))


def usual_crowd(night: Night) -> list[Player]:
    """Return those of `everybody` who came to at least half of the last six nights."""
    rows = night.club.nights.filter(starts_at__lt=night.starts_at, attendances__arrived_at__isnull=False).distinct()
    last = list(rows.order_by("-starts_at").values_list("pk", flat=True)[:NIGHTS])
    came = Attendance.objects.filter(night__in=last, arrived_at__isnull=False).values_list("player", flat=True)
    often = {player for player, times in Counter(came).items() if 2 * times >= len(last)}
    return [player for player in everybody(night) if player.pk in often]


MANY = {"everybody": everybody, "crowd": usual_crowd}


def player_of(club: Club, key: str) -> Player | None:
    """Return the club's player with this primary key (as text), or None."""
    if not (key.isascii() and key.isdecimal() and len(key) < 19):
        return None
    return club.players.filter(pk=int(key), former=None).first()


def bring_guest(night: Night, form: QueryDict) -> dict[str, str]:
    """Record the guest named in the form as here, and create the player if the club has none of this name. Returns
    errors by field.
    """
    name = tidy_name(form.get("guest", ""))
    try:
        player = named(night.club, name)
    except Unreadable as error:
        return {error.field: error.message}
    welcome(night, player, player_of(night.club, form.get("host", "")))
    form["guest"] = form["host"] = ""
    return {}


def welcome(night: Night, guest: Player, host: Player | None, now: datetime | None = None) -> None:
    """Record a guest as here, brought by the host; the host is ignored if the player is no guest."""
    arrive(night, [guest], now)
    if host and host != guest and guest.is_guest:
        night.attendances.filter(player=guest).update(host=host)
