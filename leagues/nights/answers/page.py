"""The contents of the page of answers: the tables that would be played, who comes, the waiting list, who has not
answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import Answers, answers_of, why_closed
from clubs.club_day import club_day
from clubs.language.capitals import capital
from clubs.language.dates import date_format
from clubs.language.locales import ordinal
from clubs.models import Night, NightAnswer
from clubs.models.answer import ARRIVALS
from games.base.entry.names import listed, shortened
from games.base.results import counts
from games.base.results.titles import in_words
from scoring.competition.playoffs import group_sizes

MAX_NAMES = 12  # most names listed of those without an answer
FEWEST = 2
WEEK = 7  # days within which a weekday is unambiguous


@dataclass(frozen=True)
class AnswerPage:
    """The answers of a night as one user sees them. `closed` says why answers are closed ("" while open), `player_id`
    is the user's player (None if not a player of the club), `silent` names those without an answer.
    """

    night: Night
    answers: Answers
    closed: str
    player_id: int | None
    silent: Sequence[str]

    @property
    def mine(self) -> NightAnswer | None:
        """The user's own answer."""
        return self.answers.of(self.player_id)

    @property
    def is_open(self) -> bool:
        """Whether the user can answer."""
        return not self.closed and self.player_id is not None

    @property
    def place_in_line(self) -> int:
        """The user's place on the waiting list, from 1; 0 if not on it."""
        return self.answers.place_in_line(self.player_id)

    @property
    def has_place(self) -> bool:
        """Whether the user is among those who come."""
        return any(row.player_id == self.player_id for row in self.answers.coming)

    @property
    def is_full(self) -> bool:
        """Whether no place is left for this user; False for users who have one."""
        return self.answers.free == 0 and not self.has_place

    @property
    def heading(self) -> str:
        day = self._day()
        if self.closed or self.player_id is None:
            return _("Who is coming on {day}").format(day=day)
        if self.has_place:
            return _("You are coming on {day}").format(day=day)
        if self.place_in_line:
            return _("You are on the waiting list for {day}").format(day=day)
        if self.mine:
            return (
                _("You may be coming on {day}").format(day=day)
                if self.mine.answer == "maybe"
                else _("You are not coming on {day}").format(day=day)
            )
        return (
            _("The night on {day} is full").format(day=day)
            if self.is_full
            else _("Are you coming on {day}?").format(day=day)
        )

    def _day(self) -> str:
        day = club_day(self.night.starts_at)
        days = (day - club_day(timezone.now())).days
        return date_format(day, "l" if 0 <= days < WEEK else "l j F")

    @property
    def line(self) -> str:
        """The state of the waiting list in a sentence; "" while there is room or when answers are closed."""
        if not self.is_full or self.closed:
            return ""
        place = self.place_in_line
        words = _("You are {place} on the waiting list.") if place else _("You would be {place} on the waiting list.")
        return f"{self._taken()} {words.format(place=ordinal(place or len(self.answers.waiting) + 1))}"

    def _taken(self) -> str:
        """Return how many places are taken. Not all have to be: a party too large for the free places waits."""
        taken, places = self.answers.taken, self.night.places
        if taken != places:
            return _("{taken} of {places} places are taken, and a larger party waits.").format(
                taken=taken, places=places
            )
        return (
            _("The only place is taken.") if places == 1 else _("All {places} places are taken.").format(places=places)
        )

    @property
    def so_far(self) -> str:
        """`10 so far, with one guest`."""
        guests = self.answers.taken - len(self.answers.coming)
        words = _("{taken} of {places} so far") if self.night.places else _("{taken} so far")
        if guests:
            words = ngettext("{taken} so far, with one guest", "{taken} so far, with {guests} guests", guests)
        if guests and self.night.places:
            words = ngettext(
                "{taken} of {places} so far, with one guest", "{taken} of {places} so far, with {guests} guests", guests
            )
        return words.format(taken=self.answers.taken, places=self.night.places, guests=in_words(guests))

    @property
    def tables_now(self) -> str:
        """`two tables, of 6 and 5.`, for those who come so far."""
        return _small(in_tables(self.answers.taken))

    @property
    def tables(self) -> tuple[str, str]:
        """Two sentences: the tables with this user and without, as long as the user has not answered; otherwise the
        tables as they are, and "".
        """
        now = self.answers.taken
        if not self.is_open or self.mine or self.is_full:
            return in_tables(now), ""
        return _("With you that makes {now}: {small}").format(now=now + 1, small=_small(in_tables(now + 1))), _(
            "Without you it is {now}."
        ).format(now=now)


def in_tables(players: int) -> str:
    """Return the tables in words: as few and as even as the rules of Dirty Dog seat this many players.

    >>> in_tables(11), in_tables(10), in_tables(1)
    ('Two tables, of 6 and 5.', 'One table of 10.', 'Too few for a table.')
    """
    if players < FEWEST:
        return _("Too few for a table.")
    sizes = group_sizes(players)
    if len(sizes) == 1:
        return _("One table of {players}.").format(players=players)
    words = _("{tables}, of {sizes}.").format(tables=counts.tables(len(sizes)), sizes=listed(map(str, sizes)))
    return capital(words)


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def answer_page(night: Night, player_id: int | None) -> AnswerPage:
    """Return the answers of the night as this player sees them. Three queries, however many have answered."""
    found = answers_of(night)
    players = night.club.players.filter(is_active=True, is_guest=False, former=None)
    silent = list(players.exclude(pk__in=[row.player_id for row in found.all]))
    if player_id is not None and not players.filter(pk=player_id).exists():
        player_id = None
    names = shortened([player.label for player in silent if player.pk != player_id])
    more = [_("{count} more").format(count=len(names) - MAX_NAMES + 1)] if len(names) > MAX_NAMES else []
    shown = names[: MAX_NAMES - 1] + more if more else names
    return AnswerPage(night, found, why_closed(night), player_id, shown)


def arrivals(night: Night, chosen: object) -> list[tuple[int, str, bool]]:
    """Return the choices for the time of arrival: (minutes after the start, label, whether chosen)."""
    start = timezone.localtime(night.starts_at)
    times = [(minutes, f"{start + timedelta(minutes=minutes):%H:%M}") for minutes in ARRIVALS]
    return [
        (minutes, when if minutes else _("On time, {when}").format(when=when), str(minutes) == str(chosen))
        for minutes, when in times
    ]


def asked_arrival(form: Mapping[str, str]) -> int | None:
    """Return the chosen minutes after the start; None if the form has no such field, -1 for a value that is not
    offered.
    """
    if "arrives_after" not in form:
        return None
    return next((minutes for minutes in ARRIVALS if str(minutes) == form["arrives_after"]), -1)


def saved_message(page: AnswerPage) -> str:
    """Return the message shown after an answer is saved."""
    if page.place_in_line:
        return _("The night is full. You are {place} on the waiting list.").format(place=ordinal(page.place_in_line))
    guests = len(page.mine.guest_names) if page.mine else 0
    words = ngettext("Saved, with {count} guest.", "Saved, with {count} guests.", guests)
    return words.format(count=guests) if guests else _("Saved.")
