"""The taps that record attendance: here, late, away, and guests, who come with a host; and who said yes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from clubs.calendar.answers import Answers, answers_of
from clubs.calendar.nights import Refused, arrive, attended, expect, go_home, stay_away
from clubs.language.locales import date_format
from clubs.models import Attendance, Club, Night, NightAnswer, Player
from clubs.names import tidy_name
from games.base.form_parsing import named
from games.base.names import sitting
from games.base.table_game import Unreadable
from games.models import Seat
from leagues.attendance.strip import AttendanceTiles, Tile

# Clearing the attendance of a night in one tap, and undoing that from a signed token that the page keeps.


SALT = "dogclub.attendance"
STATES = (Attendance.State.HERE, Attendance.State.LATE)
TIMES = ("expected_at", "arrived_at")


def clearable(night: Night, tiles: Sequence[Tile]) -> bool:
    """Whether `clear` would delete any attendance. One query at most."""
    known = {tile.player.pk for tile in tiles if tile.state in STATES}
    return bool(known and known - _played(night))


def clear(night: Night) -> str:
    """Delete the attendance of everybody who is here or late, except of those who played tonight; those who are away or
    went home keep theirs. Returns the signed token for `restore`.
    """
    rows = list(night.attendances.filter(state__in=STATES).exclude(player__in=_played(night)))
    kept = [
        [row.player_id, row.state, row.host_id, *(moment and moment.isoformat() for moment in _times(row))]
        for row in rows
    ]
    Attendance.objects.filter(pk__in=[row.pk for row in rows]).delete()
    attended.send(Night, night=night)
    return signing.dumps([night.pk, kept], salt=SALT, compress=True)


def restore(night: Night, token: str) -> bool:
    """Restore the attendance in the token, except for players who have another row since or were anonymised. Returns
    False if the signature is wrong or the token belongs to another night.
    """
    try:
        night_pk, kept = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return False
    if night_pk != night.pk:
        return False
    recorded = set(night.attendances.values_list("player", flat=True))
    players = set(night.club.players.filter(former=None).values_list("pk", flat=True))
    rows = [_row(night, players, *each) for each in kept if each[0] in players - recorded]
    Attendance.objects.bulk_create(rows)
    attended.send(Night, night=night)
    return True


def _played(night: Night) -> set[int]:
    """Return the players who have a seat at the night: they certainly came."""
    return {*Seat.objects.filter(match__night=night).values_list("player", flat=True)}


def _times(row: Attendance) -> list[datetime | None]:
    return [getattr(row, name) for name in TIMES]


def _row(night: Night, players: set[int], player: int, state: str, host: int | None, *times: Any) -> Attendance:
    moments = {name: at and datetime.fromisoformat(at) for name, at in zip(TIMES, times, strict=True)}
    return Attendance(night=night, player_id=player, state=state, host_id=host if host in players else None, **moments)


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
    if action in TAPS_FOR_MANY:
        arrive(night, TAPS_FOR_MANY[action](night))
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
    return late.format(time=date_format(timezone.localtime(row.arrives_at), "H:i")) if row.arrives_at else said


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
    try:
        set_state(night, tapped_player(night.club, key), action)
    except Refused as refused:
        return {"": str(refused)}
    return {}


def set_state(night: Night, player: Player, state: str, at: datetime | None = None) -> None:
    """Record the player as here, late (expected `at`, by default at a guess), away, or left. Raises Refused for a
    player at a table, unless here, because the sheet of the table comes first; and where a player leaves who has not
    come.
    """
    if state == Attendance.State.HERE:
        arrive(night, [player])
        return
    if player.pk in sitting(night):
        words = gettext("{player} is at a table. Record the early leave on its sheet first.")
        raise Refused(words.format(player=player.label))
    if state == Attendance.State.LATE:
        expect(night, player, at)
    elif state == Attendance.State.LEFT:
        if not night.attendances.filter(player=player).exists():
            words = gettext("{who} was never here: nobody can leave who has not come.")
            raise Refused(words.format(who=player.label))
        go_home(night, player)
    else:
        stay_away(night, player)


def tapped_player(club: Club, key: str) -> Player:
    """Return the player of a button. Raises Refused if the club has none with this key."""
    player = player_of(club, key)
    if player is None:
        raise Refused(gettext("That player is not in this club."))
    return player


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


TAPS_FOR_MANY = {"everybody": everybody, "crowd": usual_crowd}


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


# Attendance counts for a list of nights.


HERE = (Attendance.State.HERE, Attendance.State.LEFT)


def with_attendance_counts(club: Club) -> QuerySet[Any]:
    """Return the club's nights with their seasons, annotated with `here`: how many came."""
    annotated: QuerySet[Any] = club.nights.select_related("season").annotate(here=_here())
    return annotated


def _here() -> Coalesce:
    """Return the subquery that counts who came; it is evaluated only for the nights of the page."""
    came = Attendance.objects.filter(night=OuterRef("pk"), state__in=HERE).order_by().values("night")
    return Coalesce(Subquery(came.annotate(count=Count("pk")).values("count")), 0)


# Players who said yes are taken to be here when the night is set up: shown so on the page, recorded with its first
# tap. This starts two hours before the start, so that a page opened at noon records nobody. `Undo` reverts it; after
# that, or once it was recorded, no player is recorded as here again without a tap.

EARLY = timedelta(hours=2)


State = Attendance.State


def is_near(night: Night) -> bool:
    """Whether the night starts in two hours at most, or has started."""
    return timezone.now() >= night.starts_at - EARLY


def is_ahead(night: Night, people: AttendanceTiles) -> bool:
    """Whether the night is still to come: its start is ahead, nobody is or was here, and it is not called off."""
    has_ended = night.closed_at or night.called_off_at
    return night.starts_at > timezone.now() and not has_ended and not any(tile.row for tile in people.tiles)


def answers_to_record(night: Night, answers: Answers) -> list[NightAnswer]:
    """Return the answers that the next tap would record as here or late. One query at most."""
    return promised(night, answers) if is_near(night) and night.answers_taken_at is None else []


def record_answers(night: Night) -> dict[str, str]:
    """Record them, once for each night. Returns errors by field."""
    answers = answers_of(night)
    if not answers_to_record(night, answers):
        return {}
    _remember(night)
    return welcome_promised(night, answers, night.answers_taken_at)


def undo_recorded_answers(night: Night) -> None:
    """Delete the attendance recorded from answers, and record none by the next tap. Players with a seat stay here."""
    if night.answers_taken_at:
        _recorded(night).delete()
        attended.send(Night, night=night)
    _remember(night)


def can_undo_recorded_answers(night: Night) -> bool:
    """Whether any attendance recorded from answers can still be deleted."""
    return bool(night.answers_taken_at) and _recorded(night).exists()


def _recorded(night: Night) -> QuerySet[Attendance]:
    """Return the attendance that answers created: its arrival is the moment of the first tap, or it is late and
    expected when the answer says; rows tapped since have another arrival, or none.
    """
    seated = Seat.objects.filter(match__night=night).values("player")
    is_here = Q(state=State.HERE, arrived_at=night.answers_taken_at)
    return night.attendances.filter(is_here | Q(pk__in=_late(night))).exclude(player__in=seated)


def _late(night: Night) -> list[int]:
    """Return the primary keys of late attendance that is expected when its answer says."""
    said = night.answers.filter(answer=NightAnswer.Answer.YES, arrives_after__gt=0)
    expected = {row.player_id: row.arrives_at for row in said}
    rows = night.attendances.filter(state=State.LATE, player__in=expected) if expected else ()
    return [row.pk for row in rows if row.expected_at == expected[row.player_id]]


def _remember(night: Night) -> None:
    night.answers_taken_at = night.answers_taken_at or timezone.now()
    night.save(update_fields=["answers_taken_at"])


def tiles_after_recording(people: AttendanceTiles, said: Sequence[NightAnswer]) -> AttendanceTiles:
    """Return the tiles as they will be after the next tap; guests who are not saved yet have negative primary keys."""
    now = timezone.now()
    states = {row.player_id: State.LATE if row.is_late(now) else State.HERE for row in said}
    tiles = [replace(tile, taken=states.get(tile.player.pk, "")) for tile in people.tiles]
    names = [name for row in said if not row.is_late(now) for name in row.guest_names]
    guests = [Player(pk=-number, name=name, is_guest=True) for number, name in enumerate(names, 1)]
    return replace(people, tiles=[*tiles, *(Tile(guest, None, None, taken=State.HERE) for guest in guests)])
