"""Django's tags `extends` and `include`, which look up a template of a fixed name once and not for every page.

They stand among the builtins after Django's own and take their names. With DEBUG each page looks again, so that a
template that was edited is read again.
"""

from typing import Any, cast

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, NodeList, Parser, Template, Token
from django.template.context import Context
from django.template.loader_tags import ExtendsNode, IncludeNode, do_extends, do_include
from django.utils.safestring import SafeString

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
        if _is_fixed(cast(FilterExpression, self.parent_name)):
            self.parent = found
        return found


class Include(IncludeNode):
    """Keeps the included template."""

    template: Any

    def render(self, context: Context) -> SafeString:
        if isinstance(self.template, FilterExpression) and _is_fixed(self.template):
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


def _is_fixed(name: FilterExpression) -> bool:
    return name.is_var is False and not name.filters and not settings.DEBUG
