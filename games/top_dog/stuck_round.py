"""A round that got stuck: the last cards tied for ever, hands are missing, and a note says why (HR-TD-04)."""

from collections.abc import Sequence
from typing import Any, cast

from django.http import QueryDict

from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number
from games.base.names import shortened
from games.base.offline import OfflineAction
from games.base.table_game import TableAction, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.top_dog.form import DUMMY, field, payload
from games.top_dog.screen_wording import name_of
from scoring.top_dog import TopDogSheet, next_step

WHY = "Say in a few words why hands are missing: the note stays with the sheet."


def offered(book: MatchState) -> bool:
    return not book.sheet.finished


def screen(book: MatchState, form: QueryDict) -> Screen:
    step = next_step(cast(TopDogSheet, book.sheet))
    return Screen("games/top_dog/stuck.html", {"step": step, "rows": _rows(book, form), "why": form.get("why", "")})


def _rows(book: MatchState, form: QueryDict) -> list[dict[str, Any]]:
    sheet, names = cast(TopDogSheet, book.sheet), shortened(book.names)
    places = [*map(str, sheet.around), *[DUMMY] * sheet.options.dummy]
    return [
        {
            "name": name_of(place, book.names, "The dummy"),
            "short": name_of(place, names),
            "field": field(place, by_cards=False),
            "value": form.get(field(place, by_cards=False), ""),
        }
        for place in places
    ]


def drafts(book: MatchState, form: QueryDict) -> Sequence[Draft]:
    found = payload(form)
    if not found.get("note"):
        raise Unreadable(WHY, "why")
    return [Draft("round", line_number(form), found, id=entry_id(form))]


def offline_action(book: MatchState) -> OfflineAction | None:
    if not offered(book):
        return None
    return OfflineAction(
        what="round",
        title="This round got stuck?",
        about="With two cards left each, the same tie can come back for ever. Then write down the hands that were won, "
        "and why some are missing.",
        rows="games/top_dog/asides/_stuck.html",
        said="A round that got stuck",
        go="Write the round down",
        more={"rows": _rows(book, QueryDict())},
    )


STUCK = TableAction("stuck", "A round got stuck", screen, drafts, offered, aside=offline_action)
