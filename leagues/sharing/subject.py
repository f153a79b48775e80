"""What a link shows, described once for both the page on which it is shared and for visitors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubs.models import Club
from leagues.models import ShareLink


@dataclass(frozen=True)
class Part:
    """A template and its context."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class Paper:
    """A PDF to download: the label of the button, and the function that returns the response; it gets the address to
    print on it.
    """

    label: str
    answer: Callable[[HttpRequest, str], HttpResponseBase]


Kind = ShareLink.Kind
TITLES = {
    Kind.MATCH: gettext_lazy("Share this match"),
    Kind.REPORT: gettext_lazy("Share this report"),
    Kind.STANDINGS: gettext_lazy("Share this table"),
    Kind.PLAYER: gettext_lazy("Share this page"),
    Kind.HEAD_TO_HEAD: gettext_lazy("Share this page"),
}
LINKS = {
    Kind.MATCH: gettext_lazy("{count} for this match"),
    Kind.REPORT: gettext_lazy("{count} for this report"),
    Kind.STANDINGS: gettext_lazy("{count} for this table"),
    Kind.PLAYER: gettext_lazy("{count} for this page"),
    Kind.HEAD_TO_HEAD: gettext_lazy("{count} for this page"),
}


@dataclass(frozen=True)
class Subject:
    """One thing that can be shared. `columns` are those of its links, `sees` and `sees_not` say what visitors can and
    cannot see.

    `headline` says what happened and `about` what it is: title and description in a chat; `alt` describes the picture.
    `edition` changes whenever the page or the picture would. `page` is called only if the page has to be rendered.
    """

    club: Club
    columns: Mapping[str, Any]
    url: str
    headline: str
    about: str
    alt: str
    sees: Sequence[str | Promise]
    sees_not: Sequence[str | Promise]
    edition: object
    page: Callable[[], Part]
    picture: Callable[[HttpRequest], HttpResponseBase]
    paper: Paper | None = None

    @property
    def kind(self) -> str:
        return str(ShareLink.Kind(self.columns["kind"]).label)

    @property
    def title(self) -> str:
        """The heading `Share this match`."""
        return str(TITLES[self.columns["kind"]])

    def links_in_words(self, count: int) -> str:
        """Return `3 for this match`."""
        return str(LINKS[self.columns["kind"]]).format(count=count)
