"""Templates: tags and values that are looked up or checked once and not for every page."""

import html
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

from django import template
from django.conf import settings
from django.template import base
from django.template.base import FilterExpression, Node, NodeList, Parser, Template, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as do_url
from django.template.loader_tags import ExtendsNode, IncludeNode, do_extends, do_include
from django.templatetags.i18n import BlockTranslateNode, TranslateNode, do_block_translate, do_translate
from django.urls import NoReverseMatch, get_resolver, get_script_prefix, reverse
from django.urls.resolvers import URLResolver
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from dogclub.templatetags.parts import PLACEHOLDER_TEXT, without_row

_any_value = base.render_value_in_context


def connect() -> None:
    """Take the place of Django's function."""
    vars(base)["render_value_in_context"] = value_in_context


def value_in_context(value: Any, context: Context) -> str:
    """Return a value as it is written into a page; str and int take a short path, all else goes through Django's
    function.
    """
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return SafeString(html.escape(value)) if context.autoescape else value
    return str(value) if kind is int and context.use_l10n is False else _any_value(value, context)


# Django's tags `extends` and `include`, which look up a template of a fixed name once and not for every page.
#
# They stand among the builtins after Django's own and take their names. With DEBUG each page looks again, so that a
# template that was edited is read again.


register = template.Library()


@register.tag
def extends(parser: Parser, token: Token) -> Node:
    found = do_extends(parser, token)
    return Extends(found.nodelist, found.parent_name)


@register.tag
def include(parser: Parser, token: Token) -> Node:
    found = do_include(parser, token)
    return Include(found.template, extra_context=found.extra_context, isolated_context=found.isolated_context)


class Extends(ExtendsNode):
    """Keeps the parent template, and the parent keeps the list of its blocks."""

    parent: Template | None = None

    def get_parent(self, context: Context) -> Template:
        if self.parent is not None:
            return self.parent
        found: Template = super().get_parent(context)
        if not isinstance(found.nodelist, SearchedNodes):
            found.nodelist = SearchedNodes(found.nodelist)
        if _is_fixed_name(cast(FilterExpression, self.parent_name)):
            self.parent = found
        return found


class Include(IncludeNode):
    """Keeps the included template."""

    template: Any

    def render(self, context: Context) -> SafeString:
        if isinstance(self.template, FilterExpression) and _is_fixed_name(self.template):
            page = cast(Template, context.template)
            self.template = Found(page.engine.get_template(self.template.resolve(context)))
        return super().render(context)


class Found:
    """A template in the place of the expression with its name."""

    def __init__(self, found: Template) -> None:
        self.found = found

    def resolve(self, _context: Context) -> Template:
        return self.found


class SearchedNodes(NodeList):
    """Nodes of a template, which do not change: those of a kind are collected once."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.of_kind: dict[type[Node], list[Node]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        if nodetype not in self.of_kind:
            self.of_kind[nodetype] = super().get_nodes_by_type(nodetype)
        return self.of_kind[nodetype]


def _is_fixed_name(name: FilterExpression) -> bool:
    return name.is_var is False and not name.filters and not settings.DEBUG


# Django's tags for translations and URLs, with caches for what is the same every time.
#
# A text without values is looked up once for each language, a URL is reversed once for its arguments. These tags are
# builtins after Django's own and replace them under the same names.


ADDRESSES = 4096  # URLs in the cache, of some two hundred bytes each


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    tag: Any = do_translate(parser, token)
    words = tag.filter_expression
    is_fixed = words.var.literal is not None and not words.filters and _has_fixed_context(tag.message_context)
    return tag if tag.asvar or tag.noop or not is_fixed else Text(tag)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    tag = Sentence(**vars(do_block_translate(parser, token)))
    has_values = tag.extra_context or tag.counter or tag.render_token_list(tag.singular)[1]
    return tag if tag.asvar or has_values or not _has_fixed_context(tag.message_context) else Text(tag)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    return Address(**vars(do_url(parser, token)))


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
            found = _address(get_resolver(), get_script_prefix(), name, *map(without_row, arguments))
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


def _has_fixed_context(context: FilterExpression | None) -> bool:
    """Whether a message context is absent or a constant."""
    return context is None or not (context.is_var or context.filters)
