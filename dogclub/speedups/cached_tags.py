"""Django's tags for translations and URLs, with caches for what is the same every time.

A text without values is looked up once for each language, a URL is reversed once for its arguments. These tags are
builtins after Django's own and replace them under the same names.
"""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.template import base
from django.template.base import FilterExpression, Node, Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as do_url
from django.templatetags.i18n import BlockTranslateNode, TranslateNode, do_block_translate, do_translate
from django.urls import NoReverseMatch, get_resolver, get_script_prefix, reverse
from django.urls.resolvers import URLResolver
from django.utils.html import conditional_escape
from django.utils.translation import get_language, gettext

from dogclub.templatetags.parts import PLACEHOLDER_TEXT, without_row

register = template.Library()

ADDRESSES = 4096  # URLs in the cache, of some two hundred bytes each


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


def _is_fixed(context: FilterExpression | None) -> bool:
    """Whether a message context is absent or a constant."""
    return context is None or not (context.is_var or context.filters)
