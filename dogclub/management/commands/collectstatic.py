"""Django's `collectstatic`, which also notes for the next start that all files are collected."""

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic

from dogclub.server.staticfiles import mark_collected


class Command(collectstatic.Command):
    def collect(self) -> dict[str, list[str]]:
        collected: Any = super().collect()
        if not self.dry_run:
            mark_collected()
        return dict(collected)
