"""Undoes the restore of an archive as a whole, as long as nothing was written in the club since."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.locks import lock_club
from clubs.models import Club, FormerName, Invitation, Membership, Merge, Night, NightAnswer, Player, Season
from dogclub.models import ImportBatch
from games import ledger
from games.consequences.follow import rebuild_by_player
from games.models import Comment, SheetPhoto, Tag
from leagues.models import Award, NightDraw, Playoff, PlayoffLeaver, Trophy


def undo_obstacle(row: ImportBatch) -> str:
    """Return why the restore cannot be undone; "" where it can."""
    club, made = row.club, row.made
    if club.matches.exclude(batch=row.pk).exists():
        return _("Matches were played here since. They stand on the same people and nights.")
    if club.matches.filter(entries__received_at__gt=row.done_at).exists():
        return _("Somebody has written on a restored sheet since.")
    if club.matches.filter(confirmations__recorded_at__gt=row.done_at).exists():
        return _("Somebody has confirmed a restored sheet since.")
    by_name: dict[str, Any] = {
        "nights": club.nights,
        "seasons": club.seasons,
        "playoffs": club.playoffs,
        "trophies": club.trophies,
    }
    for name, rows in by_name.items():
        if rows.exclude(pk__in=made[name]).exists():
            return str(OF_ITS_OWN[name])
    return next((words for words, rows in _decided_since(row) if rows.exists()), "")


OF_ITS_OWN = {
    "nights": gettext_lazy("The club has nights of its own since."),
    "seasons": gettext_lazy("The club has seasons of its own since."),
    "playoffs": gettext_lazy("The club has play-offs of its own since."),
    "trophies": gettext_lazy("The club has trophies of its own since."),
}


def _decided_since(row: ImportBatch) -> Iterator[tuple[str, QuerySet[Any]]]:
    """Yield (reason, rows) for decisions other than entries. Restored rows have no accounts, so a row with one is
    newer.
    """
    awards = Award.objects.filter(trophy__club=row.club)
    ours = Q(match=None, playoff=None) & ~Q(pk__in=row.made["by_hand"])
    yield _("A trophy was passed on by hand since."), awards.filter(ours | Q(withdrawn_by__isnull=False))
    tags = Tag.objects.filter(match__club=row.club)
    yield _("Somebody has marked a round since."), tags.filter(tagged_by__isnull=False)
    photos = SheetPhoto.objects.filter(match__club=row.club)
    yield (
        _("Somebody has added or removed a photo since."),
        photos.filter(Q(recorded_by__isnull=False) | Q(removed_at__isnull=False)),
    )
    drawn = NightDraw.objects.filter(night__club=row.club)
    yield _("The tables of a night were drawn since."), drawn.filter(drawn_by__isnull=False)
    gone = PlayoffLeaver.objects.filter(playoff__club=row.club)
    yield _("Somebody was taken out of a play-off since."), gone.filter(decided_by__isnull=False)
    said = NightAnswer.objects.filter(night__club=row.club)
    yield _("Somebody has answered for a night since."), said.filter(answered_at__gt=row.done_at)
    comments = Comment.objects.filter(player__club=row.club)
    yield (
        _("Somebody has commented since."),
        comments.filter(Q(written_at__gt=row.done_at) | Q(edited_at__gt=row.done_at)),
    )
    merges = Merge.objects.filter(target__club=row.club)
    yield _("Two players were merged since."), merges.exclude(pk__in=row.made["merges"])


def undo(row: ImportBatch) -> None:
    """Delete everything that was restored, in the transaction that ends the job. Players who have an account or an
    invitation by now stay.
    """
    lock_club(row.club)
    made = row.made
    Merge.objects.filter(target__club=row.club, pk__in=made["merges"]).delete()
    ledger.withdraw(row.pk, row.club)
    for model, name in ((Playoff, "playoffs"), (Trophy, "trophies"), (Night, "nights"), (Season, "seasons")):
        model._default_manager.filter(pk__in=made[name]).delete()
    _people(row.club, made["players"])
    rebuild_by_player(row.club)
    row.state, row.undone_at = ImportBatch.State.UNDONE, timezone.now()
    row.save(update_fields=["state", "undone_at"])


def _people(club: Club, keys: Iterable[int]) -> None:
    """Delete the players, those merged into others before these."""
    known = {*Membership.objects.filter(player__club=club).values_list("player", flat=True)}
    known |= {*Invitation.objects.filter(player__club=club).values_list("player", flat=True)}
    mine = Player.everybody.filter(club=club, pk__in={*keys} - known)
    FormerName.objects.filter(player__in=mine).delete()
    while leaves := list(mine.filter(merged=None).values_list("pk", flat=True)):
        Player.everybody.filter(pk__in=leaves).delete()
