"""Django's templates, in which numbers are written as Python writes them.

No language of this program formats plain numbers (`clubs/language/formats`): figures in drawings and forms look alike
everywhere, and those for reading are formatted by filters. Looking up the format of each number took a twentieth of a
page's time (ADR 64).
"""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import make_context
from django.utils.safestring import SafeString
from whitenoise.storage import CompressedManifestStaticFilesStorage


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


# Static files storage whose URLs are cached.
# Django parses and rebuilds each URL, which carries a digest of the file, some twenty microseconds each, for every
# page.


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Builds each URL once: a page has about ten, always the same, and the manifest is read at the start."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._address = cache(super().url)

    def url(self, name: str, *force: bool) -> str:
        address: str = self._address(name, *force)
        return address
