"""The list of call-outs on a page."""

from django.template import engines
from django.utils import translation

from games.base.display import CallOutLine

LINES = [
    CallOutLine("12", "sbr", "<i>SBR</i>", "Ann & Bo “took” 3, the bid 'The Rule' would not allow"),
    CallOutLine("9 (a)", "sbr", "SBR", "<script>", times=2),
]


def drawn(word: str) -> str:
    """The HTML of the list, with this word for a round."""
    page = engines["django"].from_string('{% include "games/callouts/_callouts.html" %}')
    return page.render({"callouts": LINES, "display": {"round_word": word}}).strip()


def test_nothing_a_person_typed_is_markup() -> None:
    assert drawn("hand") == (
        '<ul class="callouts"><li><b>&lt;i&gt;SBR&lt;/i&gt;</b><span>Hand 12. Ann &amp; Bo “took” 3, the bid '
        "&#x27;The Rule&#x27; would not allow</span></li>"
        "<li><b>SBR</b><span>Hand 9 (a). &lt;script&gt;</span></li></ul>"
    )


def test_where_it_was_heard_is_said_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert ["Runde 12. " in drawn("hand"), "Spiel 12. " in drawn("game")] == [True, True]
    assert "Game 12. " in drawn("game")
