"""What a link shows, said once: for the page on which it is shared and for whoever has the link."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import Promise

from clubs.models import Club
from leagues.models import ShareLink


@dataclass(frozen=True)
class Part:
    """A template and what it needs."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True)
class Paper:
    """A PDF to download: what the button says, and the answer; the address is printed on it."""

    label: str
    answer: Callable[[HttpRequest, str], HttpResponseBase]


@dataclass(frozen=True)
class Subject:
    """One thing that may be shared. `columns` are those of its links, `noun` stands after “Share this”.

    `headline` says what happened and `about` what it is: title and description in a chat. `edition` changes whenever
    the page or the picture would. `page` is read only where the page is made anew.
    """

    club: Club
    columns: Mapping[str, Any]
    noun: str
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
        return ShareLink.Kind(self.columns["kind"]).label
