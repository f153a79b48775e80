"""Templates are loaded without the line breaks of their layout."""

import pytest
from django.template import engines

from dogclub.server.web.templates import without_layout


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ("<ul>\n  <li>\n    <b>Rex</b>\n  </li>\n</ul>\n", "<ul><li><b>Rex</b></li></ul>"),
        ("<b>Rex</b>\n<i>18</i>", "<b>Rex</b><i>18</i>"),  # a gap comes from CSS
        ("<b>Rex</b> <i>18</i>", "<b>Rex</b> <i>18</i>"),  # or from a blank that is written as one
        ("<b>Rex</b>\n&#32;<i>18</i>", "<b>Rex</b> <i>18</i>"),
        ("<p>\n  Rex bids\n  {{ bid }}\n  on\n  <b>hand</b>\n  3\n</p>", "<p>Rex bids {{ bid }} on <b>hand</b> 3</p>"),
        ('<p>\n  {% translate "Hand" %}\n  <small>3</small>\n</p>', '<p>{% translate "Hand" %} <small>3</small></p>'),
        ("<b>Rex</b>\n{% icon 'dog' %}\n<i>1</i>", "<b>Rex</b>{% icon 'dog' %}<i>1</i>"),
        ("a\n<div>b</div>\nc", "a<div>b</div>c"),
        ("{% block a %}\n  b\n{% endblock %}\n", "{% block a %}b{% endblock %}"),
    ],
)
def test_a_line_break_is_a_blank_beside_text_alone(source: str, loaded: str) -> None:
    assert without_layout(source) == loaded


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ("<p>\n  {% if a %}\n    b\n  {% endif %}\n</p>", "<p>{% if a %}b{% endif %}</p>"),
        ("<p>a\n{% if b %}\n  c\n{% endif %}\n</p>", "<p>a {% if b %} c{% endif %}</p>"),
        ("<p>\n{% if a %}\nb\n{% else %}\nc\n{% endif %}\n</p>", "<p>{% if a %}b{% else %}c{% endif %}</p>"),
        ("{% if a %}\n<b>c</b>\n{% endif %}\nd", "{% if a %}<b>c</b>{% endif %} d"),
        ("<p>\n{% for a in b %}\n{{ a }}\n{% endfor %}\n</p>", "<p>{% for a in b %} {{ a }} {% endfor %}</p>"),
        ("<p>\n{% for a in b %}\n<b>c</b>\n{% endfor %}\n</p>", "<p>{% for a in b %}<b>c</b>{% endfor %}</p>"),
    ],
)
def test_branches_and_loops_are_looked_through(source: str, loaded: str) -> None:
    assert without_layout(source) == loaded


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        ('<a\n  href="/"\n  class="b">c</a>', '<a href="/" class="b">c</a>'),
        ("<a\n  {% if b %}hidden{% endif %}>c</a>", "<a{% if b %} hidden{% endif %}>c</a>"),
        (
            "<a\n  {% if b %}\n    {% if c %}d{% endif %}\n  {% endif %}\n  e>f</a>",
            "<a{% if b %} {% if c %}d{% endif %}{% endif %} e>f</a>",
        ),
        ("<a {% if b %}hidden{% endif %}>c</a>", "<a {% if b %}hidden{% endif %}>c</a>"),
        (
            '<a\n  {% if b %}\n    id="d"\n  {% else %}\n    id="e"\n    hidden\n  {% endif %}\n>c</a>',
            '<a{% if b %} id="d"{% else %} id="e" hidden{% endif %}>c</a>',
        ),
        (
            '<a class="b\n         {% if c > 1 %} d{% endif %}\n         {% if e %} f{% endif %}">g</a>',
            '<a class="b{% if c > 1 %} d{% endif %}{% if e %} f{% endif %}">g</a>',
        ),
        ('<path d="M0 0\n  L1 1"/>', '<path d="M0 0 L1 1"/>'),
    ],
)
def test_the_attributes_of_a_tag_stand_on_one_line(source: str, loaded: str) -> None:
    assert without_layout(source) == loaded


@pytest.mark.parametrize(
    "source",
    [
        "<pre>\n  a\n  b</pre>",
        "<textarea>\n  a\n</textarea>",
        '<script type="application/json">\n{"a": "<b>\n<i>"}\n</script>',
        "<p>{% blocktranslate trimmed %}\n  a\n  <b>c</b>\n{% endblocktranslate %}</p>",
        "<!-- a\n  b -->",
        "a < b and c > d",
    ],
)
def test_what_a_layout_may_not_touch_is_kept(source: str) -> None:
    assert without_layout(source) == source


def test_with_debug_each_tag_stays_on_its_line() -> None:
    source = '<ul>\n  <li\n    class="{% if a %}b{% endif %}">\n    {{ c }}\n    d\n  </li>\n</ul>\n'
    loaded = without_layout(source, keep_lines=True)
    assert [line.count("{{ c }}") for line in loaded.split("\n")] == [
        line.count("{{ c }}") for line in source.split("\n")
    ]
    template = engines["django"].from_string(loaded)
    assert template.render({"a": True, "c": 3}) == '<ul><li\n    class="b">3\n    d</li></ul>'
