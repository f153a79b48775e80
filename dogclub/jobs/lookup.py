"""A job, for whoever may see work of its kind."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubs.access import Access
from clubs.models import Club
from dogclub.jobs.worker.kinds import Kind, find
from dogclub.models import Job


def job_of(club: Club, access: Access, pk: UUID) -> tuple[Job, Kind]:
    """For the role of its kind: whoever asked may be less by now, or come by a key that may do less.

    Raises Http404 or PermissionDenied.
    """
    job = Job.objects.select_related("asked_by", "club").filter(club=club, pk=pk).first()
    if job is None:
        raise Http404
    kind = find(job.kind)
    if not access.has(kind.role):
        raise PermissionDenied
    return job, kind
