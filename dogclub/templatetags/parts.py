"""Parts of a page: components, and what is rendered once because it occurs twice in a page (`more_links`) or depends on
a few plain values only (`include_known`, ADR 64).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, Parser, Template, Token, token_kwargs
from django.template.context import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from dogclub.app import script_messages

register = template.Library()

PLACEHOLDER = UUID(int=2**128 - 1)
PLACEHOLDER_TEXT = str(PLACEHOLDER)
PARTS = 512  # rendered parts in the cache of each tag, of about a kilobyte each
PLAIN = (str, int, tuple, UUID, type(None))


@register.tag
def include_known(parser: Parser, token: Token) -> Node:
    """`{% include_known "_shared/menu.html" club=club.slug here=here %}`: a template that depends on these values and
    the language alone.

    It gets no other context, so that its cached HTML can show nothing of another user. Values must be str, int, bool,
    tuple, UUID or None; others raise TypeError when rendered. At most one UUID is allowed, the id of a row that the
    template writes as it is, such as in a URL: the HTML is cached once for all rows, and the id replaced in it.
    """
    _, name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError("include_known takes the name of a template, then name=value.")
    return Part(parser.compile_filter(name).resolve(Context()), values)


@register.tag
def component(parser: Parser, token: Token) -> Node:
    """`{% component "field" id="place" label=_("Place") %}`: a template of `_shared/components`, which gets these
    values and nothing else of the page.
    """
    _, name, *values = token.split_contents()
    given = f"with {' '.join(values)} only" if values else "only"
    contents = f'include "_shared/components/{name[1:-1]}.html" {given}'
    node: Node = parser.tags["include"](parser, Token(token.token_type, contents, token.position, token.lineno))
    return node


@register.simple_tag(takes_context=True)
def more_links(context: Context) -> SafeString:
    """The links under More, in the menu and in the bar of a phone; rendered once per request."""
    kept, page = vars(context["request"]), cast(Template, context.template)
    if "more_links" not in kept:
        kept["more_links"] = page.engine.get_template("_shared/more_links.html").render(context)
    found: SafeString = kept["more_links"]
    return found


class Part(Node):
    """A template rendered for a language and values; the last PARTS results are cached."""

    child_nodelists = ()

    def __init__(self, name: str, values: Mapping[str, FilterExpression]) -> None:
        self.name, self.values = name, values
        self.rendered = lru_cache(PARTS, typed=True)(self._render)

    def render(self, context: Context) -> SafeString:
        values = [value.resolve(context) for value in self.values.values()]
        rendered = self.rendered(get_language(), get_script_prefix(), *map(without_row, values))
        rows = {str(value) for value in values if type(value) is UUID}
        if len(rows) > 1:
            raise TypeError(f"{self.name} is given the ids of {len(rows)} rows, and would not tell them apart.")
        for row in rows:
            rendered = SafeString(rendered.replace(PLACEHOLDER_TEXT, row))
        return rendered

    def _render(self, _language: str | None, _prefix: str, *values: Any) -> SafeString:
        if other := [value for value in values if not isinstance(value, PLAIN)]:
            raise TypeError(f"{self.name} is known by texts, whole numbers and truth, not by {other[0]!r}.")
        return render_to_string(self.name, dict(zip(self.values, values, strict=True)))


def without_row(value: Any) -> Any:
    """Return a UUID as PLACEHOLDER, anything else as it is: what is made of two rows differs only in the id, which is
    inserted afterwards.
    """
    return PLACEHOLDER if type(value) is UUID else value


# Template tags for a page's scripts: their messages in the language of the page, and their data.


@register.simple_tag
def script(name: str, own: Mapping[str, str] | None = None) -> SafeString:
    """A bundle of dogclub/scripts/ with its messages: `{% script "live" %}`. `own` maps English messages to the club's
    own words.
    """
    language = get_language() or settings.LANGUAGE_CODE
    is_english = language in dict(settings.ENGLISH_LANGUAGES)
    late = "" if is_english else script_messages.address_of_late(name, language)
    return format_html(
        '{}{}<script type="module" src="{}"{}></script>',
        "" if is_english else script_messages.in_page(name, language),
        script_messages.own(own or {}),
        static(f"dogclub/{name}.js"),
        format_html(' data-says="{}"', late) if late else "",
    )


@register.filter
def script_data(value: Any, name: str) -> SafeString:
    """The value as the JSON script element of this id, without spaces: `{{ offline_form|script_data:"step" }}`."""
    return json_script(value, name, script_messages.Compact)
