"""Every endpoint of the API is a plain function behind `endpoint`.

    @described(GET=words.LIST_PLAYERS, POST=words.ADD_PLAYER)
    @endpoint("GET", "POST", reads=Scope.RESULTS, writes=Scope.ORGANISE)
    def players(request: Request, slug: str) -> Response:
        access = club_access(plain(request), slug, readers=True)
        if request.method == "POST": …
        return answer(request, of_club(access, PLAYERS), lambda: page(request, rows, "pk", player_json, "players"))

Whoever asks comes by a key (`Authorization: Bearer dk_live_…`) or by the browser's session with its CSRF token.
`reads` and `writes` are the scopes a key needs; what the person or the club's key may do there is then for
`clubs.access` and `games.access`, which know the key by `plain(request)`. `anybody` is for what belongs to nobody:
no key, no session, no CSRF. `rate` names a throttle of its own. What `described` does not name is no query parameter.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.decorators import api_view
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from clubs.models import ApiKey, Scope
from dogclub.api.http.problems import Problem, private
from dogclub.api.http.session import ByKey, Session
from dogclub.api.http.throttles import SAFE, Rate, Throttle

Endpoint = Callable[..., HttpResponseBase]
LONGEST = 60  # letters of an unknown parameter that are repeated


def endpoint(
    *methods: str,
    reads: Scope = Scope.RESULTS,
    writes: Scope = Scope.RECORD,
    anybody: bool = False,
    rate: Rate = "",
) -> Callable[[Endpoint], Any]:
    """What stands before every endpoint: who asks, how often, and whether their key goes as far. GET brings HEAD."""

    def decorate(view: Endpoint) -> Any:
        @wraps(view)
        def inner(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            check_scope(request, reads if request.method in SAFE else writes)
            check_parameters(request)
            return private(view(request, *args, **kwargs))

        inner.authentication_classes = [] if anybody else [ByKey, Session]  # type: ignore[attr-defined]
        inner.permission_classes = [AllowAny]  # type: ignore[attr-defined]
        inner.throttle_classes = [partial(Throttle, rate)]  # type: ignore[attr-defined]
        return api_view([*methods, *(["HEAD"] if "GET" in methods else [])])(inner)

    return decorate


def check_parameters(request: Request) -> None:
    """Raises Problem for a parameter the address does not have: a misspelt one would be answered as if left out."""
    method = "GET" if request.method == "HEAD" else request.method
    known: Mapping[str, Sequence[str]] = getattr(request.parser_context["view"], "query_parameters", {})
    unknown = next((name for name in request.query_params if name not in known.get(str(method), (name,))), None)
    if unknown is not None:
        names = ", ".join(known[str(method)])
        sentence = (
            f"There is no parameter “{unknown[:LONGEST]}” here. {f'Use {names}.' if names else 'There are none.'}"
        )
        raise Problem("query", sentence, field=unknown[:LONGEST])


def check_scope(request: Request, needed: Scope) -> None:
    key = request.auth
    if isinstance(key, ApiKey) and not Scope(key.scope).covers(needed):
        raise Problem(
            "scope",
            _("This key may {scope}. This needs one that may {needed}.").format(
                scope=Scope(key.scope).label, needed=needed.label
            ),
            {"WWW-Authenticate": f'Bearer realm="Dog Club", error="insufficient_scope", scope="{needed}"'},
            scope=needed.value,
        )
