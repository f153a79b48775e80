"""A whole Dirty Dog play-off as one document: groups, cut, final tables, trophies (DD-45 to DD-50)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins

from scoring.base import Illegal, Malformed, PlayoffForm, RuleError, replay
from scoring.cards import pulled_twice, rank_of
from scoring.competition.playoffs import ONE_GROUP, Cut, crosses_over, cut
from scoring.dirty_dog import DIRTY_DOG
from scoring.dirty_dog.entries import Options, Pull, Total, apart
from scoring.dirty_dog.finish import lowest
from scoring.dirty_dog.record import Card, Record, read
from scoring.dirty_dog.sheet import DirtyDogSheet, same_card
from scoring.messages import Message, counted, row
from scoring.record_format.parts import Document, Name
from scoring.record_format.strict import shape

# The tables of a play-off: the types of its document, and reading each table from a record or from totals alone.


GAME = "dirty-dog-playoff"
Json = dict[str, Any]
Given = Annotated[dict[str, Any], Meta(description="A record, or only the totals")]


class Totals(Document, frozen=True):
    """A table of which only the totals were recorded."""

    totals: dict[Name, Total]


class GroupPull(Document, frozen=True):
    """Cards pulled for a tie across the line of a group."""

    group: Annotated[int, Meta(ge=1)]
    cards: dict[str, Card]


class Playoff(Document, frozen=True):
    """A play-off as played: the `bottom` of each group play for the loser trophy; those in `gone` left before the
    finals.
    """

    record: Literal[1]
    game: Literal["dirty-dog-playoff"]
    advance: Annotated[int, Meta(ge=1)]
    groups: Annotated[tuple[Given, ...], Meta(max_length=100, extra_json_schema={"minItems": 2})]
    pulls: tuple[GroupPull, ...] = ()
    winners_table: Given | None = None
    losers_table: Given | None = None
    bottom: Annotated[int, Meta(ge=1)] | None = None
    gone: tuple[Name, ...] = ()


class Table(Struct, frozen=True):
    """A table of a play-off: its players by seat, its sheet, and the cards its players pulled at the end, where these
    are kept apart.
    """

    title: Message
    names: Sequence[str]
    sheet: DirtyDogSheet
    pulls: tuple[Mapping[int, str], ...] = ()

    def listed(self, seats: Sequence[int]) -> list[str]:
        """The names of the seats."""
        return [self.names[seat] for seat in seats]

    @property
    def hands_played(self) -> int:
        """How many hands were scored; void ones do not count."""
        return sum(1 for line in self.sheet.lines if line.is_scored)

    @property
    def present(self) -> list[str]:
        """The names of those who did not leave."""
        return self.listed(self.sheet.active_seats)


def table(title: Message, given: Json, *, pulls_apart: bool = False) -> Table:
    """Read a table of a play-off; with `pulls_apart` its card pulls are not replayed but kept in `pulls`, for a table
    without a winner who is exempt. A RuleError names the table.
    """
    try:
        names, seats, options, entries = _given(given)
        pulls = tuple(entry.cards for entry in entries if pulls_apart and isinstance(entry, Pull))
        without_pulls = [entry for entry in entries if not (pulls_apart and isinstance(entry, Pull))]
        return Table(title, names, _replayed(names, seats, options, without_pulls), pulls)
    except RuleError as error:
        error.message = Message("{table}: {sentence}", table=title, sentence=error.message)
        raise


def _given(given: Json) -> tuple[list[str], int, Options, list[Struct]]:
    """The names, number of seats, options and entries of a record; totals alone are a match without hands to play."""
    if "totals" not in given:
        return read(given)
    totals = shape(given, Totals).totals
    options = Options(plan=(), opening=dict(enumerate(totals.values())), over_ten=True)
    return list(totals), len(totals), options, []


def _replayed(names: list[str], seats: int, options: Options, entries: list[Struct]) -> DirtyDogSheet:
    try:
        return replay(DIRTY_DOG, seats, options, entries)
    except RuleError as error:
        error.name_players(names)
        raise


def score(document: Any) -> Json:
    """The sheet of a play-off: who sits at which final table, what is still needed, and who takes the trophies. Raise a
    RuleError where the document is not valid.

    >>> groups = [{"totals": {"Ann": 9, "Bo": 5}}, {"totals": {"Cy": 4, "Di": 8}}]
    >>> sheet = score({"record": 1, "game": "dirty-dog-playoff", "advance": 1, "groups": groups})
    >>> sheet["winners_table"], sheet["losers_table"]
    (['Ann', 'Di'], ['Bo', 'Cy'])
    """
    event = shape(document, Playoff)
    groups = [table(Message("Group {number}", number=number), given) for number, given in enumerate(event.groups, 1)]
    _check_groups(event.advance, groups)
    _check_gone(event, groups)
    needs = [_need("final-tally", group.present) for group in groups if not group.sheet.finished]
    if needs:
        return _sheet(event, _no_finals_yet(event, needs))
    cuts = list(_cuts(event, groups))
    needs = [
        _need("card-pull", group.listed(made.level)) for group, made in zip(groups, cuts, strict=True) if made.level
    ]
    if needs:
        return _sheet(event, _no_finals_yet(event, needs))
    tables = {
        "winners_table": [
            name for group, made in zip(groups, cuts, strict=True) for name in group.listed(made.advance)
        ],
        "losers_table": [name for group, made in zip(groups, cuts, strict=True) for name in group.listed(made.stay)],
    }
    return _sheet(event, tables | _finals(event, groups, tables))


def _sheet(event: Playoff, outcome: Json) -> Json:
    """The sheet with every key; `warnings` only where there are any."""
    empty: Json = {
        "winners_table": [],
        "losers_table": [],
        "needs": [],
        "crossover": False,
        "winners": [],
        "losers": [],
    }
    warnings = list(_warnings(event))
    return empty | outcome | ({"warnings": warnings} if warnings else {})


def _warnings(event: Playoff) -> Iterator[Json]:
    """Yield a warning for each card that was named twice in one pull across the line."""
    for pull in event.pulls:
        for card, names in pulled_twice(pull.cards):
            yield {"code": "same-card", "message": str(same_card(card, names))}


def _need(what: str, names: Sequence[str], cards: int | None = None) -> Json:
    need: Json = {"what": what, "players": list(names)}
    return need if cards is None else need | {"cards": cards}


def _no_finals_yet(event: Playoff, needs: list[Json]) -> Json:
    """The sheet's `needs`; raise Illegal where a final table is given before the cut is settled (DD-50)."""
    if event.winners_table is not None or event.losers_table is not None:
        names = row(needs[0]["players"])
        message = Message("The final tables wait until the groups are settled: {names}.", names=names)
        raise Illegal("pull", message, field="winners_table")
    return {"needs": needs}


def _check_groups(advance: int, groups: Sequence[Table]) -> None:
    """Raise Malformed unless there are two groups, nobody is in both, somebody in each does not advance, and all play
    equally many hands (DD-02, DD-45).
    """
    if len(groups) < 2:
        raise Malformed("malformed", ONE_GROUP, field="groups")
    seen: set[str] = set()
    for group in groups:
        for name in group.names:
            if name in seen:
                message = Message(
                    "{player} plays in two groups: give two players of one name something to tell them apart.",
                    player=name,
                )
                raise Malformed("duplicate-player", message, player=name, field="groups")
            seen.add(name)
        if advance >= len(group.present):
            message = counted(
                "{group} has {count} player: fewer than that can advance, not {advance}.",
                "{group} has {count} players: fewer than that can advance, not {advance}.",
                len(group.present),
                group=group.title,
                advance=advance,
            )
            raise Malformed("advance", message, field="advance")
    _check_hands("groups", groups)
    _check_rules("groups", groups)


def _check_gone(event: Playoff, groups: Sequence[Table]) -> None:
    """Raise Malformed unless those who went home before the finals played in a group (DD-44), and the bottom count fits
    beside those who go up.
    """
    names = {name for group in groups for name in group.names}
    for name in event.gone:
        if name not in names:
            message = Message("{player} went home and plays in no group: check how the name is spelt.", player=name)
            raise Malformed("unknown-player", message, player=name, field="gone")
    for group in groups:
        if event.bottom is not None and event.advance + event.bottom > len(group.names):
            message = counted(
                "{group} has {count} player: {up} up and {down} down is more. Choose a smaller bottom count.",
                "{group} has {count} players: {up} up and {down} down is more. Choose a smaller bottom count.",
                len(group.names),
                group=group.title,
                up=event.advance,
                down=event.bottom,
            )
            raise Malformed("bottom", message, field="bottom")


def _check_hands(field: str, played: Sequence[Table]) -> None:
    """Raise Malformed `plan` unless all tables with recorded hands have equally many (DD-45, DD-48, HR-DD-16): as
    played, or as planned until all are finished.
    """
    recorded = [each for each in played if each.sheet.planned]
    is_over = all(each.sheet.finished for each in recorded)
    hands = {each.title: each.hands_played if is_over else len(each.sheet.planned) for each in recorded}
    if len(set(hands.values())) > 1:
        counts = row(Message("{table} {hands}", table=title, hands=count) for title, count in hands.items())
        message = Message("All must play the same number of hands, but it is {counts}.", counts=counts)
        raise Malformed("plan", message, field=field)


def _check_rules(field: str, played: Sequence[Table]) -> None:
    """Raise Malformed `options` unless all tables with recorded hands play by the same rules (HR-DD-21)."""
    recorded = [each for each in played if each.sheet.planned]
    other = next((each for each in recorded if _rules(each) != _rules(recorded[0])), None)
    if other is not None:
        message = Message(
            "{table} and {other} are played by different rules: a play-off has one set of rules.",
            table=recorded[0].title,
            other=other.title,
        )
        raise Malformed("options", message, field=field)


def _rules(table: Table) -> str:
    return apart(to_builtins(table.sheet.options))


def _cuts(event: Playoff, groups: Sequence[Table]) -> Iterator[Cut]:
    for pull in event.pulls:
        if pull.group > len(groups):
            raise Malformed(
                "pull", Message("There is no group {group} to pull cards in.", group=pull.group), field="pulls"
            )
    for number, group in enumerate(groups, 1):
        active_seats = [seat for seat in group.sheet.active_seats if group.names[seat] not in event.gone]
        totals = {seat: group.sheet.totals[seat] for seat in active_seats}
        pulls = [_ranks(number, group, pull.cards) for pull in event.pulls if pull.group == number]
        try:
            yield cut(totals, event.advance, pulls, event.bottom)
        except RuleError as error:
            error.name_players(group.names)
            raise


def _ranks(number: int, group: Table, cards: Mapping[str, str]) -> dict[int, int]:
    for name in cards:
        if name not in group.names:
            message = Message(
                "{player} does not play in group {number}: check how the name is spelt.", player=name, number=number
            )
            raise Malformed("unknown-player", message, player=name, field="pulls")
    return {group.names.index(name): rank_of(card) for name, card in cards.items()}


def _finals(event: Playoff, groups: Sequence[Table], tables: Mapping[str, list[str]]) -> Json:
    """The trophies: the cup from the winners' table, the loser trophy where the lowest total is (DD-46 to DD-49)."""
    top = _final("winners_table", Message("Winners’ table"), event.winners_table, tables)
    rest = _final("losers_table", Message("Losers’ table"), event.losers_table, tables)
    _check_hands("losers_table", [each for each in (top, rest) if each is not None])
    _check_rules("losers_table", [*groups, *(each for each in (top, rest) if each is not None)])
    outcome: Json = {"needs": []}
    if top is not None:
        outcome["winners"] = top.listed(top.sheet.winners)
        outcome["needs"] += [
            _need(need.what, top.listed(need.seats), need.cards) for need in top.sheet.needs if need.cards is not None
        ]
    if top is None or rest is None or not (top.sheet.finished and rest.sheet.finished):
        return outcome
    return outcome | _loser(top, rest, outcome["needs"])


def _final(key: str, title: Message, given: Json | None, tables: Mapping[str, list[str]]) -> Table | None:
    """A final table, None where it is not given; raise Malformed unless exactly those who belong there sit there, all
    starting from 0 (HR-DD-10).
    """
    if given is None:
        return None
    final = table(title, given, pulls_apart=key == "losers_table")
    if sorted(final.names) != sorted(tables[key]):
        message = Message("{table}: there sit {names}, and nobody else.", table=title, names=row(tables[key]))
        raise Malformed("players", message, field=key)
    if final.sheet.planned and any(final.sheet.options.opening.values()):
        raise Malformed(
            "opening", Message("{table}: everybody starts from 0 at a final table.", table=title), field=key
        )
    return final


def _loser(top: Table, rest: Table, needs: list[Json]) -> Json:
    """Who takes the loser trophy, or the card pull it needs; empty while a tie at the top reaches down to the bottom
    (DD-56).
    """
    ending = top.sheet.ending
    if ending is None or ending.tied_bottom is None:
        return {}
    least = min(rest.sheet.totals.values())
    crossover = crosses_over(top.sheet.totals[ending.tied_bottom[0]], least)
    low = top.listed(ending.tied_bottom) if crossover else rest.listed(_pulled(rest, least))
    if len(low) > 1:
        return {"crossover": crossover, "needs": [*needs, _need("card-pull", low)]}
    return {"crossover": crossover, "losers": low}


def _pulled(rest: Table, least: int) -> tuple[int, ...]:
    """The seats with the lowest total of the losers' table after its card pulls; it has no winner to exempt."""
    low = tuple(seat for seat in rest.sheet.seating_order if rest.sheet.totals[seat] == least)
    try:
        for cards in rest.pulls:
            low = lowest(low, cards)
    except RuleError as error:
        error.name_players(rest.names)
        raise
    return low


PLAYOFF = PlayoffForm(GAME, Playoff, (Record, Totals), ("winners_table", "losers_table"), score)
