"""What can be done with the addresses of a club, on its pages and by programs."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.hooks.events import TEST
from games.hooks.signing import new_secret
from games.jobs.asking import ask
from games.models import Hook, Job
from leagues.models import Club, User

LATELY = 20
MOST = 10
FULL = f"That makes more than {MOST} addresses. Remove one first."


def standing(club: Club) -> QuerySet[Hook]:
    return Hook.objects.filter(club=club, removed_at=None)


def find(club: Club, pk: UUID) -> Hook:
    """Raises Http404."""
    return get_object_or_404(standing(club).select_related("club", "created_by"), pk=pk)


def is_full(club: Club) -> bool:
    return standing(club).count() >= MOST


def add(club: Club, by: User | None, url: str, events: Sequence[str]) -> Hook:
    return Hook.objects.create(club=club, created_by=by, secret=new_secret(), url=url, events=list(events))


def deliveries(hook: Hook) -> QuerySet[Job]:
    """The last of them, the newest first."""
    return Job.objects.filter(club=hook.club_id, kind="hook", asked__hook=str(hook.pk))[:LATELY]


def send_test(hook: Hook, by: User | None) -> Job:
    return ask("hook", hook.club, by, {"hook": str(hook.pk), "event": TEST, "data": {"words": "Woof."}})


def resume(hook: Hook) -> None:
    Hook.objects.filter(pk=hook.pk).update(paused_at=None, paused_because="")


def remove(hook: Hook) -> None:
    Hook.objects.filter(pk=hook.pk).update(removed_at=timezone.now())
