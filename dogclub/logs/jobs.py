"""The number of a request goes along with the work it asked for, so that the log tells of both under one number."""

from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django_guid import clear_guid, get_guid, set_guid

HEADER = "dogclub_request"


def send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    number = get_guid()
    if headers is not None and number:
        headers[HEADER] = number


def take_up(task: Any = None, **_: Any) -> None:
    number = task.request.get(HEADER) if task else None
    if number:
        set_guid(number)
    else:
        clear_guid()


def lay_down(**_: Any) -> None:
    clear_guid()


before_task_publish.connect(send_along)
task_prerun.connect(take_up)
task_postrun.connect(lay_down)
