"""Django's `runserver`, which does not begin with a database or static files that would make every page an error."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.management.commands import runserver

from dogclub.management.server import collect, refuse_older, refuse_unusable


class Command(runserver.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unusable()
        refuse_older()
        if not settings.DEBUG:
            collect(self.stderr)
        super().handle(*args, **options)
