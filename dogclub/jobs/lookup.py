"""Lookup of a job with a permission check."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubs.access import Access
from clubs.models import Club
from dogclub.jobs.worker.kinds import Kind, find
from dogclub.models import Job


def job_of(club: Club, access: Access, pk: UUID) -> tuple[Job, Kind]:
    """Return a job and its kind. The role is checked even for its requester, who may have lost it or use a key with
    fewer rights.

    Raise Http404 or PermissionDenied.
    """
    job = Job.objects.select_related("asked_by", "club").filter(club=club, pk=pk).first()
    if job is None:
        raise Http404
    kind = find(job.kind)
    if not access.has(kind.role):
        raise PermissionDenied
    return job, kind
