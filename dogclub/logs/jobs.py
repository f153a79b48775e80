"""Passes the id of a request on to the background tasks it started, so that the log shows both under one id."""

from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django_guid import clear_guid, get_guid, set_guid

HEADER = "dogclub_request"


def send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Put the current request id into the headers of a task."""
    number = get_guid()
    if headers is not None and number:
        headers[HEADER] = number


def take_up(task: Any = None, **_: Any) -> None:
    """Set the request id of a task before it runs, or clear it."""
    number = task.request.get(HEADER) if task else None
    if number:
        set_guid(number)
    else:
        clear_guid()


def lay_down(**_: Any) -> None:
    """Clear the request id after a task."""
    clear_guid()


before_task_publish.connect(send_along)
task_prerun.connect(take_up)
task_postrun.connect(lay_down)
