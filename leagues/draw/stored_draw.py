"""The stored draw: created once, changed by taps that are recorded, drawn again with a reason or in another way."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from clubs.models import Night, Player, User
from clubs.names import is_printable
from games.base.table_game import Unreadable
from games.live import ON_A_NIGHT, night_changed
from leagues.draw.draw import drawn_tables, even, way_of
from leagues.draw.setup_form import SetupForm, check_anybody, check_choice
from leagues.models import DrawChange, NightDraw

# Fields that only a tap sets (`do`): the value that a page sends along may be outdated, so the stored one counts.
TAP_FIELDS = ("how", "tables", "kind", "plan", "advance", "bottom", "crowd")
TRANSIENT_FIELDS = ("do", "picked", "guest", "host", "find", "draw", "version", "reason", "game", "csrfmiddlewaretoken")
LONGEST_REASON = 300  # characters of a reason
Kind = DrawChange.Kind


def open_draw(night: Night) -> NightDraw | None:
    """Return the draw of the night that is neither dealt nor withdrawn, or None."""
    return night.draws.filter(dealt_at=None, withdrawn_at=None).select_related("drawn_by").first()


def with_stored(form: QueryDict, row: NightDraw | None) -> QueryDict:
    """Return the form with the values of the stored draw. Fields that are not set by taps come from the form instead,
    if it was sent by a page that shows the current draw.
    """
    if row is None:
        return form
    merged, from_page = form.copy(), is_current(form, row)
    outdated = [field for field in merged if not from_page or field in TAP_FIELDS]
    for field in [field for field in outdated if field not in TRANSIENT_FIELDS]:
        del merged[field]
    for field, values in row.answers.items():
        if field in TAP_FIELDS or not from_page:
            merged.setlist(field, values)
    merged["game"] = row.game
    return merged


def is_current(form: QueryDict, row: NightDraw) -> bool:
    """Whether the page that sent the form showed the draw in its current version."""
    return (form.get("draw"), form.get("version")) == (str(row.pk), str(row.version))


def apply_tap(setup: SetupForm, by: User | None) -> None:
    """Save the tapped change. Raises Unreadable with a sentence if it is not possible."""
    do, _, what = setup.form.get("do", "").partition(":")
    row = setup.stored
    if row is None:
        if do == "draw":
            create_draw(setup, by)
        return
    if do == "draw":
        _again(setup, row, by)
    elif do == "how":
        _another_way(setup, row, by)
    elif do == "game" and what != row.game:
        withdraw(row, gettext("Another game"))
    elif do in CHANGES:
        player = next((each for each in _known(setup) if str(each.pk) == what), None)
        if player:
            CHANGES[do](setup, row, player, by)
    else:
        check_choice(setup, do if do in TAP_FIELDS else "hands")
        _keep_answers(setup, row)


def create_draw(setup: SetupForm, by: User | None, resting: Sequence[int] = ()) -> NightDraw:
    """Create a draw of everybody who is here and not in `resting` (primary keys), at the chosen number of tables.
    Raises Unreadable if nobody is here.
    """
    check_choice(setup, "tables")
    check_choice(setup, "how")
    players = [player for player in setup.present if player.pk not in resting]
    check_anybody(players)
    sizes = even(len(players), setup.table_count(len(players)))
    key = uuid.uuid4()
    tables = drawn_tables(players, sizes, setup.chosen("how"), setup.night, setup.table_game.key, key.int)
    return NightDraw.objects.create(
        night=setup.night,
        key=key,
        game=setup.table_game.key,
        tables=[[player.pk for player in table] for table in tables],
        resting=list(resting),
        answers=_answers(setup),
        drawn_by=by,
    )


def withdraw(row: NightDraw, reason: str) -> None:
    """Mark the draw as withdrawn: it stays readable and can no longer be dealt."""
    row.withdrawn_at, row.reason = timezone.now(), reason
    row.save(update_fields=["withdrawn_at", "reason"])


def _again(setup: SetupForm, row: NightDraw, by: User | None) -> None:
    """Withdraw the draw and make another one. A repeated request does nothing, since it names the withdrawn draw."""
    if setup.form.get("draw") != str(row.pk):
        return
    reason = " ".join(setup.form.get("reason", "").split())
    if not reason:
        raise Unreadable(
            gettext("Say why you draw again. The first draw is kept, and everybody can read the reason."), "reason"
        )
    if len(reason) > LONGEST_REASON:
        words = gettext("The reason is too long: at most {most} characters.")
        raise Unreadable(words.format(most=LONGEST_REASON), "reason")
    if not is_printable(reason):
        raise Unreadable(gettext("The reason contains an unprintable character."), "reason")
    with transaction.atomic():
        withdraw(row, reason)
        create_draw(setup, by, row.resting)


def _another_way(setup: SetupForm, row: NightDraw, by: User | None) -> None:
    """Draw again at once in the way that was tapped; the tap that chose the way of this draw changes nothing, nor does
    one that names a withdrawn draw.
    """
    check_choice(setup, "how")
    if setup.form.get("draw") != str(row.pk) or setup.chosen("how") == way_of(row):
        return
    with transaction.atomic():
        withdraw(row, gettext("Another way to draw"))
        create_draw(setup, by, row.resting)


def _keep_answers(setup: SetupForm, row: NightDraw) -> None:
    if (answers := _answers(setup)) != row.answers:
        row.answers = answers
        _save(row, "answers")


def _answers(setup: SetupForm) -> Mapping[str, Sequence[str]]:
    form: Any = setup.form
    answers = {field: form.getlist(field) for field in form if field not in (*TRANSIENT_FIELDS, *TAP_FIELDS)}
    answers |= {"hands": [setup.hands]} if "hands" in answers else {}
    answers = {field: values for field, values in answers.items() if all(map(is_printable, (field, *values)))}
    return answers | {field: [setup.chosen(field)] for field in TAP_FIELDS if setup.chosen(field)}


def _known(setup: SetupForm) -> list[Player]:
    draw = setup.draw
    return [*draw.seated, *draw.resting, *draw.newcomers]


def _save(row: NightDraw, *fields: str) -> None:
    row.version += 1
    row.save(update_fields=[*fields, "version"])


def _swap(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    """Swap the player with the one picked by the tap before; both lose a first Jack. Tapping the picked player again
    only undoes the choice.

    A repeated request is ignored; a request from a page that shows an older draw raises Unreadable.
    """
    picked = setup.draw.picked
    if picked is None or picked == player or not {picked.pk, player.pk} <= set(row.seated):
        return
    if not is_current(setup.form, row):
        last = row.changes.last()
        if last and last.kind == Kind.SWAP and {last.player_id, last.other_id} == {picked.pk, player.pk}:
            return
        raise Unreadable(gettext("The draw was changed on another screen. Look where everybody sits now, then swap."))
    places = {picked.pk: player.pk, player.pk: picked.pk}
    row.tables = [[places.get(key, key) for key in table] for table in row.tables]
    row.first_jacks = [key for key in row.first_jacks if key not in places]
    DrawChange.objects.create(draw=row, kind=Kind.SWAP, player=picked, other=player, made_by=by)
    _save(row, "tables", "first_jacks")


def _seat(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    """Seat the player in the last seat of the table with the fewest players."""
    if player.pk in row.seated:
        return
    row.resting = [key for key in row.resting if key != player.pk]
    min(row.tables, key=len).append(player.pk)
    DrawChange.objects.create(draw=row, kind=Kind.SEATED, player=player, made_by=by)
    _save(row, "tables", "resting")


def _rest(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    """Move the player, who is here, from the tables to those who sit this match out."""
    if player.pk in row.resting:
        return
    _leave(row, player, by)
    row.resting = [*row.resting, player.pk]
    _save(row, "tables", "resting", "first_jacks")


def _out(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    """Take a player out of the draw who went home or sits at another table since."""
    if player not in setup.draw.gone:
        return
    _leave(row, player, by)
    _save(row, "tables", "resting", "first_jacks")


def _leave(row: NightDraw, player: Player, by: User | None) -> None:
    if player.pk in row.seated:
        DrawChange.objects.create(draw=row, kind=Kind.OUT, player=player, made_by=by)
    tables = [[key for key in table if key != player.pk] for table in row.tables]
    row.tables = [table for table in tables if table] or [[]]
    row.first_jacks = [key for key in row.first_jacks if key != player.pk]


def _jack(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    """Record that the player got the first Jack; one player a table can have it."""
    table: Sequence[int] = next((each for each in row.tables if player.pk in each), ())
    row.first_jacks = [*(key for key in row.first_jacks if key not in table), player.pk]
    _save(row, "first_jacks")


def _unjack(setup: SetupForm, row: NightDraw, player: Player, by: User | None) -> None:
    row.first_jacks = [key for key in row.first_jacks if key != player.pk]
    _save(row, "first_jacks")


CHANGES: Mapping[str, Callable[[SetupForm, NightDraw, Player, User | None], None]] = {
    "pick": _swap,
    "seat": _seat,
    "back": _seat,
    "rest": _rest,
    "out": _out,
    "jack": _jack,
    "unjack": _unjack,
}


# Live updates for draws: a draw that is created, changed, dealt or withdrawn changes the live topic of its night.


FIELDS = ("night", "pk", "version", "dealt_at", "withdrawn_at")


def connect() -> None:
    """Connect the signal of NightDraw; called once, when all models are loaded."""
    ON_A_NIGHT.append((NightDraw, FIELDS))
    post_save.connect(_draw_saved, NightDraw, dispatch_uid="a draw, told")


def _draw_saved(instance: NightDraw, **_: Any) -> None:
    night_changed(instance.night)
