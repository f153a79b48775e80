"""The sheet of a match as a page of a book."""

from dataclasses import dataclass, field

from django.conf import settings

from clubs.models import Club
from dogclub.books.pdf.typst_workers import PageDocument
from games.entries.match_state import MatchState
from games.match.sheet_document import document_of, usual, written
from games.registry import table_game
from games.sheets.pdf import Fill, Paper
from leagues.models import Trophy
from leagues.trophies import catalogue


@dataclass
class PrizeNames:
    """The trophies of a club by game, read once for a whole book."""

    club: Club
    _known: dict[str, list[Trophy]] = field(default_factory=dict)

    def prizes(self, state: MatchState) -> dict[str, str]:
        """Return the name of the trophy by rule (winner, loser) that the match was for; empty if for none."""
        match = state.match
        if not match.for_trophy:
            return {}
        if match.game not in self._known:
            had = catalogue.trophies_of_game(self.club.pk, match.game)
            self._known[match.game] = [*had, *catalogue.missing(self.club.pk, match.game, had)]
        over = match.finished_at or match.started_at
        return {trophy.rule: trophy.name for trophy in self._known[match.game] if trophy.counts(over)}


def match_page(state: MatchState, prizes: PrizeNames, paper: Paper, fill: Fill = "filled") -> PageDocument | None:
    """Return the sheet of a match, with space for the page number; None where its game has no printed sheet.

    Its link is built without `reverse`, which would import all pages into a process that only makes PDFs.
    """
    chosen = usual(table_game(state.match.game), state.options)
    if chosen is None:
        return None
    document = document_of(state, f"{settings.BASE_URL}/m/{state.match.pk}/", prizes.prizes(state))
    page = chosen.page(document, fill=fill, paper=paper)
    return PageDocument(chosen.template, {**page, "folio": True}, written(state))
