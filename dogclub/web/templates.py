"""Django's templates, in which numbers are written as Python writes them.

No language of this program formats plain numbers (`clubs/language/formats`): figures in drawings and forms look alike
everywhere, and those for reading are formatted by filters. Looking up the format of each number took a twentieth of a
page's time; checking each text for a datetime in another time zone, a localised number or a lazy translation took as
much again (ADR 64).
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
    """The template backend for settings.TEMPLATES."""

    def from_string(self, template_code: str) -> Template:
        return Plain(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Template:
        found = super().get_template(template_name)
        return Plain(found.template, self)


class Plain(Template):
    """A template rendered with `use_l10n` off."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        page = make_context(context, request, autoescape=self.backend.engine.autoescape)
        page.use_l10n = False
        try:
            return self.template.render(page)
        except TemplateDoesNotExist as error:
            reraise(error, self.backend)


def _value(value: Any, context: Context) -> str:
    """Return a value as it is written into a page; str and int take a short path, all else goes through Django's
    function.
    """
    kind = type(value)
    if kind is SafeString:
        return str(value)
    if kind is str:
        return SafeString(html.escape(value)) if context.autoescape else value
    return str(value) if kind is int and context.use_l10n is False else _any_value(value, context)


vars(base)["render_value_in_context"] = _value
