"""What stands below a chart of chances is in the reader’s language."""

from django.utils import translation

from games.charts.chances_chart import along_of


def test_the_axis_is_said_in_the_language() -> None:
    with translation.override("de"):
        assert along_of(12, "hand") == {0: "Start", 5: "Runde 5", 12: "12"}
