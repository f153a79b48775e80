"""The contents of the page of answers: the tables that would be played, who comes, the waiting list, who has not
answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import NO_PLAYER, Answers, answers_of, silent_players, why_closed, why_no_reminder
from clubs.language.locales import comma_separated, date_format, ordinal
from clubs.language.terms import capital
from clubs.models import Club, Night, NightAnswer
from clubs.models.calendar import ARRIVALS, club_day
from clubs.responses import saved
from games.base import wording
from games.base.names import listed, shortened
from games.base.wording import in_words
from leagues.models import Standing
from leagues.standings.queries import Board, read
from leagues.standings.results import scheme_in
from leagues.standings.wording import game_title, hundredths, ranking_figure
from leagues.trophies.holders import Holder, holders
from scoring.competition.playoffs import group_sizes

MAX_NAMES = 12  # most names listed of those without an answer
FEWEST_PLAYERS = 2
MANY = 2  # a number with the plural
WEEK = 7  # days within which a weekday is unambiguous


@dataclass(frozen=True)
class AnswerPage:
    """The answers of a night as one user sees them. `closed` says why answers are closed ("" while open), `player_id`
    is the user's player (None if not a player of the club), `silent` names those without an answer, `silent_count` is
    how many others they are.
    """

    night: Night
    answers: Answers
    closed: str
    player_id: int | None
    silent: Sequence[str]
    silent_count: int

    @property
    def mine(self) -> NightAnswer | None:
        """The user's own answer."""
        return self.answers.of(self.player_id)

    @property
    def is_open(self) -> bool:
        """Whether the user can answer."""
        return not self.closed and self.player_id is not None

    @property
    def no_player(self) -> str:
        """Why the user cannot answer without being a player of the club; "" for a player."""
        return str(NO_PLAYER) if self.player_id is None else ""

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
        return _("The night on {day} is full").format(day=day) if self.is_full else asking(day)

    @property
    def question(self) -> str:
        """The question with the whole date."""
        return asking(date_format(club_day(self.night.starts_at), "l, j F"))

    def _day(self) -> str:
        day = club_day(self.night.starts_at)
        days = (day - club_day(timezone.now())).days
        return date_format(day, "l" if 0 <= days < WEEK else "l j F")

    @property
    def yes_words(self) -> str:
        """The label of the button that says yes."""
        if self.is_full:
            return _("Join the waiting list")
        return _("Yes, I am coming on {day}").format(day=self._day())

    @property
    def remind_words(self) -> str:
        """The label of the button that reminds the others; "" while nobody can be reminded. One query at most."""
        if self.closed or not self.silent_count or why_no_reminder(self.night):
            return ""
        words = ngettext("Remind the one without an answer", "Remind the {number} without an answer", self.silent_count)
        return words.format(number=in_words(self.silent_count))

    @property
    def admit_words(self) -> str:
        """The label of the button that makes room for those who wait; "" without them or when answers are closed."""
        waiting = len(self.answers.waiting)
        if self.closed or not waiting:
            return ""
        words = ngettext("Make room for the one waiting", "Make room for the {number} waiting", waiting)
        return words.format(number=in_words(waiting))

    @property
    def tables_with_all(self) -> str:
        """The tables if those who wait came as well."""
        waiting = self.answers.waiting
        words = ngettext("With the one who waits: {tables}", "With the {number} who wait: {tables}", len(waiting))
        taken = self.answers.taken + sum(row.places for row in waiting)
        return words.format(number=in_words(len(waiting)), tables=_small(in_tables(taken)))

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


def asking(day: str) -> str:
    """Return the question that a member answers."""
    return _("Are you coming on {day}?").format(day=day)


def in_tables(players: int) -> str:
    """Return the tables in words: as few and as even as the rules of Dirty Dog seat this many players.

    >>> in_tables(11), in_tables(10), in_tables(1)
    ('Two tables, of 6 and 5.', 'One table of 10.', 'Too few for a table.')
    """
    if players < FEWEST_PLAYERS:
        return _("Too few for a table.")
    sizes = group_sizes(players)
    if len(sizes) == 1:
        return _("One table of {players}.").format(players=players)
    words = _("{tables}, of {sizes}.").format(tables=wording.tables(len(sizes)), sizes=listed(map(str, sizes)))
    return capital(words)


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def answer_page(night: Night, player_id: int | None) -> AnswerPage:
    """Return the answers of the night as this player sees them. Three queries, however many have answered."""
    found = answers_of(night)
    players = night.club.players.filter(is_active=True, is_guest=False, former=None)
    silent = list(silent_players(night))
    if player_id is not None and not players.filter(pk=player_id).exists():
        player_id = None
    names = shortened([player.label for player in silent if player.pk != player_id])
    more = [_("{count} more").format(count=len(names) - MAX_NAMES + 1)] if len(names) > MAX_NAMES else []
    shown = names[: MAX_NAMES - 1] + more if more else names
    return AnswerPage(night, found, why_closed(night), player_id, shown, len(names))


def arrivals(night: Night, chosen: object) -> list[tuple[int, str, bool]]:
    """Return the choices for the time of arrival: (minutes after the start, label, whether chosen)."""
    start = timezone.localtime(night.starts_at)
    times = [(minutes, date_format(start + timedelta(minutes=minutes), "H:i")) for minutes in ARRIVALS]
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
    return words.format(count=guests) if guests else saved()


# What is at stake for a player who decides whether to come: trophies, and the place in the season's standings.


MOST_TROPHIES = 3


@dataclass(frozen=True)
class Stake:
    """One row: `about` is the trophy or the standings, `who` its holder or the player's place, `more` the rest of that
    sentence.
    """

    about: str
    who: str
    more: str

    @property
    def words(self) -> str:
        """Holder or place and the rest in one line, for an email."""
        return comma_separated((self.who, self.more))


def stakes_for(night: Night, player_id: int) -> list[Stake]:
    """Return up to three trophies (the player's own first, then those of the season's game), then the standings. Three
    queries.
    """
    board = read(night.club, str(night.season_id), "", club_day(night.starts_at)) if night.season_id else None
    held = holders(night.club_id)
    mine = [each for each in held if each.player.pk == player_id]
    others = [each for each in held if each not in mine and board and each.trophy.game == board.game]
    found = [_trophy(each, is_mine=each in mine) for each in [*mine, *others][:MOST_TROPHIES]]
    standing = _standing(night.club, board, player_id) if board else None
    return [*found, standing] if standing else found


def _trophy(holder: Holder, *, is_mine: bool) -> Stake:
    since = date_format(club_day(holder.since), "j F Y")
    return Stake(
        holder.trophy.name,
        _("You hold it") if is_mine else _("{player} holds it").format(player=shortened([holder.player.label])[0]),
        _("since {day}.").format(day=since),
    )


def _standing(club: Club, board: Board, player_id: int) -> Stake | None:
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    mine = next((row for row in ranked if row.player_id == player_id), None)
    title = comma_separated((board.season.name if board.season else "", game_title(board.game)))
    scheme = scheme_in(club, board.season, board.game)
    if mine is None:
        return Stake(title, _("You are not ranked yet"), "") if ranked else None
    return Stake(
        title,
        _("{place}, with {points}").format(place=ordinal(mine.place or 0), points=ranking_figure(mine.points, scheme)),
        distance(ranked, mine),
    )


def standing_line(night: Night, player_id: int | None) -> str:
    """Return the player’s place in the season's standings in a sentence, with the distance to the next; "" for a
    player who is not ranked beside another. One query.
    """
    board = read(night.club, str(night.season_id), "", club_day(night.starts_at)) if night.season_id else None
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)] if board else []
    at = next((at for at, row in enumerate(ranked) if row.player_id == player_id), None)
    if at is None or len(ranked) == 1:
        return ""
    mine = ranked[at]
    level = next((row for row in ranked if row.place == mine.place and row != mine), None)
    other = level or ranked[at - 1 if at else 1]
    gap = abs(other.points - mine.points)
    if level:
        words = _("You are {place} in the standings, level with {player}.")
    elif not gap:
        words = (
            _("You are {place} in the standings, behind {player} on equal points.")
            if at
            else _("You are {place} in the standings, ahead of {player} on equal points.")
        )
    elif at:
        words = ngettext(
            "You are {place} in the standings, {points} point behind {player}.",
            "You are {place} in the standings, {points} points behind {player}.",
            _whole(gap),
        )
    else:
        words = ngettext(
            "You are {place} in the standings, {points} point ahead of {player}.",
            "You are {place} in the standings, {points} points ahead of {player}.",
            _whole(gap),
        )
    return words.format(place=ordinal(mine.place or 0), points=hundredths(gap), player=_names([other]))


def _whole(points: int) -> int:
    """Return the number that decides between `point` and `points`: half a point has the plural."""
    return points // 100 if points % 100 == 0 else MANY


def distance(ranked: Sequence[Standing], mine: Standing) -> str:
    """Return the distance in points to the next player above, or, for the leader, below; "" for the only player in the
    standings. Equal points that another criterion decided are said to be equal.
    """
    level = [row for row in ranked if row.place == mine.place and row != mine]
    if level:
        return _("level with {player}.").format(player=_names(level[:1]))
    above = [row for row in ranked if (row.place or 0) < (mine.place or 0)]
    below = [row for row in ranked if (row.place or 0) > (mine.place or 0)]
    other = above[-1] if above else below[0] if below else None
    if other is None:
        return ""
    gap = abs(other.points - mine.points)
    words = _("{points} behind {player}.") if above else _("{points} ahead of {player}.")
    if not gap:
        words = _("equal points, but behind {player}.") if above else _("equal points, but ahead of {player}.")
    return words.format(points=hundredths(gap), player=_names([other]))


def distances(ranked: Sequence[Standing], mine: Standing) -> str:
    """Return the distances to the players beside, above and below; as `distance` where one of them is missing or has
    equal points.
    """
    above = [row for row in ranked if (row.place or 0) < (mine.place or 0)][-1:]
    below = [row for row in ranked if (row.place or 0) > (mine.place or 0)][:1]
    is_level = any(row.points == mine.points for row in ranked if row != mine)
    if is_level or not above or not below:
        return distance(ranked, mine)
    return _("{behind} behind {above}, {ahead} ahead of {below}.").format(
        behind=hundredths(above[0].points - mine.points),
        above=_names(above),
        ahead=hundredths(mine.points - below[0].points),
        below=_names(below),
    )


def _names(rows: Sequence[Standing]) -> str:
    return shortened([row.player.label for row in rows])[0]
