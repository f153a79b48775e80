"""Django's translation tags without translation: each text is inserted as it is."""

import re
from typing import Any

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, TextNode, Token, VariableNode
from django.template.context import Context
from django.templatetags.i18n import BlockTranslateNode, do_block_translate, do_translate
from django.utils.safestring import SafeString

register = template.Library()
NAMED = re.compile(r"%\((.+?)\)s")


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    found: Any = do_translate(parser, token)
    text = found.filter_expression.var.literal
    return found if found.asvar or found.filter_expression.filters or text is None else TextNode(str(text))


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    return Block(parser, do_block_translate(parser, token))


class Block(Node):
    """A text with its values, singular and plural."""

    child_nodelists = ("one", "many")

    def __init__(self, parser: Parser, marked: BlockTranslateNode) -> None:
        self.values: dict[str, FilterExpression] = marked.extra_context
        self.counted, self.counter, self.name = marked.countervar, marked.counter, marked.asvar
        self.one = _nodes(parser, marked, marked.singular)
        self.many = _nodes(parser, marked, marked.plural or [])

    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        nodes = self.one
        if self.many and self.counted and self.counter:
            values[self.counted] = self.counter.resolve(context)
            nodes = self.one if values[self.counted] == 1 else self.many
        with context.push(values):
            text = nodes.render(context)
        if not self.name:
            return text
        context[self.name] = text
        return SafeString("")


def _nodes(parser: Parser, marked: BlockTranslateNode, tokens: list[Token]) -> NodeList:
    nodes = NodeList()
    for at, piece in enumerate(NAMED.split(marked.render_token_list(tokens)[0])):
        if at % 2:
            nodes.append(VariableNode(parser.compile_filter(piece)))
        elif piece:
            nodes.append(TextNode(piece.replace("%%", "%")))
    return nodes
