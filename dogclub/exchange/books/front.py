"""The sections before the nights: standings, trophies with all their holders, and records."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Max, Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.branding import letterhead
from clubs.language.locales import date_format, locale, minus
from clubs.language.terms import capital
from clubs.models import Membership, Role
from clubs.models.calendar import club_day
from dogclub.exchange.books import blocks
from dogclub.exchange.books.blocks import Block, Column, Evening, column
from dogclub.exchange.books.order_form import Volume
from dogclub.exchange.books.pdf_writer import LAYOUTS
from dogclub.exchange.books.typst_workers import PageDocument
from games.base import wording
from games.base.names import listed
from games.base.wording import in_words, title
from games.consequences.league import LOSER, WINNER
from games.models import Seat
from games.sheets.document import mark
from leagues.models import Award, Standing, Trophy
from leagues.records import Fame, Record, called, fame, loudest, records
from leagues.standings.queries import ALL, Board, read
from leagues.standings.race import BEST, SeasonResults
from leagues.standings.results import Table, scheme_in, scheme_of_each_game
from leagues.standings.wording import FIGURES, figures_in_words, game_title, ranking_figure, scheme_in_words, tie_breaks
from leagues.trophies.contests import prizes, shorter
from leagues.trophies.history import awards_of
from leagues.trophies.holders import live, order
from scoring.standings.scheme import Scheme

BEFORE = (column("", 7, "soft"), column(gettext_lazy("Player"), "rest", "name"))
AFTER = (
    column(gettext_lazy("Matches"), 18, end=True),
    column(gettext_lazy("Wins"), 14, end=True),
    column(gettext_lazy("Bottom"), 16, end=True),
    column(gettext_lazy("Total"), 16, end=True),
    column(gettext_lazy("Best"), 16, end=True),
)
CHAIN = (
    column(gettext_lazy("Date"), 24, "soft"),
    column(gettext_lazy("Taken by"), "rest", "name"),
    column(gettext_lazy("Where"), "rest"),
    column(gettext_lazy("Held"), 20, "soft", end=True),
)
FEATS = (
    column("", 18, "figure", end=True),
    column(gettext_lazy("Record"), 42, "name"),
    column(gettext_lazy("Whose"), "rest"),
    column(gettext_lazy("When"), "auto", "soft"),
)
CALLS = (
    column(gettext_lazy("Times"), 16, "figure", end=True),
    column(gettext_lazy("Call-out"), 46, "name"),
    column(gettext_lazy("Most often"), "rest"),
)


def boards(volume: Volume) -> list[Board]:
    """Return the standings of each game, and of all games together where there are several."""
    today = volume.days[1]
    season = str(volume.season.pk) if volume.season else ALL
    games = [*volume.played, *([ALL] if len(volume.played) > 1 else [])]
    all_boards = (read(volume.club, season, game, today) for game in games)
    return [board for board in all_boards if board]


def standings(volume: Volume, season: SeasonResults, boards: Sequence[Board]) -> PageDocument:
    """The section with the standings and points of each board."""
    page_blocks = [block for board in boards for block in _table(volume, season, board)]
    nothing = blocks.words(_("Nobody has a result that counts yet."))
    return blocks.section(volume, _("Standings"), page_blocks or [nothing], {_("Matches"): str(volume.count)})


def _table(volume: Volume, season: SeasonResults, board: Board) -> Iterator[Block]:
    scheme = scheme_in(volume.club, volume.season, board.game)
    rows = [_row(row, scheme) for row in board.rows]
    yield blocks.table(game_title(board.game), columns(scheme), rows)
    table = Table(volume.season.pk if volume.season else None, board.game)
    yield blocks.words(*settled(volume, table), quiet=True)
    growth = season.growth(table)
    best = [row.player_id for row in board.rows if row.player_id in growth.points][:BEST]
    if growth.has_shape and best:
        names = {row.player_id: row.player.label for row in board.rows}
        alt = _("Line chart of the points night by night, {game_title}. The last ones are in the table above.").format(
            game_title=game_title(board.game)
        )
        heading = _("Points through the season") if volume.season else _("Points over the years")
        yield blocks.chart(heading, growth.chart(best, names), alt)


def columns(scheme: Scheme) -> Sequence[Column]:
    """The columns of a table, by what ranks it."""
    return (*BEFORE, column(FIGURES[scheme.aggregate], 18, "figure", end=True), *AFTER)


def _row(row: Standing, scheme: Scheme) -> list[str]:
    best = "" if row.best is None else minus(row.best)
    place = f"{row.place}" if row.place else ""
    values = (str(row.played), str(row.wins), str(row.losses), minus(row.total), best)
    return [place, row.player.label, ranking_figure(row.points, scheme), *values]


def settled(volume: Volume, table: Table) -> list[str]:
    """Return in words by which scheme points are given, and which tie-breaks apply."""
    scheme = scheme_in(volume.club, volume.season, table.game)
    words = scheme_in_words(scheme, scheme_of_each_game(volume.club, volume.season))
    ties = _(", then ").join(_lower(each) for each in tie_breaks(scheme))
    breaks = _("Level in points: {join}.").format(join=ties) if ties else ""
    return [" ".join(filter(None, (figures_in_words(words), *words.notes, breaks)))]


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:].rstrip("?.")


def trophies(volume: Volume) -> PageDocument:
    """All awards of the season by trophy, in order; withdrawn ones are left out."""
    rows = sorted(Trophy.objects.filter(club=volume.club), key=order)
    page_blocks = [block for trophy in rows for block in _chain(volume, trophy)]
    nothing = blocks.words(_("No trophy changed hands."))
    return blocks.section(volume, _("Trophies, hand to hand"), page_blocks or [nothing])


def _chain(volume: Volume, trophy: Trophy) -> Iterator[Block]:
    first, last = volume.days
    awards = [each for each in reversed(awards_of(trophy)) if each.withdrawn_at is None]
    shown = [
        at for at, each in enumerate(awards) if volume.season is None or first <= club_day(each.awarded_at) <= last
    ]
    if not shown:
        return
    rows = [
        [
            date_format(club_day(awards[at].awarded_at), "j M Y"),
            awards[at].player.label,
            _how(awards[at]),
            _held(awards, at),
        ]
        for at in shown
    ]
    yield blocks.table(trophy.name, CHAIN, rows)
    before = awards[shown[0] - 1].player.label if shown[0] else ""
    before_words = _("{before} had it until then.").format(before=before) if before else _("Nobody had it before.")
    yield blocks.words(before_words, quiet=True)


def _date(moment: datetime) -> str:
    return date_format(club_day(moment), "j M Y")


def _how(award: Award) -> str:
    if award.match:
        return title(award.match)
    by_hand = _("by hand: {reason}").format(reason=award.reason)
    return award.playoff.get_kind_display() if award.playoff else by_hand


def _held(awards: Sequence[Award], at: int) -> str:
    """Return how long the trophy was held, until the next award."""
    if at + 1 == len(awards):
        return _("still held")
    after = awards[at + 1]
    if after.player_id == awards[at].player_id:
        return pgettext("a trophy", "kept")
    days = (club_day(after.awarded_at) - club_day(awards[at].awarded_at)).days
    return ngettext("{count} day", "{count} days", days).format(count=days) if days else _("that night")


def hall_of_fame(volume: Volume) -> PageDocument:
    """The section with the records of each game."""
    page_blocks = [block for table_game in volume.table_games for block in _records(volume, table_game.key)]
    return blocks.section(volume, _("Records"), page_blocks or [blocks.words(_("Nobody has finished a match yet."))])


def _records(volume: Volume, game: str) -> Iterator[Block]:
    table_game = next(each for each in volume.table_games if each.key == game)
    scope = volume.scope(table_game)
    feats = [_feat(each) for each in records(scope)]
    if top := loudest(scope):
        what = _("{term} in one night").format(term=top.label)
        feats.append([str(top.times), what, top.player.label, _date(top.night.starts_at)])
    if feats:
        yield blocks.table(table_game.name, FEATS, feats)
    if rows := fame(scope):
        cups = bool(rows[0].cups)
        columns = _fame_columns(prizes(volume.club.pk, table_game), cups=cups)
        yield blocks.table(
            _("Most cups") if cups else _("Most wins"), columns, [_famous(each, cups=cups) for each in rows]
        )


def _feat(record: Record) -> list[str]:
    whose = ", ".join(filter(None, (record.subject or record.seat.player.label, record.suffix, record.rules)))
    return [minus(record.value), record.feat.title, whose, _date(record.seat.match.started_at)]


def _famous(each: Fame, *, cups: bool) -> list[str]:
    taken = [str(each.cups), str(each.cones)] if cups else []
    return [each.player.label, *taken, str(each.wins), minus(each.best)]


def _fame_columns(trophies: tuple[str, str], *, cups: bool) -> list[blocks.Column]:
    taken = [column(name, 32, end=True) for name in trophies] if cups else []
    return [
        column(gettext_lazy("Player"), "rest", "name"),
        *taken,
        column(gettext_lazy("Wins"), 18, end=True),
        column(_("Best total"), 22, "figure", end=True),
    ]


def calls(volume: Volume) -> PageDocument | None:
    """The section with the call-outs and their counts; None where there are none."""
    page_blocks = []
    for table_game in volume.table_games:
        rows = [[str(each.times), each.label, _whose(each.who, each.most)] for each in called(volume.scope(table_game))]
        if rows:
            page_blocks.append(blocks.table(table_game.name, CALLS, rows))
    return blocks.section(volume, _("Call-outs, counted"), page_blocks) if page_blocks else None


def _whose(who: Sequence[str], most: int) -> str:
    return f"{', '.join(who)}, {most}" if who else _("the whole table")


# The cover: the wordmark with the season’s highest and lowest total, and a summary in one sentence.


def cover(volume: Volume, evenings: Sequence[Evening]) -> PageDocument:
    """Return the document of the cover."""
    top, low = _ends(volume)
    name = (
        _("The Book of {name}").format(name=volume.name)
        if volume.season
        else _("The Book of {name}").format(name=volume.club.name)
    )
    page = {
        "paper": volume.sheet_paper,
        "language": locale().language,
        "title": name,
        "summary": f"{volume.club.name}, {volume.name}",
        "club": volume.club.name,
        **mark(letterhead(volume.club)),
        "volume": volume.number,
        "heading": name,
        "words": _sentence(volume, evenings),
        "note": _("In the box the highest total of {game}, in the circle the lowest.").format(game=volume.main.name)
        if len(volume.played) > 1
        else "",
        "alt": _("A box with the highest total, {top}, and a circle with the lowest, {low}.").format(top=top, low=low),
        "top": top,
        "low": low,
        "kept": _scorekeepers(volume),
        "days": volume.days_in_words,
    }
    return PageDocument(LAYOUTS / "cover.typ", page, volume.timestamp)


def _ends(volume: Volume) -> tuple[str, str]:
    """Return the highest and lowest total of the main game, by the rules as written or else by one set of others, since
    totals of different games and rules are not comparable.
    """
    seats = volume.scope(volume.main).seats
    rules = seats.order_by("match__points_key").values("match__points_key")[:1]
    rows = seats.filter(match__points_key=rules).aggregate(top=Max("total"), low=Min("total"))
    return minus(rows["top"] or 0), minus(rows["low"] or 0)


def _sentence(volume: Volume, evenings: Sequence[Evening]) -> str:
    """Return `Fourteen Thursdays, 28 matches, fourteen dogs, one cup, one cone, and every hand of it.`"""
    dogs = Seat.objects.filter(match__in=volume.matches).order_by().values("player").distinct().count()
    numbers = [_evenings(evenings), wording.matches(volume.count), wording.dogs(dogs), *_trophies(volume)]
    phrases = {
        "hand": _("{counts}, and every hand of it."),
        "game": _("{counts}, and every game of it."),
        "year": _("{counts}, and every year of it."),
        "round": _("{counts}, and every round of it."),
    }
    word = volume.main.display.round_word if len(volume.played) == 1 else "sheet"
    words = phrases.get(word, _("{counts}, and every sheet of it."))
    return capital(words.format(counts=", ".join(numbers)))


def _evenings(evenings: Sequence[Evening]) -> str:
    """Return `fourteen Thursdays`, or "nights" where they fell on several weekdays."""
    count, weekdays = len(evenings), {each.day.weekday() for each in evenings}
    if len(weekdays) != 1:
        return wording.nights(count)
    phrases = (
        ngettext("one Monday", "{number} Mondays", count),
        ngettext("one Tuesday", "{number} Tuesdays", count),
        ngettext("one Wednesday", "{number} Wednesdays", count),
        ngettext("one Thursday", "{number} Thursdays", count),
        ngettext("one Friday", "{number} Fridays", count),
        ngettext("one Saturday", "{number} Saturdays", count),
        ngettext("one Sunday", "{number} Sundays", count),
    )
    return phrases[weekdays.pop()].format(number=in_words(count))


def _trophies(volume: Volume) -> list[str]:
    """Return the trophies that were won, each in words, or only their number if more than two."""
    either = ({"match__in": volume.matches}, {"playoff__fixtures__match__in": volume.matches})
    taken = [live().filter(**way, trophy__rule__in=(WINNER, LOSER)).order_by() for way in either]
    in_a_match, in_a_playoff = [rows.values_list("trophy__rule", "trophy__name") for rows in taken]
    rows = in_a_match.union(in_a_playoff)
    names = [name for _rule, name in sorted(rows, key=lambda row: (row[0] != WINNER, row[1]))]
    if len(names) > 2:
        many = ngettext("one trophy", "{number} trophies", len(names))
        return [many.format(number=in_words(len(names)))]
    return [_("one {trophy}").format(trophy=shorter(name)) for name in names]


def _scorekeepers(volume: Volume) -> str:
    """Return a sentence with the club's first two owners."""
    rows = Membership.objects.filter(club=volume.club, role=Role.OWNER, player__isnull=False).select_related("player")
    keepers = [each.player.label for each in rows.order_by("joined_at", "pk")[:2] if each.player]
    words = _("Kept by {names}. Corrected by everybody.") if keepers else _("Kept by all. Corrected by everybody.")
    return words.format(names=listed(keepers))
