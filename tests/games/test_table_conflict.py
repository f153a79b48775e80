"""A conflict between two tablets: both values are shown with two ways to settle it, and nothing is merged."""

import pytest
from django.test import Client

from games import ledger
from games.models import Entry, Match
from games.registry import table_game
from tests.posting import Fields, a_table, form_on, page, replaced, sent, with_taps

pytestmark = pytest.mark.django_db
BIDS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}


@pytest.fixture
def match(client: Client) -> Match:
    return a_table(client)


def both(client: Client, match: Match, mine: dict[int, int], theirs: dict[int, int]) -> tuple[int, str]:
    """Status and HTML of the response to this tablet's entry, after another tablet has written the same line."""
    path = f"/m/{match.pk}/table/"
    here, there = (form_on(page(client, match), "send") for _ in range(2))
    sent(client, path, with_taps(there, theirs))
    answer = sent(client, path, with_taps(here, mine))
    return answer.status_code, answer.content.decode()


def keep_mine(html: str) -> Fields:
    return form_on(html, "keep")


def test_both_values_are_shown_and_nothing_is_merged(client: Client, match: Match) -> None:
    status, html = both(client, match, {**BIDS, 3: 1}, BIDS)
    assert status == 409
    assert "Two tablets, one bone" in html
    assert "Hand 1, Núria’s bid: two tablets entered different numbers." in html
    assert "<small>Núria 1</small>" in html
    assert "<small>Núria 0</small>" in html
    assert Entry.objects.count() == 1


def test_the_page_loads_what_the_table_needs(client: Client, match: Match) -> None:
    """Without htmx as well; an empty file name would break the page where static files are named by their content."""
    _, html = both(client, match, {**BIDS, 3: 1}, BIDS)
    assert f'<script type="module" src="/static/dogclub/{table_game(match.game).script}.js"></script>' in html
    assert '"/static/"' not in html


def test_several_differences_stand_side_by_side(client: Client, match: Match) -> None:
    _, html = both(client, match, {1: 1, 2: 1, 3: 0, 4: 0, 0: 1}, {1: 0, 2: 0, 3: 1, 4: 1, 0: 0})
    assert html.count(">differs<") == 5
    assert "<small>" not in html.partition("<tfoot>")[2]  # five differences do not fit on a button


def test_rows_that_agree_and_the_sums_stand_there_too(client: Client, match: Match) -> None:
    _, html = both(client, match, {**BIDS, 3: 1}, BIDS)
    assert html.count('class="is-same"') == 4
    assert "Bea 1, Otto 0, Wilhelmina 1, Łukasz 0" in html
    assert "<td>3 of 1</td><td>2 of 1</td>" in html
    assert "btn-main" not in html.partition("<main")[2]  # neither value is proposed


def tricks_of_both(client: Client, match: Match, mine: dict[int, int], theirs: dict[int, int]) -> str:
    """The conflict page about the tricks of the first hand."""
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), BIDS))
    _, html = both(client, match, mine, theirs)
    return html


def test_tricks_say_what_comes_of_them(client: Client, match: Match) -> None:
    html = tricks_of_both(client, match, {0: 1, 1: 0, 2: 0, 3: 0, 4: 0}, {0: 0, 1: 0, 2: 1, 3: 0, 4: 0})
    assert html.count("<small>made, +6</small>") == html.count("<small>set, −1</small>") == 2
    assert "Hand 1, tricks: two tablets entered different numbers." in html
    assert "Both add up to 1 of 1" in html


def test_what_does_not_add_up_is_not_offered_first(client: Client, match: Match) -> None:
    html = tricks_of_both(client, match, dict.fromkeys(range(5), 0), {0: 1, 1: 0, 2: 0, 3: 0, 4: 0})
    assert "Only the other tablet’s add up: 1 of 1, not 0 of 1." in html
    assert "btn-main" not in html.partition("<main")[2]  # nor is dropping an entry, and what was made on top of it


def test_keeping_mine_is_the_next_revision(client: Client, match: Match) -> None:
    _, html = both(client, match, {**BIDS, 3: 1}, BIDS)
    answer = sent(client, f"/m/{match.pk}/table/", keep_mine(html))
    assert answer.status_code == 302
    assert [(entry.number, entry.revision) for entry in Entry.objects.all()] == [(1, 1), (1, 2)]
    assert "bid 1" in page(client, match)


def test_two_tablets_that_agree_need_no_choice(client: Client, match: Match) -> None:
    status, _ = both(client, match, BIDS, BIDS)
    assert status == 302
    assert Entry.objects.count() == 1


def test_a_version_that_moved_on_asks_before_it_writes(client: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    mine = with_taps(form_on(page(client, match), "send"), BIDS)
    sent(client, path, with_taps(form_on(page(client, match), "send"), BIDS))
    sent(client, f"/m/{match.pk}/undo/", form_on(page(client, match), "undo"))
    answer = sent(client, path, mine)
    assert answer.status_code == 409
    assert "undone" in answer.content.decode()


def test_the_same_id_with_other_content_is_refused(client: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    fields = with_taps(form_on(page(client, match), "send"), BIDS)
    sent(client, path, fields)
    assert sent(client, path, with_taps(fields, {**BIDS, 1: 1})).status_code == 409
    assert Entry.objects.count() == 1


def test_a_correction_that_spoils_a_later_hand_names_it(client: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    sent(client, path, with_taps(form_on(page(client, match), "send"), BIDS))
    bids = [*with_taps(form_on(page(client, match, "?revise=1"), "send"), {**BIDS, 0: 0})]
    answer = sent(client, path, bids)
    assert answer.status_code == 422
    assert "may not bid 0" in answer.content.decode()


def test_a_match_that_was_stopped_takes_nothing(client: Client, match: Match) -> None:
    fields = with_taps(form_on(page(client, match), "send"), BIDS)
    ledger.abandon(match.pk)
    answer = sent(client, f"/m/{match.pk}/table/", replaced(fields, version="1"))
    assert answer.status_code == 409
    assert "without a result" in answer.content.decode()
    assert Entry.objects.count() == 0


def test_what_this_tablet_has_is_named_where_the_other_wrote_on_another_line(client: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    sent(client, path, with_taps(form_on(page(client, match), "send"), BIDS))
    tricks = with_taps(form_on(page(client, match), "send"), {0: 0, 1: 0, 2: 1, 3: 0, 4: 0})
    sent(client, f"/m/{match.pk}/undo/", form_on(page(client, match), "undo"))
    sent(client, path, with_taps(form_on(page(client, match), "send"), {**BIDS, 4: 1}))
    answer = sent(client, path, tricks)
    assert answer.status_code == 409
    assert "<li>Tricks: " in answer.content.decode()


@pytest.mark.parametrize(("taps", "trump", "status"), [({99: 1}, "", 409), ({1: 10**30}, "", 422), (BIDS, "\x00", 422)])
def test_nonsense_that_comes_too_late_is_answered(
    client: Client, match: Match, taps: dict[int, int], trump: str, status: int
) -> None:
    path = f"/m/{match.pk}/table/"
    mine = [*form_on(page(client, match), "send"), ("trump", trump)]
    sent(client, path, with_taps(form_on(page(client, match), "send"), BIDS))
    assert sent(client, path, with_taps(mine, taps)).status_code == status
    assert Entry.objects.count() == 1
