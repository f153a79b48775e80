"""A checked sheet becomes a match, as if it had been typed in; and that is undone."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.models import Club, Player
from clubs.models.calendar import club_day, start_of
from clubs.queries import lock_club
from dogclub.exchange.imports.review.commit import EDITED, MARKED, PLAYED_OFF, in_the_way
from dogclub.exchange.readings import keeping
from dogclub.exchange.readings.keeping import read_again
from dogclub.models import SheetReading
from games import ledger, photos
from games.base.form_parsing import entry_id, named
from games.base.options import agreed_answers, as_usual, match_options
from games.base.table_game import Unreadable
from games.batch.writing import CHAIRS, Head, head_of, night_on
from games.batch.writing import Sheet as HeadedSheet
from games.consequences.follow import rebuild_by_player
from games.dirty_dog.ties_without_a_hand import CARD_PULL, SETTLED
from games.entries.drafts import Author, Draft
from games.entries.match_state import MatchState, load
from games.models import Match, Seat
from games.paper.checked_games import HandSheet, RowSheet, checked_sheet
from games.paper.checking import CheckedSheet
from games.paper.geometry import sheet_number
from games.photos import Photo
from games.registry import table_game
from scoring.base import Need, Sheet
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.plan import planned_cards
from scoring.records import entry_from_json

State = SheetReading.State
NO_DAY = gettext_lazy("Enter the day on which it was played.")
LAST = 12  # open matches that are proposed
PROPOSED = 6  # players for a column
LONGEST_KEY = 19  # digits of a primary key


def checked(row: SheetReading) -> CheckedSheet:
    """The sheet with the answers so far."""
    return checked_sheet(row.found, row.answers.get("figures", []))


# Whose sheet it is: a match that waits for its sheet, or players of the club.


def waiting(club: Club, game: str, players: int | None = None) -> list[tuple[Match, list[Seat]]]:
    """The open matches of a game without an entry, the newest first, with their seats; two queries."""
    rows = Match.objects.filter(club=club, game=game, version=0, finished_at=None, abandoned_at=None)
    matches = list(rows.prefetch_related("seats__player")[:LAST])
    found = [(match, list(match.seats.all())) for match in matches]
    return [(match, seats) for match, seats in found if match.is_open and players in (None, len(seats))]


def numbered(match: Match, seats: Sequence[Seat]) -> int:
    """The number that a sheet with the names of this match has."""
    return sheet_number(club_day(match.started_at), [seat.player_id for seat in seats])


def adopt(row: SheetReading) -> None:
    """Give a photo that was added for no match the one whose names are printed on its sheet, if that waits for it."""
    sheet = row.found.get("sheet")
    if row.match_id or not sheet or sheet["number"] is None or row.answers.get("players"):
        return
    for match, seats in waiting(row.club, sheet["game"], sheet["players"]):
        if numbered(match, seats) == sheet["number"] and not why_not(row, match):
            row.match = match
            row.save(update_fields=["match"])
            return


def why_not(row: SheetReading, match: Match) -> str:
    """Why the sheet cannot be that of this match, as a code: `begun`, `house-rules`, `other`, `plan`, `revision`,
    `variation`; "" if it can.
    """
    if match.version or not match.is_open:
        return "begun"
    sheet, state = row.found["sheet"], load(match)
    if sheet["game"] != match.game or sheet["players"] != len(state.seats):
        return "other"
    if sheet["number"] is not None and sheet["number"] != numbered(match, state.seats):
        return "other"
    read = checked(row)
    if isinstance(read, RowSheet):
        return "" if read.game.agrees(state.options, sheet["hands"]) else "variation"
    assert isinstance(read, HandSheet)
    ours = state.sheet_as(DirtyDogSheet).options
    if ours.has_house_rules:
        return "house-rules"
    if planned_cards(len(state.seats), ours) != read.plan:
        return "plan"
    return "" if ours.rules == read.options.rules or row.answers.get("by_todays_rules") else "revision"


def whose(row: SheetReading, form: QueryDict) -> Head:
    """Take the head of the sheet from the form: day, table and names. It is stored once it is whole; names in `new` are
    added as players first.
    """
    agreed = form.copy()
    sheet = row.found.get("sheet")
    if sheet:
        agreed["game"] = sheet["game"]
    for name in form.getlist("new"):
        if name in form.getlist("name"):
            named(row.club, name)
    head = head_of(row.club, agreed)
    if sheet and head.is_whole and len(head.seated) != sheet["players"]:
        words = _("This sheet has {players} columns: enter as many names, from left to right.")
        raise Unreadable(words.format(players=sheet["players"]), "name")
    if not head.is_whole or head.started_at is None:
        return head
    said = {name: agreed.get(name, "") for name in ("game", "on", "at", "table")}
    row.answers |= said | {"players": [player.pk for player in head.seated]}
    row.save(update_fields=["answers"])
    return head


def named_so_far(row: SheetReading) -> list[Player]:
    """The players of the first columns, as far as somebody said."""
    keys = row.answers.get("names", [])
    players = {player.pk: player for player in row.club.players.filter(former=None, pk__in=keys)}
    return [players[key] for key in keys if key in players]


def proposed(row: SheetReading, on: date, said: Sequence[Player]) -> tuple[list[Player], list[Player]]:
    """Players for the next column: those who were on the night of that day, and those who played last."""
    night = night_on(row.club, start_of(on))
    players = row.club.players.filter(former=None).exclude(pk__in=[player.pk for player in said])
    here = list(players.filter(attendances__night=night)[:CHAIRS]) if night else []
    last = players.exclude(pk__in=[player.pk for player in here]).annotate(last=Max("seats__match__started_at"))
    return here, list(last.exclude(last=None).order_by("-last", "name")[: max(0, PROPOSED - len(here))])


def name_column(row: SheetReading, form: QueryDict) -> Head | None:
    """Store who played in the next column; the head is whole after the last one. Return the head of a name that is not
    known, to ask about it. Raises Unreadable.
    """
    agreed = _of_one(row, form)
    head = head_of(row.club, agreed)
    for field in ("on", "table"):
        if field in head.errors:
            raise Unreadable(head.errors[field], field)
    if head.started_at is None:
        raise Unreadable(str(NO_DAY), "on")
    if head.unknown:
        return head
    if not head.seated:
        raise Unreadable(_("Choose a player, or enter the name."), "name")
    said = named_so_far(row)
    if head.seated[0] in said:
        raise Unreadable(_("{player} has a column already.").format(player=head.seated[0].label), "name")
    row.answers |= {name: agreed.get(name, "") for name in ("game", "on", "at", "table")}
    row.answers["names"] = [player.pk for player in (*said, head.seated[0])]
    if len(row.answers["names"]) == row.found["sheet"]["players"]:
        row.answers["players"] = row.answers.pop("names")
    row.save(update_fields=["answers"])
    return None


def _of_one(row: SheetReading, form: QueryDict) -> QueryDict:
    """The form with the name of the player that was tapped; a name in `new` is added as a player first."""
    agreed = form.copy()
    agreed["game"] = row.found["sheet"]["game"]
    key = form.get("player", "")
    if key.isascii() and key.isdecimal() and len(key) < LONGEST_KEY:
        tapped = row.club.players.filter(former=None, pk=key).first()
        agreed["name"] = tapped.label if tapped else ""
    name = agreed.get("name", "")
    if name in form.getlist("new"):
        named(row.club, name)
    return agreed


def head_said(row: SheetReading) -> Head | None:
    """The head as it was stored; None while it is not, or a player was removed since."""
    keys = row.answers.get("players")
    if not keys:
        return None
    form = QueryDict(mutable=True)
    for name in ("game", "on", "at", "table"):
        form[name] = row.answers[name]
    head = head_of(row.club, form)
    players = {player.pk: player for player in row.club.players.filter(former=None, pk__in=keys)}
    if len(players) < len(keys):
        return None
    return Head(head.table_game, head.started_at, head.table, head.names, [players[key] for key in keys], [])


def state_of(row: SheetReading) -> MatchState | None:
    """The match it is for, or an unsaved one of its players; None while nobody said who played."""
    if row.match:
        return load(row.match)
    head = head_said(row)
    return HeadedSheet(row.club, head, checked(row).options).state if head else None


# Saving, and its undo.


def form_of(row: SheetReading) -> QueryDict:
    """The checked sheet as the form of a paper sheet."""
    form = QueryDict(mutable=True)
    form.update({"entry": str(entry_of(row)), "version": "0", "number": "1"})
    form.update(dict(checked(row).fields()))
    return form


def entry_of(row: SheetReading) -> UUID:
    """The id of its first entry: another one after each undo, as the match before was deleted with its entries."""
    return uuid5(row.pk, f"saved {row.answers.get('undone', 0)}")


def played(row: SheetReading, state: MatchState) -> MatchState:
    """The match with all that was read and said. Raises Unreadable or RuleError."""
    return state.with_sheet(_with(state, [*_rounds(row), *_ties(row, state)]))


def _with(state: MatchState, drafts: Sequence[Draft]) -> Sheet:
    """The sheet with these entries alone. Raises RuleError."""
    engine = state.engine
    sheet: Sheet = engine.start(state.match.start_seats, state.options)
    for draft in drafts:
        sheet = engine.play(sheet, entry_from_json(engine, draft.kind, draft.payload))
    return sheet


def open_tie(row: SheetReading, state: MatchState) -> Need | None:
    """The tie that is to be settled before the sheet is saved, unless somebody said that it is played later. Raises
    Unreadable or RuleError.
    """
    needs = played(row, state).sheet.needs
    return needs[0] if needs and not row.answers.get("ties_later") else None


def settle(row: SheetReading, state: MatchState, said: QueryDict) -> None:
    """Store how the open tie ended: the cards that were pulled, or who took it. Raises Unreadable or RuleError."""
    form = form_of(row)
    form.update({name: said.get(name, "") for name in said})
    form["number"] = str(len(_rounds(row)) + len(_ties(row, state)) + 1)
    so_far = played(row, state)
    action = CARD_PULL if "seats" in said else SETTLED
    for draft in action.drafts(so_far, form):
        row.answers.setdefault("ties", []).append({"kind": draft.kind, "payload": draft.payload})
    played(row, state)
    row.save(update_fields=["answers"])


def _rounds(row: SheetReading) -> Sequence[Draft]:
    return table_game(row.found["sheet"]["game"]).paper.drafts(form_of(row))


def _ties(row: SheetReading, state: MatchState) -> list[Draft]:
    """How ties ended: the tie-break hand that was read, while there is such a tie, and what somebody said."""
    form, rounds, read = form_of(row), _rounds(row), checked(row)
    ties = [(tie["kind"], tie["payload"]) for tie in row.answers.get("ties", [])]
    hand = read.tie_hand if isinstance(read, HandSheet) else None
    if hand:
        needs = _with(state, rounds).needs
        if needs and needs[0].end == "top":
            ties.insert(0, (needs[0].what, hand))
    return [
        Draft(kind, number, payload, id=entry_id(form, number))
        for number, (kind, payload) in enumerate(ties, start=len(rounds) + 1)
    ]


def save(row: SheetReading, access: Access) -> MatchState:
    """Record the checked sheet with its photo, in one transaction. Raises Unreadable, RuleError or Refused."""
    if checked(row).to_check:
        raise Unreadable(_("There are figures left to check."))
    form, author, before = form_of(row), Author(access.user, access.device), state_of(row)
    if before is None:
        raise Unreadable(_("Say who played first."))
    if open_tie(row, before):
        raise Unreadable(_("Say how the tie ended first."))
    with transaction.atomic():
        if row.match:
            drafts = [*_rounds(row), *_ties(row, before)]
            state = ledger.record(row.match.pk, drafts, version=0, by=author).state
        else:
            head = head_said(row)
            assert head is not None  # or there would be no state
            state = HeadedSheet(row.club, head, checked(row).options).write(form, access, _ties(row, before)).state
        photos.put(state.match, _photo(row), author)
        state.match.batch = row.pk
        state.match.save(update_fields=["batch"])
        row.further.update(state=State.SAVED, image=None, flat=None)
        row.match, row.version, row.state = state.match, state.match.version, State.SAVED
        row.saved_by, row.saved_at, row.image, row.flat = access.user, timezone.now(), None, None
        row.save(update_fields=["match", "version", "state", "saved_by", "saved_at", "image", "flat"])
    return state


def type_it(row: SheetReading, access: Access) -> Match | None:
    """Give the photo to its match, to be typed in beside it; None while nobody said who played. Raises Unreadable or
    RuleError. The reading is over then.
    """
    with transaction.atomic():
        match, head = row.match, head_said(row)
        if match is None:
            if head is None:
                return None
            form = QueryDict(mutable=True)
            form["entry"] = str(entry_of(row))
            options = checked(row).options if row.found.get("record") else _usual_options(row, head)
            match = HeadedSheet(row.club, head, options).begin(form, access)
        photos.put(match, _photo(row), Author(access.user, access.device))
        row.delete()
    return match


def _usual_options(row: SheetReading, head: Head) -> Any:
    """What the club plays by, for a sheet of which nothing was read. Raises RuleError for a number of players that the
    game is not for.
    """
    form = as_usual(head.table_game, row.club, QueryDict())
    try:
        return match_options(head.table_game, head.seated, form)
    except Unreadable:  # an answer that the table alone can give: who deals first
        return agreed_answers(head.table_game, form)


def _photo(row: SheetReading) -> Photo:
    """The photo for the match; each page is remembered by its size in it, for the undo."""
    pages = keeping.photos_of(row)
    taken = [Photo(keeping.image_of(page, "image"), page.width, page.height) for page in pages]
    photo, sides = photos.as_stored(taken)
    for page, (width, height) in zip(pages, sides, strict=True):
        SheetReading.objects.filter(pk=page.pk).update(width=width, height=height)
    return photo


def why_not_undoable(row: SheetReading) -> str:
    """What prevents the undo as a sentence, or ""."""
    match = row.match
    if match is None:
        return _("This match is gone already.")
    if match.version != row.version:
        return in_the_way(match, str(EDITED))
    if hasattr(match, "fixture"):
        return in_the_way(match, str(PLAYED_OFF))
    return in_the_way(match, str(MARKED)) if match.tags.exists() else ""


@transaction.atomic
def undo(row: SheetReading, access: Access) -> None:
    """Delete the match that was saved, and take its photo back to be checked again. Raises Unreadable if something is
    in the way.
    """
    lock_club(row.club)
    if wrong := why_not_undoable(row):
        raise Unreadable(wrong)
    assert row.match is not None
    photo = photos.photo_of(row.match)
    image = photos.image_of(photo.pk) if photo else None
    ledger.withdraw(row.pk, row.club)
    rebuild_by_player(row.club)
    row.match, row.saved_at, row.saved_by, row.version = None, None, None, None
    row.answers["undone"] = row.answers.get("undone", 0) + 1
    if image is None:
        row.delete()
        return
    pages = keeping.photos_of(row)
    for page, content in zip(pages, photos.apart(image, [(page.width, page.height) for page in pages]), strict=False):
        SheetReading.objects.filter(pk=page.pk).update(image=content, state=State.CHECKING)
    row.save(update_fields=["match", "saved_at", "saved_by", "version", "answers"])
    row.further.filter(image=None).delete()  # another photo was put in their place
    read_again(row, access.user)
