"""What in a play-off depends on one of its matches, so that this match cannot be removed."""

from django.utils.translation import gettext as _

from games.models import Match
from leagues.models import Fixture, Playoff


def holds(match: Match) -> str:
    """Return why the match cannot be removed, as a sentence; "" if it can be, as its table can be dealt again.

    A table of a group cannot be dealt again, and a final or a next round was dealt by the result of an earlier table.
    """
    fixture = Fixture.objects.filter(match=match.pk).select_related("playoff").first()
    if fixture is None or fixture.playoff.called_off_at:
        return ""
    if fixture.stage == Fixture.Stage.GROUP:
        return _("It is a group of a play-off, which cannot be dealt again. Call the play-off off first.")
    next_table = Fixture.objects.filter(
        playoff=fixture.playoff_id,
        stage=Fixture.Stage.ROUND,
        round=fixture.round + 1,
        number=(fixture.number + 1) // 2,
        match__isnull=False,
        match__abandoned_at=None,
    )
    if fixture.playoff.kind == Playoff.Kind.KNOCKOUT and next_table.exists():
        return _("The next round was dealt by its result, and has begun. Remove that match first.")
    return ""
