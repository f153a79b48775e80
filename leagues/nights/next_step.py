"""The next step for a scorekeeper: the main button on the pages of the night, of its play-off, and of the club."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.nights import AROUND
from clubs.models import Night
from games.base.results.titles import table_in_words, table_order
from games.models import Match
from leagues.draw.stored_draw import open_draw
from leagues.playoffs.seating.deal import NAMES
from leagues.playoffs.unfinished import unfinished, waiting


@dataclass(frozen=True)
class NextStep:
    """The label and address of the button; if `closes`, it posts and closes the night."""

    words: str
    url: str
    closes: bool = False


def next_step(night: Night, access: Access, matches: Sequence[Match]) -> NextStep | None:
    """Return the next of: draw, deal, play, pull cards, deal the finals, finish, read the report; None for who may only
    watch.

    Two queries, or eight if a play-off waits for something to be settled.
    """
    slug = access.club.slug
    if night.called_off_at:
        return None
    if night.closed_at:
        is_told = matches and access.can_read_history
        return NextStep(_("Read the night report"), reverse("night-report", args=[slug, night.pk])) if is_told else None
    return _next(night, slug, matches) if access.can_record else None


def is_long_over(night: Night) -> bool:
    """Whether the night started more than AROUND ago, whether or not it was closed."""
    return night.starts_at < timezone.now() - AROUND


def _order(match: Match) -> tuple[Any, ...]:
    """Return the sort key: the winners’ table first, the others by name."""
    return (match.table != NAMES["winners"], table_order(match))


def _next(night: Night, slug: str, matches: Sequence[Match]) -> NextStep:
    setup = reverse("night-setup", args=[slug, night.pk])
    if open_draw(night):
        return NextStep(_("Deal what is drawn"), setup)
    if playing := sorted((match for match in matches if match.is_open), key=_order):
        return NextStep(
            _("Enter scores for {table}").format(table=table_in_words(playing[0])),
            reverse("table", args=[playing[0].pk]),
        )
    if left := unfinished(night):
        step = waiting(left[0])
        return NextStep(step.words, step.url)
    if not matches:
        return NextStep(_("Start the night"), setup)
    if is_long_over(night):
        return NextStep(_("Read the night report"), reverse("night-report", args=[slug, night.pk]))
    if night.playoffs.filter(called_off_at=None).exists():
        return NextStep(_("Finish the night"), reverse("night-close", args=[slug, night.pk]), closes=True)
    return NextStep(_("Draw the next tables"), setup)
