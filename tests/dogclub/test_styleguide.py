"""The styleguide, a page for developers, shows every component."""

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.test.signals import template_rendered

from dogclub.styleguide import styleguide

COMPONENTS = Path(__file__).parents[2] / "templates" / "_shared" / "components"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_it_shows_every_component(language: str) -> None:
    shown = set()

    def note(template: object, **_: object) -> None:
        shown.add(getattr(template, "name", ""))

    request = RequestFactory().get("/styleguide/", headers={"Accept-Language": language})
    request.user, request.session = AnonymousUser(), {}  # type: ignore[assignment]
    template_rendered.connect(note)
    try:
        page = styleguide(request).content.decode()
    finally:
        template_rendered.disconnect(note)
    assert {f"_shared/components/{path.name}" for path in COMPONENTS.glob("*.html")} <= shown
    assert all(f'class="fig mark{mark}"' in page for mark in ("", " mark-top", " mark-low"))
    assert all(f'class="num {css}"' in page for css in ("is-bid", "is-on", "is-miss", "is-auto", "is-fit", "is-barred"))


@pytest.mark.django_db
def test_only_developers_have_it(client: Client) -> None:
    assert client.get("/styleguide/").status_code == 404
