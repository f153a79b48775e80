"""Reminder of a coming night the member has not answered: three buttons that answer without signing in."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import answer_token, subject, to_remind
from clubs.language.locales import comma_separated, date_format
from clubs.models import Club, Membership
from clubs.models.calendar import club_day
from dogclub.models import Reminder
from dogclub.notify.reminders.addresses import Due, by_player
from dogclub.notify.reminders.email import Email, address, first_name
from games.base.names import listed, shortened
from leagues.nights.answers import AnswerPage, answer_page, asking, stakes_for


def clubs(now: datetime) -> QuerySet[Any]:
    return to_remind(now).values("club")


def due(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member who can still answer."""
    wanting = by_player(members)
    for night in to_remind(now).filter(club=club) if wanting else ():
        if not (about := subject(night, now)):
            continue
        answered = set(night.answers.values_list("player", flat=True))
        for player in wanting.keys() - answered:
            yield Due(wanting[player], Reminder.Kind.NIGHT, about)


def email(due: Due) -> Email:
    night = due.membership.club.nights.select_related("club").get(pk=due.subject.partition("-")[0])
    page = answer_page(night, due.membership.player_id)
    link = address("answer-link", answer_token(night, due.membership))
    taken = page.answers.taken
    context = {
        "night": night,
        "page": page,
        "heading": page.heading.replace("?", f", {first_name(due.membership)}?"),
        "links": [(label, f"{link}?answer={answer}") for answer, label in _labels(page).items()],
        "link": link,
        "stakes": stakes_for(night, due.membership.player_id or 0),
        "coming": _coming(page),
        "maybe": _names([row.player.label for row in page.answers.maybe]),
        "absent": _names([row.player.label for row in page.answers.absent]),
        "answers_for": due.membership.player,
    }
    so_far = ngettext("{count} comes so far.", "{count} come so far.", taken).format(count=taken)
    said = so_far if taken else _("You would be the first.")
    day = date_format(club_day(night.starts_at), "l, j F")
    return Email(
        "night",
        asking(day),
        _("Answer without signing in. {said}").format(said=said),
        context,
    )


def _labels(page: AnswerPage) -> dict[str, str]:
    """Return the labels of the buttons, as on the page."""
    yes = _("Join the waiting list") if page.is_full else _("Yes")
    return {"yes": yes, "maybe": _("Maybe"), "no": _("No")}


def _coming(page: AnswerPage) -> str:
    """Return a list such as `Bea, Gus (from 20:15) and Łukasz (brings Hal)`; "" if nobody comes."""
    names = shortened([row.player.label for row in page.answers.coming])
    said = [
        f"{name} ({comma_separated(more)})" if (more := _more(row.guests, row.note)) else name
        for name, row in zip(names, page.answers.coming, strict=True)
    ]
    return listed(said) if said else ""


def _more(guests: str, note: str) -> list[str]:
    brings = _("brings {guests}").format(guests=guests) if guests else ""
    return [each for each in (brings, note) if each]


def _names(labels: list[str]) -> str:
    return listed(shortened(labels)) if labels else ""
