"""Which migrations this program brings, from the names of their files: nothing is loaded for it."""

from functools import cache
from pathlib import Path

from django.apps import apps

OURS = ("clubs", "games", "leagues", "dogclub")


@cache
def known() -> frozenset[tuple[str, str]]:
    return frozenset(
        (app.label, file.stem)
        for app in apps.get_app_configs()
        for file in (Path(app.path) / "migrations").glob("[0-9]*.py")
    )
