"""The beginning of a stream: who may watch what, and at which version it is. The server keeps it open from there on.

Whoever asks without such a server in front gets the one message there is, and asks again: that works too.
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
