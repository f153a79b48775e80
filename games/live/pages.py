"""The first response of an event stream: access is checked, and the current versions are returned.

The web server keeps the stream open from there. Without such a server the stream ends after this one message and the
browser reconnects, which works too.
"""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.access import MatchAccess, match_view
from games.live.publish import club_topic
from games.live.streams import match_stream, topic_stream
from games.models import Match


@require_safe
@match_view("watch")
def match_live(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    return match_stream(access)


@require_safe
@club_view(spectators=True)
def club_live(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return topic_stream(club_topic(club.pk), access)
