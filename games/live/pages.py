"""The first response of an event stream: access is checked, and the current versions are returned.

The web server keeps the stream open from there. Without such a server the stream ends after this one message and the
browser reconnects, which works too.
"""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.access import MatchAccess, match_view
from games.live.publish import access_topic, club_topic, match_topic
from games.live.streams import access_topics, stream
from games.live.versions import versions_of
from games.models import Match


@require_safe
@match_view("watch")
def match_live(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    return stream({match_topic(match.pk): match.version}, [access_topic(match.pk), *access_topics(access.club_access)])


@require_safe
@club_view(spectators=True)
def club_live(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    return stream(versions_of([club_topic(club.pk)]), access_topics(access))
