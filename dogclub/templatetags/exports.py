"""The quiet line under a table that takes it along."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("_shared/download.html")
def download(route: str, key: str, more: str = "", **asked: Any) -> dict[str, object]:
    """`club` and `pk` are what the route is about, `more` is a query, and so is everything else that is named."""
    club, pk = asked.pop("club", None), asked.pop("pk", None)
    about = ({"slug": club.slug} if club else {}) | ({"pk": pk} if pk else {})
    query = "&".join(filter(None, [more, urlencode({key: value for key, value in asked.items() if value})]))
    links = [
        (words, reverse(route, kwargs={**about, "table": key, "form": form}) + (f"?{query}" if query else ""))
        for words, form in (("CSV", "csv"), ("Excel", "xlsx"))
    ]
    return {"links": links}
