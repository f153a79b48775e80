"""The contents of my page: next night, confirmations, place in the season, last results, trophies, records, bids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.nights import AROUND
from clubs.language.locales import labelled, minus, ordinal
from clubs.language.terms import capital
from clubs.models import Club, Confirm, Night, Player
from clubs.models.calendar import club_day
from games import ledger
from games.base.names import shortened
from games.base.statistics import Bar, Bars
from games.base.table_game import TableGame
from games.base.wording import game_name, is_group, table_in_words, table_of, title
from games.confirmation import signed_confirm_token
from games.entries.confirmation import confirmers_of, sheet_version
from games.entries.drafts import Author, Refused, people_of, who
from games.entries.match_state import load
from games.models import Match, Seat
from games.registry import TABLE_GAMES, table_game
from games.statistics import queries
from games.statistics.queries import RulesChoice, Summary, chosen_rules
from leagues.nights.answers import AnswerPage, answer_page, distances
from leagues.records import Record, RecordScope, records
from leagues.standings.queries import read
from leagues.standings.results import scheme_in
from leagues.standings.wording import game_title, ranking_figure
from leagues.statistics.player import Form, form_of, with_club_rates
from leagues.trophies.holders import Holder, cabinet, holders

# A player's standing in the newest season, in the game that the club plays most.


@dataclass(frozen=True)
class MySeason:
    """The standing. `game` is "" across all games, `points` are in hundredths, and `figure` is how the table shows
    them; `of` is how many are ranked, `place` is None below the minimum of matches. `words` give the distance to the
    players beside.
    """

    season: int
    name: str
    game: str
    place: int | None
    of: int
    points: int
    figure: str
    nights: int
    nights_past: int
    wins: int
    words: str

    @property
    def about(self) -> str:
        return game_title(self.game)

    @property
    def key(self) -> str:
        """The query string of the standings page for this table."""
        return f"season={self.season}&game={self.game or 'all'}"

    @property
    def place_tail(self) -> str:
        """The ordinal suffix: `nd` of 2nd; "" without a place."""
        return ordinal(self.place).lstrip("0123456789") if self.place else ""

    @property
    def sentences(self) -> str:
        """The points, the distances to the players beside, nights and wins."""
        said = [
            _("Points: {points}.").format(points=self.figure),
            capital(self.words),
            ngettext("{count} win.", "{count} wins.", self.wins).format(count=self.wins)
            if self.wins
            else _("No win yet."),
        ]
        nights = ngettext("{count} night.", "{count} nights.", self.nights).format(count=self.nights)
        if self.nights_past:
            nights = _("{count} of {past} nights.").format(count=self.nights, past=self.nights_past)
        return " ".join(filter(None, [*said[:2], nights, said[2]]))


def my_season(club: Club, player_id: int) -> MySeason | None:
    """Return the standing; None before the player’s first result in a season. One query."""
    board = read(club, "", "", club_day())
    mine = next((row for row in board.rows if row.player_id == player_id), None) if board else None
    if board is None or board.season is None or mine is None:
        return None
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    return MySeason(
        season=board.season.pk,
        name=board.season.name,
        game=board.game,
        place=mine.place if mine in ranked else None,
        of=len(ranked),
        points=mine.points,
        figure=ranking_figure(mine.points, scheme_in(club, board.season, board.game)),
        nights=mine.nights,
        nights_past=board.nights_past,
        wins=mine.wins,
        words=distances(ranked, mine) if mine in ranked else "",
    )


# Matches whose sheet a player is asked to confirm, and confirming one or all of them.


MOST_MATCHES = 10
LAST, ENOUGH, DUEL = 6, 5, 2  # results listed; bids from which a rate says something; seats of a match of two


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
    """Return up to MOST_MATCHES matches, the newest first, without those where a mistake was reported: an
    organiser settles these.
    """
    rows = Match.objects.filter(club=club, finished_at=None, abandoned_at=None, played_at__isnull=False)
    asked = rows.filter(seats__player=player_id).exclude(confirm=Confirm.NOBODY).select_related("club")
    found = (_asked(match, player_id) for match in asked.order_by("-played_at", "pk")[:MOST_MATCHES])
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
            wrong = labelled(each.title, str(refused))
        else:
            done += 1
    return done, wrong


@dataclass(frozen=True)
class Played:
    """The statistics of the game that the player has played most: the rates of `made` bids, the player's and the
    club's, and the `best` and the `worst` row by that rate (None where the game has none, or too few were played), and
    club records held by the player.
    """

    game: TableGame
    made: tuple[int, int] | None
    best: Bar | None
    worst: Bar | None
    records: Sequence[Record]


@dataclass(frozen=True)
class MyGame:
    """The same game in full, for programs: `bids` are compared with the club’s (None if the game has none). Points are
    by one set of rules: `rules` says which, "" if the player has no other matches.
    """

    game: TableGame
    summary: Summary
    rules: str
    form: Form
    bids: Bars | None
    records: Sequence[Record]


@dataclass(frozen=True)
class Result:
    """One finished match of the player: `title` is the table, with the game unless it is the usual one, or the
    opponent; `place` is such as `3rd of 6`, or `won` against one opponent.
    """

    match: Match
    title: str
    place: str
    total: int
    is_won: bool


@dataclass(frozen=True)
class MyTable:
    """The table at which the player plays now: `number` is its large figure, "" if it has a name; `heading` says where
    the player sits, `words` what is played and who acts, `players` are the names in seat order, None for the player.
    """

    match: Match
    name: str
    number: str
    heading: str
    words: str
    players: Sequence[str | None]


@dataclass(frozen=True)
class MyPage:
    """The contents of the page. `results_in_all` counts what `results` begins; `cabinet` are all trophies that the
    player ever had, with `times` and `last`; `played` is None before the first result.
    """

    player: Player
    night: Night | None
    answers: AnswerPage | None
    to_confirm: Sequence[ToConfirm]
    season: MySeason | None
    table: MyTable | None
    results: Sequence[Result]
    results_in_all: int
    held: Sequence[Holder]
    cabinet: Sequence[Any]
    played: Played | None


def my_page_of(club: Club, player: Player) -> MyPage:
    """Read the contents of the player's page."""
    night, table, summaries = next_night(club), table_now(club, player), queries.summaries(player)
    found = _most_played(player, summaries)
    return MyPage(
        player=player,
        night=night,
        answers=answer_page(night, player.pk) if night else None,
        to_confirm=to_confirm(club, player.pk),
        season=my_season(club, player.pk),
        table=_my_table(table, player) if table else None,
        results=_results(player, found[0] if found else None),
        results_in_all=sum(each.matches for each in summaries.values()),
        held=[holder for holder in holders(club.pk) if holder.player == player],
        cabinet=cabinet(player),
        played=_played(club, player, found),
    )


def next_night(club: Club) -> Night | None:
    """Return the next upcoming night that is neither called off nor closed, or None."""
    nights = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    return nights.select_related("club").order_by("starts_at").first()


Most = tuple[TableGame, RulesChoice, Summary]


def _played(club: Club, player: Player, found: Most | None) -> Played | None:
    if found is None:
        return None
    game, choice, _mine = found
    table = next((table for table in _tables(game, choice) if table.compared), None)
    rates = (
        sorted((bar for bar in table.rows if int(bar.cells[0]) >= ENOUGH), key=lambda bar: -bar.percent)
        if table
        else []
    )
    return Played(
        game=game,
        made=_made(player, game, choice, table.compared) if table and rates else None,
        best=rates[0] if len(rates) > 1 else None,
        worst=rates[-1] if len(rates) > 1 else None,
        records=_records(club, player, game),
    )


def _made(player: Player, game: TableGame, choice: RulesChoice, fact: str) -> tuple[int, int]:
    """Return the rates of made bids in per cent, the player's and the club's."""
    mine, club = queries.rounds(choice.whose, game.key), queries.rounds_of_club(player, game.key, fact)
    return queries.whole(mine.rates(fact)).percent, queries.whole(club.rates(fact)).percent


def my_game(club: Club, player: Player) -> MyGame | None:
    """Return the game that the player has played most; None before the first result."""
    found = _most_played(player, queries.summaries(player))
    if found is None:
        return None
    game, choice, mine = found
    tables = with_club_rates(player, game.key, _tables(game, choice))
    return MyGame(
        game=game,
        summary=choice.on(mine),
        rules=choice.words,
        form=form_of(choice.whose, game.key),
        bids=next((table for table in tables if table.compared), None),
        records=_records(club, player, game),
    )


def _most_played(player: Player, played: Mapping[str, Summary]) -> Most | None:
    """Return the game, the rules whose points are shown, and the summary of all matches of it."""
    if not played:
        return None
    game = max((each for each in TABLE_GAMES if each.key in played), key=lambda each: played[each.key].matches)
    return game, chosen_rules(player, None, game.key, played[game.key]), played[game.key]


def _tables(game: TableGame, choice: RulesChoice) -> Sequence[Bars]:
    return game.player_statistics(choice.whose, choice.summary).tables


def _records(club: Club, player: Player, game: TableGame) -> list[Record]:
    return [each for each in records(RecordScope(club, game)) if each.seat.player_id == player.pk]


def table_now(club: Club, player: Player) -> Match | None:
    """Return the match that the player plays now, at the night of today; None if there is none."""
    rows = Match.objects.filter(club=club, played_at=None, abandoned_at=None, seats__player=player)
    return rows.filter(started_at__gt=timezone.now() - AROUND).order_by("-started_at").first()


def _my_table(match: Match, player: Player) -> MyTable:
    """Return the table as those may see it who do not keep its score; two queries."""
    state = load(match).public
    display, at = table_game(match.game).display, table_in_words(match)
    now = display.now(state)
    words = _("You play in {group}") if is_group(match) else _("You play at {table}")
    said = (game_name(match), display.state(state), now.doing if now else "")
    named = zip(state.seats, shortened(state.names), strict=True)
    return MyTable(
        match=match,
        name=at,
        number=match.table if match.table.isdigit() else "",
        heading=words.format(group=at, table=at),
        words=" ".join(f"{capital(each.rstrip('.'))}." for each in said if each),
        players=[None if seat.player_id == player.pk else name for seat, name in named],
    )


def _results(player: Player, usual: TableGame | None) -> list[Result]:
    """Return the last results, the newest first; three queries."""
    rows = Seat.objects.filter(player=player, match__finished_at__isnull=False)
    found = rows.select_related("match__club").prefetch_related("match__seats__player")
    return [_result(seat, usual) for seat in found.order_by("-match__started_at", "-match")[:LAST]]


def _result(seat: Any, usual: TableGame | None) -> Result:
    seats, game, table = list(seat.match.seats.all()), game_name(seat.match), table_of(seat.match)
    place = _("{place} of {players}").format(place=ordinal(seat.place), players=len(seats))
    if len(seats) == DUEL:
        against = next(each.player.label for each in seats if each.player_id != seat.player_id)
        table = _("against {player}").format(player=against)
        place = place if sum(each.is_winner for each in seats) != 1 else _("won") if seat.is_winner else _("lost")
    is_usual = table and usual and game == usual.name
    title = capital(table) if is_usual else _("{game}, {table}").format(game=game, table=table) if table else game
    return Result(seat.match, title, place, seat.total, seat.is_winner)
