"""A club's time zone, in which its dates and times are shown and entered, for all users."""

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

from clubs.language.terms import follow_terms, terms_of
from clubs.models import Club

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")

Group = tuple[str, list[tuple[str, str]]]


@cache
def zones() -> frozenset[str]:
    """Return the names of time zones named after a place, and UTC."""
    named = {name for name in available_timezones() if "/" in name and name.partition("/")[0] in REGIONS}
    return frozenset(named | {"UTC"})


def choices() -> list[tuple[str, str] | Group]:
    """Return the choices of a form field: the server's own zone first, then by continent."""
    named = sorted(zones() - {"UTC"})
    grouped = groupby(named, key=lambda name: name.partition("/")[0])
    groups: list[Group] = [(region, [(name, _place(name)) for name in names]) for region, names in grouped]
    return [("", gettext("The server’s: {time_zone}").format(time_zone=settings.TIME_ZONE)), ("UTC", "UTC"), *groups]


def _place(name: str) -> str:
    """Return a name such as `Buenos Aires, Argentina`: the city first, as it is typed to find it in a list."""
    return ", ".join(reversed(name.split("/")[1:])).replace("_", " ")


def zone_of(club: Club) -> tzinfo:
    """Return the club's zone; the server's if it has none, or an unknown one."""
    is_known = club.time_zone and club.time_zone in zones()
    return ZoneInfo(club.time_zone) if is_known else timezone.get_default_timezone()


@contextmanager
def clock_of(club: Club | None) -> Iterator[None]:
    """Activate the club's zone in a block; the server's for None."""
    with timezone.override(None):
        if club:
            timezone.activate(zone_of(club))
        yield


# Activation of a club's own time zone and words for terms.


def follow_club(club: Club) -> None:
    """Activate both for the rest of the request."""
    timezone.activate(zone_of(club))
    follow_terms(club)


def _reset(**_: object) -> None:
    timezone.deactivate()
    follow_terms(None)


def connect() -> None:
    """Reset both before and after each request, as requests share threads."""
    request_started.connect(_reset, dispatch_uid="server's clock and usual terms, before")
    request_finished.connect(_reset, dispatch_uid="server's clock and usual terms, after")


@contextmanager
def ways_of(club: Club | None) -> Iterator[None]:
    """Activate both in a block; for None, the server's time zone and the usual words."""
    with clock_of(club), terms_of(club):
        yield
