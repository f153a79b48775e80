"""No field of a night is lost between its form, series, pages, the API, calendars, exports and archives."""

import re
from datetime import UTC, datetime
from typing import Any, get_args, get_type_hints

import pytest
import time_machine
from django.http import QueryDict
from django.test import Client
from django.utils.html import strip_tags

from clubs.models import Club, Night, Role
from dogclub.api.nights import NewNight
from dogclub.exchange.archive.lines import NightLine
from dogclub.exchange.exports.league_tables import nights as exported
from games.live import night_topic, versions_of
from leagues.nights.forms import NightForm
from scoring.options import bare, marks
from tests.dogclub.exchange.archive.whole import brought_back, packed
from tests.factory import a_club, a_member

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 26, 19, 30, tzinfo=UTC)
FORM = {"day": "2026-11-26", "time": "19:30"}
SERIES = {"repeat": "weekly", "until": "2026-12-10"}
API = "/api/v1/clubs/kennel/nights"
JSON = "application/json"
EXAMPLES = {"name": "Cup final", "place": "Kennel Lane 7", "note": "Bring a lead.", "places": 12, "answers_close": 60}
# The columns of a night that no form asks for: they follow from its start and from what happens on it.
OTHERS = {
    *("id", "club", "season", "starts_at", "series", "moved_from", "known_times", "answers_taken_at", "closed_at"),
    *("called_off_at", "reason", "reminded_at", "revision", "changed_at"),
}
# Where a field is left out on purpose.
NOT_IN_THE_CALENDAR = {"places", "answers_close"}  # they are for whoever answers, on the page that is linked
NOT_EXPORTED = {"places", "answers_close"}  # the table is of what was played
every_field = pytest.mark.parametrize("name", EXAMPLES)


@pytest.fixture(autouse=True)
def now() -> object:
    """Stop the clock at noon (UTC) the day before the night."""
    with time_machine.travel("2026-11-25T12:00Z", tick=False) as moment:
        yield moment


@pytest.fixture
def club() -> Club:
    return a_club(history_is_open=True)


@pytest.fixture
def organiser(club: Club) -> Client:
    client = Client()
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=START)


def stored(name: str) -> list[Any]:
    """The values of the field, of all nights by their start."""
    return list(Night.objects.order_by("starts_at").values_list(name, flat=True))


def change(night: Night, name: str) -> None:
    Night.objects.filter(pk=night.pk).update(**{name: EXAMPLES[name]})


def test_every_column_of_a_night_is_a_field_of_its_form_or_left_out_on_purpose() -> None:
    assert {field.name for field in Night._meta.concrete_fields} - OTHERS == {*Night.ABOUT}
    assert NightForm.base_fields.keys() - {"day", "time"} == {*Night.ABOUT}
    assert EXAMPLES.keys() == {*Night.ABOUT}, "an example is missing here"


@every_field
def test_a_field_is_written_by_the_form_and_read_in_it(organiser: Client, name: str) -> None:
    assert organiser.post("/c/kennel/nights/new/", {**FORM, name: EXAMPLES[name]}).status_code == 302
    assert stored(name) == [EXAMPLES[name]]
    night = Night.objects.get()
    assert NightForm(night=night).initial[name] == EXAMPLES[name]
    organiser.post(f"/c/kennel/nights/{night.pk}/edit/", FORM)
    assert stored(name) != [EXAMPLES[name]]


@every_field
def test_a_field_is_the_same_on_every_night_of_a_series(organiser: Client, name: str) -> None:
    organiser.post("/c/kennel/nights/new/", {**FORM, **SERIES, name: EXAMPLES[name], "sure": "1"})
    assert stored(name) == [EXAMPLES[name]] * 3
    first = Night.objects.earliest("starts_at")
    longer = {"starts_at": START.isoformat(), "repeat": "weekly", "until": "2026-12-17"}
    assert organiser.patch(f"{API}/{first.pk}/series", longer, content_type=JSON).status_code == 200
    organiser.post(f"/c/kennel/nights/{first.pk}/move/", {"day": "2026-11-27", "time": "19:30"})
    assert stored(name) == [EXAMPLES[name]] * 4


@every_field
def test_a_field_goes_through_the_api(organiser: Client, club: Club, name: str) -> None:
    said = {"starts_at": START.isoformat(), name: EXAMPLES[name]}
    added = organiser.post(API, said, content_type=JSON)
    assert added.status_code == 201, added.json()
    assert added.json()[name] == EXAMPLES[name]
    path, usual = f"{API}/{added.json()['id']}", getattr(Night(), name)
    assert organiser.patch(path, {name: usual}, content_type=JSON).json()[name] == usual
    assert organiser.get(path).json()[name] == usual
    said |= {"starts_at": "2026-12-24T19:30:00Z", "repeat": "weekly", "until": "2026-12-31"}
    planned = organiser.post(f"{API}/series", said, content_type=JSON)
    assert planned.status_code == 201, planned.json()
    assert [each[name] for each in planned.json()["nights"]] == [EXAMPLES[name]] * 2


@every_field
def test_a_field_is_shown_on_a_page_of_the_night(organiser: Client, night: Night, name: str) -> None:
    pages = [f"/c/kennel/nights/{night.pk}/", f"/c/kennel/nights/{night.pk}/answers/"]
    before = [_text(organiser, page) for page in pages]
    change(night, name)
    assert [_text(organiser, page) for page in pages] != before


def _text(client: Client, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200
    return " ".join(strip_tags(re.sub(r"<(title|script)\b.*?</\1>", "", answer.content.decode(), flags=re.S)).split())


@every_field
def test_a_change_of_a_field_reaches_whoever_has_the_page_open(organiser: Client, night: Night, name: str) -> None:
    pages = [f"/c/kennel/nights/{night.pk}/", f"/c/kennel/nights/{night.pk}/answers/", f"{API}/{night.pk}"]
    marks = {page: organiser.get(page)["ETag"] for page in pages}
    told = versions_of([night_topic(night.pk)])
    change(night, name)
    assert [page for page in pages if organiser.get(page)["ETag"] == marks[page]] == []
    assert versions_of([night_topic(night.pk)]) != told


@every_field
def test_a_field_is_in_the_calendar_and_in_the_exported_table(
    organiser: Client, club: Club, night: Night, name: str
) -> None:
    def both() -> tuple[bytes, list[Any]]:
        return organiser.get("/c/kennel/nights.ics").content, [list(row) for row in exported(club, QueryDict()).rows]

    before = both()
    change(night, name)
    assert [one != other for one, other in zip(both(), before, strict=True)] == [
        name not in NOT_IN_THE_CALENDAR,
        name not in NOT_EXPORTED,
    ]


@every_field
def test_a_field_comes_back_from_an_archive(club: Club, night: Night, name: str) -> None:
    change(night, name)
    restored = brought_back(packed(club), slug="beside").club.nights.get()
    assert getattr(restored, name) == EXAMPLES[name]


TEXTS = [name for name, example in EXAMPLES.items() if isinstance(example, str)]


def bounds(declared: Any) -> list[int]:
    """The largest lengths that a type allows, of it and of its alternatives."""
    own = [mark.max_length for mark in marks(declared) if mark.max_length is not None]
    return own or [most for part in get_args(bare(declared)) for most in bounds(part)]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_as_long_everywhere_as_its_column(name: str) -> None:
    column: Any = Night._meta.get_field(name)
    field: Any = NightForm.base_fields[name]
    most = column.max_length
    assert field.max_length == most
    types = {each.__name__: get_type_hints(each, include_extras=True)[name] for each in (NewNight, NightLine)}
    assert {place: bounds(declared) for place, declared in types.items()} == {place: [most] for place in types}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_reverses_others_is_refused(organiser: Client, name: str) -> None:
    backwards = "Kennel \u202eenal"
    form = organiser.post("/c/kennel/nights/new/", {**FORM, name: backwards})
    sent = organiser.post(API, {"starts_at": START.isoformat(), name: backwards}, content_type=JSON)
    assert (form.status_code, sent.status_code, stored(name)) == (422, 422, [])
