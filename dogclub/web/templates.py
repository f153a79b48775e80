"""Django's templates, with numbers in them as Python writes them.

`clubs/language/formats` says so of every language: figures of a drawing and of a form look alike, and those one reads
are written by filters. To ask it for each number was a twentieth of a page. Asking of each text whether it is a moment
in another time zone, a number of another language or a text still to be translated was as much again (ADR 64).
"""

import html
from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist, base
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import Context, make_context
from django.utils.safestring import SafeString

_any_value = base.render_value_in_context


class PlainNumbers(DjangoTemplates):
    def from_string(self, template_code: str) -> Template:
        return Plain(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        found = super().get_template(template_name)
        return Plain(found.template, self)


class Plain(Template):
    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        page = make_context(context, request, autoescape=self.backend.engine.autoescape)
        page.use_l10n = False
        try:
            return self.template.render(page)
        except TemplateDoesNotExist as error:
            reraise(error, self.backend)


def _value(value: Any, context: Context) -> str:
    """A value as it stands in a page: texts and whole numbers at once, everything else as Django does."""
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return SafeString(html.escape(value)) if context.autoescape else value
    return str(value) if kind is int and context.use_l10n is False else _any_value(value, context)


vars(base)["render_value_in_context"] = _value
