"""Which account a sign-in was aimed at, for the guard against guessing."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from clubs.accounts.adapter import account_tried


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """The account's primary address, from what is being checked or from the form."""
    values = credentials or {}
    name = values.get("email") or values.get("username") or request.POST.get("login", "")
    return account_tried(str(name))[:255]
