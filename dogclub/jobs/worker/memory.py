"""How much memory the process of a job may have, so that one book does not take the whole server with it."""

import resource

from django.conf import settings


def limit_memory() -> None:
    """From here on this process gets no more than `JOB_MEMORY` MB for its data; 0 sets no limit."""
    if settings.JOB_MEMORY:
        size = settings.JOB_MEMORY * 1024 * 1024
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
