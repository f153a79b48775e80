"""A club with a night in progress, a finished match and a play-off that has just begun."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from clubs.calendar.nights import arrive
from clubs.models import Club, Invitation, Membership, Night, Player, Role, Season, SpectatorLink
from games.models import TabletPass
from leagues.models import Playoff
from leagues.playoffs.deal import begin
from scoring.dirty_dog import Options
from tests.dogclub.api.programs import somebody
from tests.factory import a_bone, a_match, some_players
from tests.routes import World, arguments, routes

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Evening(World):
    """A club with a season and a night in progress."""

    night: Night
    season: Season
    playoff: Playoff

    @property
    def beas(self) -> Player:
        """The first player as now stored, even if merged."""
        return Player.everybody.get(pk=self.players[0].pk)


def an_evening(club: Club) -> Evening:
    now = timezone.now()
    about = {"starts_on": now.date() - DAY, "ends_on": now.date() + 30 * DAY}
    season = Season.objects.create(club=club, name="Autumn", **about)
    night = Night.objects.create(club=club, season=season, starts_at=now)
    people = some_players(club, 10)
    arrive(night, people[:5])
    match = a_match(club, people[:5], plan=(1, 2, 1), night=night, season=season)
    playoff = begin(club, night, "dirty-dog", [people[:4], people[4:8]], 1, Options(plan=(1,)))
    user = somebody(club, Role.OWNER)
    return Evening(
        club=club,
        match=match,
        players=people,
        people={"owner": user},
        membership=Membership.objects.get(),
        invitation=Invitation.objects.create(club=club),
        link=SpectatorLink.objects.create(club=club),
        tablet=TabletPass.objects.create(match=match),
        award=a_bone(people[0]),
        night=night,
        season=season,
        playoff=playoff,
    )


def addresses(evening: Evening) -> list[str]:
    """Return every address of the API once, as a list: reversing some of them creates the rows they name."""
    own = {"api-season": evening.season.pk, "api-playoff": evening.playoff.pk, "api-night": evening.night.pk}
    found = []
    for route in routes():
        if route.name.startswith("api-"):
            named = arguments(route, evening) | ({"pk": own[route.name]} if route.name in own else {})
            with suppress(NoReverseMatch):  # needs a job, a webhook or another row that this club lacks
                found.append(reverse(route.name, kwargs=named))
    return found
