"""Actions at a table, as a browser requests and sends them."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.entries.match_state import load
from games.models import Match

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def path(match: Match, verb: str) -> str:
    return reverse("action", args=[match.pk, verb])


def form_of(response: Any) -> dict[str, str]:
    """The hidden fields of the page's last form, which its button sends."""
    page = response.content.decode()
    return dict(HIDDEN.findall(page[page.rindex("<form", 0, page.rindex('name="entry"')) :].split("</form>")[0]))


def sheet_of(match: Match) -> Any:
    return load(Match.objects.get(pk=match.pk)).sheet


def page_of(keeper: Client, match: Match, verb: str, **query: Any) -> str:
    response = keeper.get(path(match, verb), query)
    assert response.status_code == 200, response
    return str(response.content.decode())


def send(keeper: Client, match: Match, verb: str, query: dict[str, Any] | None = None, **fields: Any) -> Any:
    return keeper.post(path(match, verb), form_of(keeper.get(path(match, verb), query or {})) | fields)
