"""Answers to a night: yes, maybe or no, with a limit of places and a waiting list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db.models import Max, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.calendar.nights import Refused, has_begun
from clubs.language.locales import comma_separated, date_format
from clubs.models import Club, Membership, Night, NightAnswer, Player
from clubs.models.calendar import ARRIVALS, LONGEST_GUESTS, LONGEST_NOTE, MOST_PLACES, club_day
from clubs.names import check_name, tidy_name

MOST_GUESTS = 4
HAS_BEGUN = gettext_lazy("The night has begun: answers are closed.")
Answer = NightAnswer.Answer
moved_up = Signal()  # sent with `night` and `players`, the keys of those who got a place that came free


@dataclass(frozen=True)
class Answers:
    """The answers of one night. `coming` have a place and `waiting` have none, both in the order of their yes."""

    limit: int | None
    coming: Sequence[NightAnswer]
    waiting: Sequence[NightAnswer]
    maybe: Sequence[NightAnswer]
    absent: Sequence[NightAnswer]

    @property
    def all(self) -> list[NightAnswer]:
        return [*self.coming, *self.waiting, *self.maybe, *self.absent]

    @property
    def taken(self) -> int:
        """The number of places taken, guests included."""
        return sum(row.places for row in self.coming)

    @property
    def free(self) -> int | None:
        """The number of free places; 0 while somebody waits whose party fits the limit; None without a limit."""
        if self.limit is None:
            return None
        is_queue = any(row.places <= self.limit for row in self.waiting)
        return 0 if is_queue else max(self.limit - self.taken, 0)

    def of(self, player_id: int | None) -> NightAnswer | None:
        """Return the player's answer, or None."""
        return next((row for row in self.all if row.player_id == player_id), None)

    def place_in_line(self, player_id: int | None) -> int:
        """Return the place on the waiting list, from 1; 0 for a player who does not wait."""
        return next((place for place, row in enumerate(self.waiting, 1) if row.player_id == player_id), 0)


def answers_of(night: Night) -> Answers:
    """Return a night's answers; one query. Players who have left or are not active take no place."""
    rows = list(night.answers.filter(player__former=None, player__is_active=True).select_related("player", "night"))
    coming, waiting = split([row for row in rows if row.answer == Answer.YES], night.places)
    maybe, absent = ([row for row in rows if row.answer == each] for each in (Answer.MAYBE, Answer.NO))
    return Answers(night.places, coming, waiting, maybe, absent)


def split(rows: Sequence[NightAnswer], limit: int | None) -> tuple[list[NightAnswer], list[NightAnswer]]:
    """Return those with a place and those who wait. Nobody overtakes: after the first who does not fit, all wait.

    A party larger than the limit waits without blocking the others.
    """
    if limit is None:
        return list(rows), []
    coming: list[NightAnswer] = []
    waiting: list[NightAnswer] = []
    left, is_full = limit, False
    for row in rows:
        is_full = is_full or left < row.places <= limit
        if is_full or row.places > left:
            waiting.append(row)
        else:
            coming.append(row)
            left -= row.places
    return coming, waiting


def why_over(night: Night) -> str:
    """Return why answers do not count any more, whatever the deadline; "" if they do. One query at most."""
    if night.called_off_at:
        words = _("This night is called off. No answer is needed.")
        if night.reason:
            words = _("This night is called off: {reason}. No answer is needed.")
        return words.format(reason=night.reason)
    if night.closed_at:
        return _("This night is over.")
    return str(HAS_BEGUN) if has_begun(night) else ""


def why_closed(night: Night) -> str:
    """Return why nobody can answer now; "" if they can. One query at most."""
    now = timezone.now()
    if over := why_over(night) or (str(HAS_BEGUN) if night.starts_at <= now else ""):
        return over
    closed = timezone.localtime(night.answers_close_at)
    words = _("Answers closed on {day} at {time}.")
    over = words.format(day=date_format(closed, "j F"), time=date_format(closed, "H:i"))
    return over if night.answers_close_at <= now else ""


NO_PLAYER = gettext_lazy("No player of this club is linked to your account. An organiser can link one.")


def own_player(club: Club, player_id: int | None) -> Player:
    """Return the player an account answers for. Raise Refused."""
    rows = club.players.filter(former=None, is_active=True)
    player = None if player_id is None else rows.filter(pk=player_id).first()
    if player is None:
        raise Refused(str(NO_PLAYER))
    return player


def give_answer(
    night: Night, player: Player, answer: str, note: str = "", guests: str = "", arrives_after: int | None = None
) -> NightAnswer:
    """Store a player's answer. The same answer again changes nothing; `arrives_after` None keeps the arrival. Raise
    Refused.

    Must be in a transaction that holds the club's lock (`clubs/queries.py`), so that two players cannot take the last
    place.
    """
    if reason := why_closed(night):
        raise Refused(reason)
    if answer not in Answer.values:
        raise Refused(_("Choose yes, maybe or no."))
    note, guests = _note(note), _guests(guests) if answer != Answer.NO else ""
    row = night.answers.filter(player=player).first() or NightAnswer(night=night, player=player)
    arrives_after = _arrival(row.arrives_after if arrives_after is None else arrives_after, answer)
    was = (row.answer, row.note, row.guests, row.arrives_after)
    if was == (answer, note, guests, arrives_after):
        return row
    had, was_yes = row.places, row.answer == Answer.YES
    waited = waiting_players(night)
    row.answer, row.note, row.guests, row.arrives_after = answer, note, guests, arrives_after
    row.answered_at = timezone.now()
    if answer == Answer.YES:
        _check_places(night, row, had if was_yes else 0)
    row.number = (row.number or _next_number(night)) if answer == Answer.YES else None
    row.save()
    announce_moved_up(night, waited - {player.pk})
    return row


def admit_waiting(night: Night) -> None:
    """Raise the limit to the places of all who come or wait. Raise Refused.

    Must be in a transaction that holds the club's lock.
    """
    if reason := why_closed(night):
        raise Refused(reason)
    now = answers_of(night)
    if not now.waiting:
        raise Refused(_("Nobody is on the waiting list."))
    places = sum(row.places for row in (*now.coming, *now.waiting))
    if places > MOST_PLACES:
        raise Refused(_("A night has at most {most} places.").format(most=MOST_PLACES))
    night.places = places
    night.revise()
    night.save(update_fields=["places", "revision", "changed_at"])
    announce_moved_up(night, {row.player_id for row in now.waiting})


def announce_moved_up(night: Night, waited: set[int]) -> None:
    """Announce which of the players who waited has a place now."""
    if waited and (up := waited - waiting_players(night)):
        moved_up.send(None, night=night, players=up)


def waiting_players(night: Night) -> set[int]:
    """Return the keys of the players on the waiting list; no query for a night without a limit."""
    return set() if night.places is None else {row.player_id for row in answers_of(night).waiting}


def _arrival(minutes: int, answer: str) -> int:
    if minutes not in ARRIVALS:
        raise Refused(_("Choose one of the arrival times."))
    return minutes if answer != Answer.NO else 0


def _next_number(night: Night) -> int:
    last: int | None = night.answers.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _check_places(night: Night, row: NightAnswer, had: int) -> None:
    """Raise Refused if a party is larger than the limit, or a player with a place adds more guests than there are
    free places.
    """
    if night.places is None:
        return
    if row.places > night.places:
        words = ngettext(
            "There is {count} place in all: you and your guests are more.",
            "There are {count} places in all: you and your guests are more.",
            night.places,
        )
        raise Refused(words.format(count=night.places))
    now = answers_of(night)
    more, has_place = row.places - had, any(each.player_id == row.player_id for each in now.coming)
    if had and has_place and more > (now.free or 0):
        raise Refused(
            _("There is no place left for that many guests: {taken} of {places} are taken.").format(
                taken=now.taken, places=night.places
            )
        )


def _note(text: str) -> str:
    note = tidy_name(text)
    if len(note) > LONGEST_NOTE:
        raise Refused(
            _("A note has at most {most} characters: this has {count}.").format(most=LONGEST_NOTE, count=len(note))
        )
    _check(note, _("The note"))
    return note


def _guests(text: str) -> str:
    names = [name for part in text.split(",") if (name := tidy_name(part))]
    if len(names) > MOST_GUESTS:
        raise Refused(_("At most {most} guests: these are {count}.").format(most=MOST_GUESTS, count=len(names)))
    for name in names:
        if len(name) > LONGEST_GUESTS // MOST_GUESTS - 2:
            raise Refused(
                _("The name of a guest has at most {most} characters.").format(most=LONGEST_GUESTS // MOST_GUESTS - 2)
            )
        _check(name, _("The name of a guest"))
    return comma_separated(names)


def _check(text: str, what: str) -> None:
    try:
        if text:
            check_name(text)
    except ValidationError:
        words = _("{what} contains a character that cannot be printed. Please type it again.")
        raise Refused(words.format(what=what)) from None


# Signed tokens of links in emails by which one member answers for one night without signing in.
# Nothing is stored: the token has the keys of night and member, signed, and a hash of the address it was sent to. A
# member who has changed the address, or has left, cannot be answered for from the old mailbox.


SALT = "dogclub.answer"
MARK = 12  # hexadecimal digits of the address's hash


class LinkRefused(Exception):
    """Raised for a token without effect. `why` is "wrong" for an invalid one, "left" without a member, "old" if the
    night is gone, the club is to be deleted, or the address was changed.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class AnswerLink:
    """A valid link: the night, and the member it answers for."""

    night: Night
    membership: Membership

    @property
    def name(self) -> str:
        """The name of the player, or of the account without a player."""
        return self.membership.player.label if self.membership.player else str(self.membership.user)


def answer_token(night: Night, membership: Membership) -> str:
    """Return the token."""
    return Signer(salt=SALT).sign(f"{night.pk}-{membership.pk}-{_mark(membership)}")


def read_answer_token(token: str) -> AnswerLink:
    """Return the night and member of a token; two queries. Raise LinkRefused."""
    try:
        night_pk, membership_pk, mark = Signer(salt=SALT).unsign(token).split("-")
    except (BadSignature, ValueError):
        raise LinkRefused("wrong") from None
    membership = Membership.objects.select_related("club", "user", "player").filter(pk=membership_pk).first()
    if membership is None:
        raise LinkRefused("left")
    night = membership.club.nights.select_related("club").filter(pk=night_pk).first()
    if night is None or night.club.deletes_at or mark != _mark(membership):
        raise LinkRefused("old")
    return AnswerLink(night, membership)


def _mark(membership: Membership) -> str:
    """Return a keyed hash of the address, so that it cannot be read from the link."""
    return salted_hmac(f"{SALT}.address", membership.user.email.lower(), algorithm="sha256").hexdigest()[:MARK]


# When players without an answer are reminded of a night: by the clock, and whenever an organiser asks for it.


HOUR = 10  # o'clock on the day before
TOO_LATE = timedelta(hours=2)  # no reminder later than this before answers close
TO_ANSWER = timedelta(hours=6)  # least time to answer
DAY, AHEAD = timedelta(days=1), timedelta(days=4)


def to_remind(now: datetime) -> QuerySet[Night]:
    """Return the nights of all clubs of which somebody may be reminded, by their start."""
    is_soon = Q(starts_at__lte=now + AHEAD) | Q(reminded_at__gt=now - DAY)
    rows = Night.objects.filter(is_soon, starts_at__gte=now + TOO_LATE, called_off_at=None, closed_at=None)
    return rows.order_by("starts_at")


def silent_players(night: Night) -> QuerySet[Player]:
    """Return the players of the club who have not answered."""
    answered = night.answers.values("player")
    return night.club.players.filter(is_active=True, is_guest=False, former=None).exclude(pk__in=answered)


def subject(night: Night, now: datetime) -> str:
    """Return the subject of the reminder that is due, "" if none is: each is sent once. A night moved to another day
    is a new subject, and so is each time an organiser asks.
    """
    last = reminded(night, now)
    if last is None or now > night.answers_close_at - TOO_LATE:
        return ""
    about = f"{night.pk}-{club_day(night.starts_at)}"
    if last != night.reminded_at:
        return about
    return f"{about}-{last:%m%d%H%M}" if now < last + DAY else ""


def reminded(night: Night, now: datetime) -> datetime | None:
    """Return when players were last reminded; the clock reminds nobody within a day after an organiser did."""
    by_clock, asked = _by_clock(night), night.reminded_at
    return by_clock if by_clock <= now and (asked is None or asked + DAY <= by_clock) else asked


def _by_clock(night: Night) -> datetime:
    """Return 10:00 on the day before, or on the last day on which that leaves time to answer."""
    day, last = club_day(night.starts_at) - DAY, night.answers_close_at - TO_ANSWER
    while (moment := timezone.make_aware(datetime.combine(day, time(HOUR)))) > last:
        day -= DAY
    return moment


def sends_reminders(club: Club) -> bool:
    """Whether reminders leave this server."""
    return bool(settings.MAIL_IS_SENT) and not club.is_demo


def why_no_reminder(night: Night) -> str:
    """Return why an organiser cannot remind now, "" if they can. One query at most."""
    now = timezone.now()
    if not sends_reminders(night.club):
        return _("No email is sent from here.")
    if over := why_closed(night):
        return over
    if now > night.answers_close_at - TOO_LATE:
        return _("It is too late for a reminder: answers close soon.")
    last = reminded(night, now)
    if last is None or last + DAY <= now:
        return ""
    local = timezone.localtime(last)
    return _("They were reminded on {day} at {time}. You can remind them again a day later.").format(
        day=date_format(local, "j F"), time=date_format(local, "H:i")
    )


def remind(night: Night) -> None:
    """Remind those without an answer, at most once a day. Raise Refused."""
    if why := why_no_reminder(night):
        raise Refused(why)
    if not silent_players(night).exists():
        raise Refused(_("Everybody has answered."))
    night.reminded_at = timezone.now()
    night.save(update_fields=["reminded_at"])
