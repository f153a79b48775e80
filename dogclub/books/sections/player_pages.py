"""A page for every player: results of the season, and the page of each sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.capitals import capital
from clubs.language.dates import date_format
from clubs.language.figures import minus
from clubs.language.locales import ordinal
from clubs.models import Player
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections import blocks
from dogclub.books.sections.blocks import column
from dogclub.books.sections.book_request import Volume
from games.base.results.titles import game_name, table_of
from games.models import Seat
from leagues.models import Standing
from leagues.standings.queries import Board
from leagues.standings.race.points import Growth, SeasonResults
from leagues.standings.tables import Table
from leagues.standings.wording import hundredths
from leagues.trophies.holders import live

ROWS = (
    column(gettext_lazy("Night"), 26, "soft"),
    column(gettext_lazy("Game"), "rest", "name"),
    column(gettext_lazy("Table"), "rest"),
    column(gettext_lazy("Place"), 22, end=True),
    column(gettext_lazy("Total"), 18, "figure", end=True),
    column(gettext_lazy("Page"), 14, "page", end=True),
)


@dataclass(frozen=True)
class Dogs:
    """All players of the book's matches, by name, with what is loaded for all of them at once."""

    volume: Volume
    players: Sequence[Player]
    rows: Mapping[int, Standing]
    growth: Growth
    leader: int | None

    @property
    def charts(self) -> int:
        """How many players have a chart."""
        return sum(self._has_chart(player) for player in self.players)

    def _has_chart(self, player: Player) -> bool:
        return self.growth.has_shape and player.pk in self.growth.points

    def document(self, player: Player, pages: Mapping[UUID, int]) -> PageDocument:
        """The page of a player; `pages` maps matches to the page of their sheet, where the book has sheets."""
        seats = Seat.objects.filter(player=player, match__in=self.volume.matches).select_related("match", "match__club")
        played = list(seats.order_by("match__started_at", "match"))
        page_blocks = [blocks.table(_("Night by night"), ROWS, [_row(seat, pages) for seat in played])]
        if taken := _taken(self.volume, player):
            page_blocks.append(blocks.words(taken, title=_("Took home")))
        if self._has_chart(player):
            page_blocks.insert(0, self._chart(player))
        return blocks.section(self.volume, player.label, page_blocks, self._facts(player, len(played)))

    def _facts(self, player: Player, played: int) -> dict[str, str]:
        row = self.rows.get(player.pk)
        if row is None:
            return {_("Matches"): str(played)}
        place = {_("Place"): ordinal(row.place)} if row.place else {}
        figures = {_("Points"): hundredths(row.points), _("Matches"): str(played), _("Wins"): str(row.wins)}
        return place | figures

    def _chart(self, player: Player) -> blocks.Block:
        """The player's points together with the leader's, for comparison."""
        lines = list(dict.fromkeys(each for each in (player.pk, self.leader) if each is not None))
        names = {each.pk: each.label for each in self.players}
        alt = _("Line chart of the points of {label}, night by night, beside the best of the season.").format(
            label=player.label
        )
        game = self.volume.main.name
        what = _("Points in {game}") if self.volume.season else _("Wins in {game}")
        return blocks.chart(what.format(game=game), self.growth.chart(lines, names), alt, share=0.24)


def dogs(volume: Volume, season: SeasonResults, boards: Sequence[Board]) -> Dogs:
    """Load the players of a book with their standings and points."""
    players = Player.everybody.filter(seats__match__in=volume.matches).distinct().order_by("name", "nickname", "pk")
    board = next((each for each in boards if each.game == volume.main.key), None)
    rows = {row.player_id: row for row in board.rows} if board else {}
    growth = season.growth(Table(volume.season.pk if volume.season else None, volume.main.key))
    best = next((row.player_id for row in board.rows if row.player_id in growth.points), None) if board else None
    return Dogs(volume, list(players), rows, growth, best)


def _row(seat: Seat, pages: Mapping[UUID, int]) -> list[str]:
    match, page = seat.match, pages.get(seat.match_id)
    night, place = date_format(club_day(match.started_at), "j M Y"), ordinal(seat.place)
    if not match.finished_at:
        place = _("not over")
    elif seat.is_winner or seat.is_loser:
        place = (_("{place}, won") if seat.is_winner else _("{place}, lost")).format(place=place)
    return [night, game_name(match), capital(table_of(match)), place, minus(seat.total), str(page) if page else ""]


def _taken(volume: Volume, player: Player) -> str:
    """Return the trophies won and how often, in words."""
    mine = live().filter(player=player)
    rows = mine.filter(match__in=volume.matches) | mine.filter(playoff__fixtures__match__in=volume.matches)
    times: dict[str, int] = {}
    for award in rows.select_related("trophy").distinct().order_by("trophy", "pk"):
        times[award.trophy.name] = times.get(award.trophy.name, 0) + 1
    often = _("{trophy} {count} times")
    return ", ".join(often.format(trophy=name, count=count) if count > 1 else name for name, count in times.items())
