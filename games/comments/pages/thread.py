"""The page of the comments on one match."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import account
from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.results.titles import game_name, title
from games.comments.thread import Heading, thread_page
from games.comments.unsent import keeps_unsent
from games.models import Match


@keeps_unsent
@require_http_methods(["GET", "HEAD", "POST"])
@match_view("watch")
def match_comments(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """The comments on a match; for members only, even where anybody may read the sheet."""
    if account(request) is None:
        return redirect_to_login(request.get_full_path())
    if not access.club_access.is_member:
        raise Http404(_("Comments are for members."))
    return thread_page(request, access.club_access, match, lambda: _heading(match))


def _heading(match: Match) -> Heading:
    day = club_day(match.started_at)
    lead = f"{game_name(match)}, {date_format(day, 'j F Y')}."
    return Heading(title(match), lead, match.get_absolute_url(), _("The sheet of this match"), here="more")
