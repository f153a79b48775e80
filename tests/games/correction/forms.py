"""The correction form as a test reads and fills it in."""

import re
from typing import Any

from django.urls import reverse

from games.entries.match_state import load
from games.models import Match

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
CHOSEN = re.compile(r'type="radio" name="([^"]+)"\s+value="([^"]*)" id="[^"]+"\s+checked')


def url(match: Match, number: int = 2) -> str:
    return reverse("correct", args=[match.pk, number])


def form_of(response: Any) -> dict[str, str]:
    """The hidden and the chosen values on the page."""
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main")]
    return dict([*HIDDEN.findall(main), *CHOSEN.findall(main)])


def sheet_of(match: Match) -> Any:
    return load(match).sheet


def totals(match: Match) -> list[int]:
    return [seat.total for seat in match.seats.order_by("position")]
