"""The picture of a finished match, for members to download."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import MatchAccess, match_view
from games.match.picture import picture_answer
from games.models import Match


@require_safe
@match_view("watch")
def picture(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    if not access.club_access.is_member:
        raise Http404(_("Pictures are for members."))
    return picture_answer(request, match)
