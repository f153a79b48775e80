"""How many pictures a person may have read: decoding one is the dearest thing a member can ask for."""

from allauth.core.ratelimit import consume, respond_429
from django.http import HttpRequest, HttpResponseBase

from clubs.access import Access

HOUR = 3600  # seconds after which one more is read in any case


def may_read(request: HttpRequest, access: Access) -> bool:
    """Count a photo of a member or a logo; False for the eleventh of a person in an hour."""
    return bool(consume(request, action="pictures", key=_person(access)))


def may_read_sheet(request: HttpRequest, access: Access, match: str = "") -> bool:
    """Count a photo of a match's sheet; False for the eleventh of a match, or the 61st of all, of a person in an hour.

    An evening has many tables, whose photos one person often takes.
    """
    person = _person(access)
    is_free = not match or consume(request, action="pictures", key=f"{person} {match}")
    return bool(is_free and consume(request, action="sheet_pictures", key=person))


def too_many(request: HttpRequest) -> HttpResponseBase:
    """Return the page that asks to try again later."""
    response: HttpResponseBase = respond_429(request)
    return response


def _person(access: Access) -> str:
    return f"user {access.user.pk}" if access.user else f"device {access.club.pk} {access.device}"
