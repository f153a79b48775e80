"""The rendering cost of a tap and of a first look: translations looked up, templates rendered, sheets replayed."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest
from django.test import Client
from django.test.signals import template_rendered
from django.utils import translation

from games.entries import match_state
from games.models import Match
from tests.factory import a_match
from tests.posting import a_table, form_on, page, sent

pytestmark = pytest.mark.django_db
BIDS = {2: 2, 3: 2, 4: 0, 0: 1, 1: 1}  # by seat in bidding order; seat 1 deals hand 7


class Cost:
    """Counts of translations looked up, sheets replayed and templates rendered."""

    texts = sheets = 0

    def __init__(self) -> None:
        self.templates: Counter[str] = Counter()


@contextmanager
def counted() -> Iterator[Cost]:
    cost, real = Cost(), translation._trans  # type: ignore[attr-defined]

    def note(sender: object, template: object, **_: object) -> None:
        cost.templates[str(getattr(template, "name", ""))] += 1

    look_up = mock.patch.object(real, "gettext", wraps=real.gettext)
    add_up = mock.patch.object(match_state, "fold", wraps=match_state.fold)
    template_rendered.connect(note)
    try:
        with look_up as texts, add_up as sheets:
            yield cost
    finally:
        template_rendered.disconnect(note)
    cost.texts, cost.sheets = texts.call_count, sheets.call_count


def two_matches(client: Client, hands: int) -> tuple[Match, Match]:
    """Two matches alike: with the second, everything that can be cached is in the cache."""
    first = a_table(client, hands=hands)
    players = [seat.player for seat in first.seats.order_by("position")]
    return first, a_match(first.club, players, hands=hands, seed=2)


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_a_tap_looks_up_few_texts_and_adds_the_sheet_up_once(client: Client, language: str) -> None:
    for match in two_matches(client, hands=6):
        taps = "&".join(f"tap={seat}-{bid}" for seat, bid in BIDS.items())
        fields = form_on(page(client, match, f"?{taps}&hand=7"), "send")
        with counted() as cost:
            answer = sent(client, f"/m/{match.pk}/table/", fields, HX_Request="true", Accept_Language=language)
        assert 'data-what="tricks"' in answer.content.decode()
    assert cost.sheets == 1
    assert cost.texts <= 45
    assert cost.templates["games/dirty_dog/_row.html"] == 5
    assert cost.templates.total() <= 14  # one brings the title
    assert cost.templates["games/dirty_dog/_trump_keys.html"] == 0


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_a_first_look_adds_the_sheet_up_once_and_one_more_look_never(client: Client, language: str) -> None:
    for match in two_matches(client, hands=12):
        with counted() as cost:
            assert client.get(f"/m/{match.pk}/", headers={"Accept-Language": language}).status_code == 200
    assert cost.sheets == 1
    assert cost.texts <= 145
    assert cost.templates.total() <= 33
    assert cost.templates["_shared/menu.html"] == 0
    with counted() as again:
        assert client.get(f"/m/{match.pk}/", headers={"Accept-Language": language}).status_code == 200
    assert (again.sheets, again.templates["games/match/_body.html"]) == (0, 0)
    assert again.texts <= 5
    assert again.templates.total() <= 15
    assert again.templates["_shared/more_links.html"] == 1
