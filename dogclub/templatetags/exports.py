"""The template tag for the links that download a table."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("_shared/download.html")
def download(route: str, key: str, more: str = "", **asked: Any) -> dict[str, object]:
    """Links to download the table `key` as CSV and Excel.

    `club` and `pk` are arguments of the route, `more` is a query string; all other keywords become query parameters.
    """
    club, pk = asked.pop("club", None), asked.pop("pk", None)
    about = ({"slug": club.slug} if club else {}) | ({"pk": pk} if pk else {})
    query = "&".join(filter(None, [more, urlencode({key: value for key, value in asked.items() if value})]))
    links = [
        (words, reverse(route, kwargs={**about, "table": key, "form": form}) + (f"?{query}" if query else ""))
        for words, form in (("CSV", "csv"), ("Excel", "xlsx"))
    ]
    return {"links": links}
