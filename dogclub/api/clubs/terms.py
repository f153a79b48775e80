"""The endpoint for a club's own words for terms of the games."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Club, Role, Scope
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import Edition, answer, check_match, of_club, written
from dogclub.api.http.fingerprints import TROPHIES
from dogclub.api.http.forms import check, take_turn
from dogclub.api.http.messages import TermsChange, read_as
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import club_terms as words
from dogclub.api.openapi.operation import described
from leagues.terms.catalogue import kinds
from leagues.terms.forms import TermsForm


@described(GET=words.READ_TERMS, PATCH=words.CHANGE_TERMS)
@endpoint("GET", "PATCH", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def club_terms(request: Request, slug: str) -> Response:
    """Read by everyone who may see the club, changed by organisers."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, _edition(access), lambda: terms_json(access.club))


@transaction.atomic
def _change(request: Request, access: Access) -> Response:
    names = read_as(request, TermsChange).names
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition(access))
    own = {each.code: each.own for kind in kinds(access.club) for each in kind.terms}
    for code in names:
        if code not in own:
            raise Problem("invalid", _("“{code}” is no term of this club.").format(code=code[:40]), field="names")
    form = TermsForm(own | names, club=access.club)
    check(form)
    form.save()
    return written(request, _edition(access), terms_json(access.club))


def _edition(access: Access) -> Edition:
    return of_club(access, TROPHIES)


def terms_json(club: Club) -> dict[str, Any]:
    return {
        "terms": [
            {"code": each.code, "kind": kind.key, "standard": each.usual, "name": each.own or each.usual}
            for kind in kinds(club)
            for each in kind.terms
        ]
    }
