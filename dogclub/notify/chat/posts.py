"""What is posted of a night: who comes, the draw, the results with the picture of the night."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.club_day import club_day
from clubs.language.locales import date_format
from clubs.models import Club, Membership, Night, Role
from dogclub.models import Chat
from dogclub.notify.chat.providers import Post
from dogclub.notify.webhooks.addresses import is_plainly_inside
from games.base.display import CallOutLine
from games.base.names import listed, shortened
from games.base.wording import numbered_first, title
from games.entries.match_state import MatchState, load
from games.models import Match
from games.registry import table_game
from games.sheets.typst import drawn
from leagues.draw.draw import draws_of
from leagues.models import ShareLink
from leagues.night_report.picture import TEMPLATE, night_picture
from leagues.night_report.report import report_of
from leagues.nights.answers import answer_page
from leagues.sharing import links
from leagues.sharing.subjects import report_subject


def night_post(night: Night) -> Post:
    """Return who comes to a night ahead, at which tables."""
    page = answer_page(night, None)
    start = date_format(night.starts_at, "l j F, H:i")
    names = listed(shortened([row.player.label for row in page.answers.coming]))
    lines = (
        night.name,
        night.place,
        _("Coming: {so_far}").format(so_far=page.so_far),
        names,
        page.tables[0] if page.answers.taken else "",
    )
    title = _("Next night: {start}").format(start=start)
    return Post(title, tuple(filter(None, lines)), _url("night-answers", night), _("Say whether you come"))


def draw_post(night: Night, draw_pk: int) -> Post | None:
    """Return the tables of a draw that was dealt; None if there is none any more."""
    draw = next((each for each in draws_of(night) if each.row.pk == draw_pk and each.row.withdrawn_at is None), None)
    if draw is None:
        return None
    resting = [_("Sitting out: {names}").format(names=listed(draw.resting))] if draw.resting else []
    title = _("The draw for {day}").format(day=date_format(club_day(night.starts_at), "l j F"))
    return Post(title, (*draw.lines, *resting), _url("night", night), _("See the tables"))


def results_post(night: Night) -> Post | None:
    """Return the results of a night without its picture; None before its first match is finished."""
    subject = report_subject(night.club, night)
    if subject is None:
        return None
    report = report_of(night)
    lines = tuple(filter(None, (subject.about, report.opening, report.next)))
    return Post(report.headline, lines, _url("night-report", night), _("Read the night report"), alt=subject.alt)


def callouts_post(club: Club, match_pk: str, number: int) -> Post | None:
    """Return the call-outs of a round while it is news; None if there are none any more."""
    match = Match.objects.filter(pk=match_pk, club=club, abandoned_at=None).first()
    found = callouts_of(load(match).public, number) if match else ()
    if match is None or not found:
        return None
    display = table_game(match.game).display
    lines = tuple(_("{callout}: {words}").format(callout=each.label, words=each.words) for each in found)
    link = f"{settings.BASE_URL}{match.get_absolute_url()}"
    heading = _("{round}, {table}").format(round=numbered_first(display.round_word, found[0].at), table=title(match))
    return Post(heading, lines, link, _("View sheet"))


def callouts_of(state: MatchState, number: int) -> Sequence[CallOutLine]:
    """Return the call-outs of the round with this number, as people count."""
    found = table_game(state.match.game).display.callouts(state)
    return [each for each in found if each.at == str(number)]


def with_picture(post: Post, night: Night, chat: Chat) -> tuple[Post, ShareLink | None]:
    """Return the post with the picture of the night and, where the club lets whoever set the chat up share, a new link
    that works for a month without signing in: the link and the address of the picture are made of it.
    """
    picture = drawn(TEMPLATE, night_picture(night.club, report_of(night), "wide"))
    post = replace(post, picture=picture)
    try:
        row, token = links.make(_maker(chat), {"kind": ShareLink.Kind.REPORT, "night": night}, "month")
    except links.NotAllowed:
        return post, None
    url = f"{settings.BASE_URL}{reverse('shared-picture', args=[token])}" if _is_public() else ""
    link = f"{settings.BASE_URL}{reverse('shared', args=[token])}"
    return replace(post, link=link, picture_url=url), row


def _maker(chat: Chat) -> Access:
    membership = Membership.objects.filter(club=chat.club, user=chat.created_by).first()
    role = Role(membership.role) if membership else None
    return Access(chat.club, chat.created_by, role)


def _is_public() -> bool:
    """Whether a service on the internet can fetch a picture from this server: Slack refuses a post if it cannot."""
    parts = urlsplit(settings.BASE_URL)
    return parts.scheme == "https" and not is_plainly_inside(parts.hostname or "localhost")


def test_post(club: Club) -> Post:
    """Return a post without content, to see whether it arrives."""
    line = _("What you chose is posted here.")
    link = f"{settings.BASE_URL}{club.get_absolute_url()}"
    return Post(_("A test from {club}").format(club=club.name), (line,), link, _("Go to the club"))


def preview(club: Club) -> tuple[Post, Night] | None:
    """Return the results of the club's latest night that has any, as they would be posted."""
    rows = club.nights.filter(matches__finished_at__isnull=False, called_off_at=None).distinct()
    night = rows.select_related("club").order_by("-starts_at").first()
    post = results_post(night) if night else None
    return (post, night) if night and post else None


def post_of(club: Club, asked: Mapping[str, str]) -> tuple[Post, Night | None] | None:
    """Return what a job asked to be posted, and of which night; None if it is not to be posted any more."""
    if asked["post"] == Chat.Post.CALLOUTS:
        post = callouts_post(club, asked["match"], int(asked["round"]))
        return (post, None) if post else None
    night = club.nights.select_related("club").filter(pk=asked["night"], called_off_at=None).first()
    if night is None:
        return None
    post = _of_night(night, asked)
    return (post, night) if post else None


def _of_night(night: Night, asked: Mapping[str, str]) -> Post | None:
    if asked["post"] == Chat.Post.NIGHT:
        return night_post(night)
    return draw_post(night, int(asked["draw"])) if asked["post"] == Chat.Post.DRAW else results_post(night)


def _url(route: str, night: Night) -> str:
    return f"{settings.BASE_URL}{reverse(route, args=[night.club.slug, night.pk])}"
