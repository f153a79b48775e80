"""The migrations this program has, read from the names of their files, without loading them."""

from functools import cache
from pathlib import Path

from django.apps import apps

OURS = ("clubs", "games", "leagues", "dogclub")


@cache
def known() -> frozenset[tuple[str, str]]:
    """Return (app label, migration name) of every migration of the installed apps."""
    return frozenset(
        (app.label, file.stem)
        for app in apps.get_app_configs()
        for file in (Path(app.path) / "migrations").glob("[0-9]*.py")
    )
