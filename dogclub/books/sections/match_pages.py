"""The page of a match in a book."""

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
    """What is played for in a club, by game; each is read once for a whole book."""

    club: Club
    _known: dict[str, list[Trophy]] = field(default_factory=dict)

    def prizes(self, state: MatchState) -> dict[str, str]:
        match = state.match
        if not match.for_trophy:
            return {}
        if match.game not in self._known:
            had = catalogue.trophies_of_game(self.club.pk, match.game)
            self._known[match.game] = [*had, *catalogue.missing(self.club.pk, match.game, had)]
        over = match.finished_at or match.started_at
        return {trophy.rule: trophy.name for trophy in self._known[match.game] if trophy.counts(over)}


def match_page(state: MatchState, prizes: PrizeNames, paper: Paper, fill: Fill = "filled") -> PageDocument | None:
    """The page of a match, with room for the number of the page.

    Its link is written out: to look it up would load every page into a process that sets paper.
    """
    chosen = usual(table_game(state.match.game), state.options)
    if chosen is None:
        return None
    document = document_of(state, f"{settings.BASE_URL}/m/{state.match.pk}/", prizes.prizes(state))
    page = chosen.page(document, fill=fill, paper=paper)
    return PageDocument(chosen.template, {**page, "folio": True}, written(state))
