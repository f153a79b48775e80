"""Django's tags for translations and URLs, with caches for what is the same every time.

A text without values is looked up once for each language, a URL is reversed once for its arguments. These tags are
builtins after Django's own and replace them under the same names. A part that occurs twice in a page is rendered once
(`more_links`), and one that depends on a few plain values only (`include_known`) once for these values.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

from django import template
from django.template import base
from django.template.base import FilterExpression, Node, Parser, Template, Token, token_kwargs
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as do_url
from django.template.loader import render_to_string
from django.templatetags.i18n import BlockTranslateNode, TranslateNode, do_block_translate, do_translate
from django.urls import NoReverseMatch, get_resolver, get_script_prefix, reverse
from django.urls.resolvers import URLResolver
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from clubs.language.active import get_language, gettext

register = template.Library()

ADDRESSES = 4096  # URLs in the cache, of some two hundred bytes each
PLACEHOLDER = UUID(int=2**128 - 1)
PLACEHOLDER_TEXT = str(PLACEHOLDER)
PARTS = 512  # rendered parts in the cache of each tag, of about a kilobyte each
PLAIN = (str, int, tuple, UUID, type(None))


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    tag: Any = do_translate(parser, token)
    words = tag.filter_expression
    is_fixed = words.var.literal is not None and not words.filters and _is_fixed(tag.message_context)
    return tag if tag.asvar or tag.noop or not is_fixed else Text(tag)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    tag = Sentence(**vars(do_block_translate(parser, token)))
    has_values = tag.extra_context or tag.counter or tag.render_token_list(tag.singular)[1]
    return tag if tag.asvar or has_values or not _is_fixed(tag.message_context) else Text(tag)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    return Address(**vars(do_url(parser, token)))


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


@register.simple_tag(takes_context=True)
def more_links(context: Context) -> SafeString:
    """The links under More, in the menu and in the bar of a phone; rendered once per request."""
    kept, page = vars(context["request"]), cast(Template, context.template)
    if "more_links" not in kept:
        kept["more_links"] = page.engine.get_template("_shared/more_links.html").render(context)
    found: SafeString = kept["more_links"]
    return found


class Text(Node):
    """A translated text without values: cached for each language."""

    child_nodelists = ()

    def __init__(self, tag: TranslateNode | BlockTranslateNode) -> None:
        self.tag = tag
        self.texts: dict[str | None, str] = {}

    def render(self, context: Context) -> Any:
        language = get_language()
        if language not in self.texts:
            self.texts[language] = self.tag.render(context)
        return self.texts[language]


class Part(Node):
    """A template rendered for a language and values; the last PARTS results are cached."""

    child_nodelists = ()

    def __init__(self, name: str, values: Mapping[str, FilterExpression]) -> None:
        self.name, self.values = name, values
        self.rendered = lru_cache(PARTS, typed=True)(self._render)

    def render(self, context: Context) -> SafeString:
        values = [value.resolve(context) for value in self.values.values()]
        rendered = self.rendered(get_language(), get_script_prefix(), *map(_shape, values))
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


class Sentence(BlockTranslateNode):
    """Django's blocktranslate, whose pattern (and plural pattern) is built once; one without a count is looked up once
    for each language.
    """

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        both = filter(None, (self.singular, self.plural))
        self.patterns = {id(tokens): super(Sentence, self).render_token_list(tokens) for tokens in both}
        self.translated: dict[str | None, str] = {}

    def render(self, context: Context, **nested: bool) -> Any:  # type: ignore[override]
        if nested or self.counter or self.asvar or self.message_context:
            return super().render(context, **nested)
        pattern, names = self.patterns[id(self.singular)]
        language = get_language()
        if language not in self.translated:
            self.translated[language] = gettext(pattern)
        try:
            return self.translated[language] % {name: self._value(name, context) for name in names}
        except (KeyError, ValueError):  # a translation with other placeholders
            return super().render(context)

    def _value(self, name: str, context: Context) -> str:
        own = self.extra_context.get(name)
        return base.render_value_in_context(context.get(name, "") if own is None else own.resolve(context), context)

    def render_token_list(self, tokens: list[Token]) -> tuple[str, list[str]]:
        pattern, names = self.patterns[id(tokens)]
        return pattern, [*names]


class Address(URLNode):
    """Django's url tag, cached for names without a namespace and with positional arguments only."""

    def render(self, context: Context) -> Any:
        name = self.view_name.resolve(context)
        if self.kwargs or ":" in name:
            return super().render(context)
        arguments = [argument.resolve(context) for argument in self.args]
        rows = [argument for argument in arguments if type(argument) is UUID]
        try:
            found = _address(get_resolver(), get_script_prefix(), name, *map(_shape, arguments))
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        for row in rows:
            found = found.replace(PLACEHOLDER_TEXT, str(row), 1)
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


@lru_cache(ADDRESSES, typed=True)
def _address(_resolver: URLResolver, _prefix: str, name: str, *arguments: Any) -> str:
    return reverse(name, args=arguments)


def _shape(argument: Any) -> Any:
    """Replace a UUID by a placeholder: URLs of two matches differ only in the id, which is inserted afterwards."""
    return PLACEHOLDER if type(argument) is UUID else argument


def _is_fixed(context: FilterExpression | None) -> bool:
    """Whether a message context is absent or a constant."""
    return context is None or not (context.is_var or context.filters)
