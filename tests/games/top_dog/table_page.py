"""The round's screen as a test reads and sends it."""

import re
from typing import Any

from django.test import Client

from games.models import Match

HIDDEN = re.compile(r'<input type="hidden" name="(?P<name>[^"]+)" value="(?P<value>[^"]*)">')
SAYS = re.compile(r'<p class="says[^"]*"[^>]*>(.*?)</p>', re.DOTALL)


def url(match: Match) -> str:
    return f"/m/{match.pk}/table/"


def page(client: Client, match: Match, **query: Any) -> str:
    response = client.get(url(match), query)
    assert response.status_code == 200
    return str(response.content.decode())


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def meter_text(client: Client, match: Match, **query: Any) -> str:
    """The text of the page's meter."""
    found = SAYS.search(page(client, match, **query))
    assert found
    return text_of(found[1])


def posted(client: Client, match: Match, **fields: Any) -> Any:
    """Post the form of the page with these fields; fields that are None are left out."""
    html = page(client, match)
    form = html[html.index('<form id="entry"') : html.index("</form>", html.index('<form id="entry"'))]
    hidden = {found["name"]: found["value"] for found in HIDDEN.finditer(form)}
    data = {name: value for name, value in (hidden | fields).items() if value is not None}
    return client.post(url(match), data)


def words_of(response: Any) -> str:
    return text_of(response.content.decode())
