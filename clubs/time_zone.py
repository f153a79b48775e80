"""A club's time zone: its days and times are read and shown by its own clock, for whoever looks at them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import tzinfo
from functools import cache
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.utils import timezone
from django.utils.translation import gettext

from clubs.models import Club

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

Group = tuple[str, list[tuple[str, str]]]


@cache
def zones() -> frozenset[str]:
    """Those named after a place, and UTC."""
    named = {name for name in available_timezones() if "/" in name and name.partition("/")[0] in REGIONS}
    return frozenset(named | {"UTC"})


def choices() -> list[tuple[str, str] | Group]:
    """The server's own first, then by continent."""
    named = sorted(zones() - {"UTC"})
    grouped = groupby(named, key=lambda name: name.partition("/")[0])
    groups: list[Group] = [(region, [(name, _place(name)) for name in names]) for region, names in grouped]
    return [("", gettext("The server’s: {time_zone}").format(time_zone=settings.TIME_ZONE)), ("UTC", "UTC"), *groups]


def _place(name: str) -> str:
    """`Buenos Aires, Argentina`: the place first, which is what one types to find it in a list."""
    return ", ".join(reversed(name.split("/")[1:])).replace("_", " ")


def zone_of(club: Club) -> tzinfo:
    """Its own, or the server's where it chose none or one that nobody knows."""
    is_known = club.time_zone and club.time_zone in zones()
    return ZoneInfo(club.time_zone) if is_known else timezone.get_default_timezone()


def follow_clock(club: Club) -> None:
    """From here to the end of the request, or of what `clock_of` is round."""
    timezone.activate(zone_of(club))


@contextmanager
def clock_of(club: Club | None) -> Iterator[None]:
    """The server's own where there is no club."""
    with timezone.override(None):
        if club:
            follow_clock(club)
        yield


def _reset(**_: object) -> None:
    timezone.deactivate()


def connect() -> None:
    """No request begins with the clock of the club that the one before it asked for."""
    request_started.connect(_reset, dispatch_uid="server's clock, before")
    request_finished.connect(_reset, dispatch_uid="server's clock, after")
