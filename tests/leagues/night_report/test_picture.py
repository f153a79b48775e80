"""The picture of a night: it is one page whatever the names, also where nobody took a trophy."""

import io
from dataclasses import replace

import pytest
from django.utils import timezone
from PIL import Image

from clubs.models import Club, Night
from games.match.printing import SHAPES, Shape
from games.sheets.typst import drawn
from leagues.night_report.report import TEMPLATE, night_picture, report_of
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
HARD = ("ليان الزهراني", "Featherstonehaughabernathyoyelaranquillx", "🐕 Bo", "שרה כהן")
SIZES = {"wide": (1200, 630), "square": (1080, 1080)}


@pytest.mark.parametrize("shape", SHAPES)
def test_hard_names_stay_on_it(club: Club, shape: Shape) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now())
    a_match(club, some_players(club, names=HARD), plan=(1, 2), seed=3, night=night)
    report = report_of(night)
    data = night_picture(club, report, shape)
    assert Image.open(io.BytesIO(drawn(TEMPLATE, data))).size == SIZES[shape]
    assert data["words"] == "Four players, one match, two hands."
    without = night_picture(club, replace(report, facts=replace(report.facts, passings=())), shape)
    assert [half["label"] for half in without["halves"]] == ["Winner", "Last place"]
    assert Image.open(io.BytesIO(drawn(TEMPLATE, dict(without)))).size == SIZES[shape]
