"""A memory limit for the process of a job, so that one book cannot exhaust the server."""

import resource

from django.conf import settings


def limit_memory() -> None:
    """Limit this process's data segment to `JOB_MEMORY` MB; 0 sets no limit."""
    if settings.JOB_MEMORY:
        size = settings.JOB_MEMORY * 1024 * 1024
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
