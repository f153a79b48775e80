"""Validates API requests with the forms of the pages, so that errors have the same sentences."""

import re
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from rest_framework.request import Request

from clubs.locks import lock_club
from clubs.models import Club
from dogclub.api.http.problems import Problem


def check(form: forms.Form, names: Mapping[str, str] | None = None) -> None:
    """Raise Problem for the first invalid field. `names` are the API's names of fields where they differ from the
    form's.
    """
    if form.is_valid():
        return
    field, errors = next(iter(form.errors.items()))
    message = " ".join(map(str, errors))
    if field == "__all__":
        raise Problem("invalid", message)
    raise Problem("invalid", message, field=(names or {}).get(field, field))


def asked_number(request: Request, name: str) -> int | None:
    """Return a query parameter as a whole number from 1, or None where it is missing. Raises Problem."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,17}", text):
        raise Problem("query", _("“{name}” is a whole number from 1.").format(name=name), field=name)
    return int(text)


def asked_word(request: Request, name: str, words: Mapping[str, object] | tuple[str, ...], default: str = "") -> str:
    """Return a query parameter that is one of these words, or the default where it is missing. Raises Problem."""
    text: str = request.query_params.get(name, default)
    if name in request.query_params and text not in words:
        message = _("“{name}” is one of {words}.").format(name=name, words=", ".join(words))
        raise Problem("query", message, field=name)
    return text


def take_turn(club: Club) -> None:
    """Lock the club until the end of the transaction, so that what a form has validated still holds when it is
    saved.
    """
    lock_club(club)
