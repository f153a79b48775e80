"""The page of one import: its progress, its preview, its result, or why it failed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.calendar.seasons import days_of
from clubs.language.locales import either
from clubs.language.terms import name_of
from clubs.models import Club, Player, Role
from dogclub.exchange.imports.formats.several_files import READERS
from dogclub.exchange.imports.parsed_file import DATE_ORDER, SKIP
from dogclub.exchange.imports.review.answers import questions
from dogclub.exchange.imports.review.commit import chosen
from dogclub.exchange.imports.review.preview import (
    ASKS,
    GOES,
    KNOWN,
    PAGE,
    STAYS,
    Preview,
    Question,
    Shown,
    place_in_file,
)
from dogclub.exchange.imports.review.steps import find
from dogclub.exchange.imports.sheets.blocks import FORMS
from dogclub.exchange.imports.sheets.derived import AS_WRITTEN, in_short
from dogclub.exchange.imports.sheets.settings import (
    CODE_PAGES,
    GAME_COLUMN,
    GAMES,
    PLAYER_ROW,
    SCORES,
    SCORING,
    figures_of,
    meanings,
)
from dogclub.jobs import wording, work
from dogclub.jobs.work import find as find_kind
from dogclub.models import ImportBatch, Job
from games.base.names import listed_first
from games.registry import table_game
from scoring import ENGINES, engine
from scoring.dirty_dog.explain import scoring_of
from scoring.dirty_dog.house_rules import Agreed

# Rows and columns of a sheet that are not read, and players whose names have a meaning, as the preview lists them.


FIRST = 12  # shown on the first page


def doubts(row: ImportBatch) -> list[dict[str, Any]]:
    """Return the template context of each; `column_name` is the setting that changes it, "" if none does."""
    return [_shown(row.found, each) for each in row.found.get("doubts", ())]


def _shown(found: Mapping[str, Any], doubt: Mapping[str, Any]) -> dict[str, Any]:
    if doubt["row"]:
        name = f"row-{doubt['row']}" if doubt["can_change"] else ""
        where = _("Row {row}").format(row=place_in_file(found, doubt["row"]))
        return {**doubt, "where": where, "column_name": name, "player": PLAYER_ROW}
    where = _("Column {letter}").format(letter=letter_of(doubt["column"]))
    name = f"column-{doubt['column']}" if doubt["can_change"] else ""
    return {**doubt, "where": where, "column_name": name, "player": SCORES}


def letter_of(column: int) -> str:
    """Return the name that spreadsheets give a column.

    >>> letter_of(1), letter_of(26), letter_of(27), letter_of(100)
    ('A', 'Z', 'AA', 'CV')
    """
    before, at = divmod(column - 1, 26)
    return (letter_of(before) if before else "") + chr(ord("A") + at)


def stays_out(listed: list[dict[str, Any]]) -> str:
    """Return what is not read, in words, for the button: column K “Notes”, row 300 “Total”."""
    named = [
        _("{where} “{text}”").format(where=each["where"], text=each["text"]) if each["text"] else each["where"]
        for each in listed
        if not each["is_player"]
    ]
    return listed_first(named, FIRST)


# The detected format of a sheet for the preview page: each column with its possible meanings, and the settings.


LABELS: Mapping[str, Any] = {
    "match": gettext_lazy("Number of the game"),
    "date": pgettext_lazy("column of an import", "Date"),
    "time": pgettext_lazy("column of an import", "Time of day"),
    "game": pgettext_lazy("column of an import", "Game"),
    "table": pgettext_lazy("column of an import", "Table"),
    "round": pgettext_lazy("column of an import", "Round"),
    "cards": pgettext_lazy("column of an import", "Cards"),
    "player": pgettext_lazy("column of an import", "Player"),
    "seat": pgettext_lazy("column of an import", "Seat"),
    "night": pgettext_lazy("column of an import", "Night"),
    "venue": pgettext_lazy("column of an import", "Place"),
    "bids": pgettext_lazy("column of an import", "Bids"),
    "tricks": pgettext_lazy("column of an import", "Tricks"),
    "adjust": pgettext_lazy("column of an import", "Points by hand"),
    "adjust_note": pgettext_lazy("column of an import", "Reason for points by hand"),
    "flip": pgettext_lazy("column of an import", "Card turned up"),
    "trump": pgettext_lazy("column of an import", "Trump"),
    "void": pgettext_lazy("column of an import", "Void"),
    "won": pgettext_lazy("column of an import", "Won"),
    "cards_taken": pgettext_lazy("column of an import", "Cards taken"),
    "last_hand_tied": pgettext_lazy("column of an import", "Last hand tied"),
    "note": pgettext_lazy("column of an import", "Note"),
    "winner": pgettext_lazy("column of an import", "Winner"),
    "pack": pgettext_lazy("column of an import", "Pack"),
    "turns": pgettext_lazy("column of an import", "Turns"),
    "treat": pgettext_lazy("column of an import", "Treat"),
    "piles": pgettext_lazy("column of an import", "Piles"),
    "first_player": pgettext_lazy("column of an import", "First player"),
    "first_to_pass": pgettext_lazy("column of an import", "First to pass"),
    "captains_gained": pgettext_lazy("column of an import", "Captains gained"),
    "open": pgettext_lazy("column of an import", "Year still open"),
    "cards_left": pgettext_lazy("column of an import", "Cards left"),
    # what only our own files have
    "ended": pgettext_lazy("column of an import", "Ended"),
    "state": pgettext_lazy("column of an import", "State"),
    "arrivals": pgettext_lazy("column of an import", "Arrivals"),
    "departures": pgettext_lazy("column of an import", "Departures"),
    "place": pgettext_lazy("column of an import", "Place in the ranking"),
    "options": pgettext_lazy("column of an import", "Options"),
    "finish": pgettext_lazy("column of an import", "End of the match"),
    "suits": pgettext_lazy("column of an import", "Suits"),
    "captures": pgettext_lazy("column of an import", "Captures"),
    "battles": pgettext_lazy("column of an import", "Battles"),
    "passed": pgettext_lazy("column of an import", "Passed"),
    "points": gettext_lazy("Points of a round"),
    "scores": gettext_lazy("One player’s scores"),
    "day": gettext_lazy("Scores of that day"),
    "total": pgettext_lazy("column of an import", "Total"),
    "skip": pgettext_lazy("column of an import", "Skip"),
}
FIGURE_LABELS = {"points": gettext_lazy("Points of each round"), "running": gettext_lazy("Running totals")}
ASKED = {
    "year": gettext_lazy("Which year are these dates in?"),
    "day": gettext_lazy("On which day was this played?"),
    "decimal": gettext_lazy("What is 1.200 in this sheet?"),
    "figures": gettext_lazy("What are the numbers of a round?"),
    "blocks": gettext_lazy("Are these tables side by side, or is each row one match?"),
    "scoring": gettext_lazy("By which rules are the points of this sheet?"),
    "the-rule": gettext_lazy("May bids add up to the cards?"),
}
# The answers that are buttons, the same for every file.
ANSWERS: Mapping[str, Any] = {
    "decimal": ((",", "1200"), (".", gettext_lazy("1 and a fraction"))),
    "blocks": (("beside", gettext_lazy("Tables side by side")), ("rows", gettext_lazy("Each row is one match"))),
    "the-rule": (("off", gettext_lazy("Yes, without The Rule")), ("on", gettext_lazy("No, correct the file"))),
}


@dataclass(frozen=True)
class FormatQuestion:
    """A question about a file and its `answer` so far, one of `answers` as (value, label); none: it is written."""

    key: str
    words: Any
    answer: str
    answers: Sequence[tuple[str, Any]]


def sheet_format(row: ImportBatch) -> Mapping[str, Any] | None:
    """Return the template context of the format, or None if the file is not a sheet; no query."""
    layout = row.found.get("layout")
    if not layout:
        return None
    settings = layout["settings"]
    game = settings.get("game", ENGINES[0].key)
    asks = {each.get("asks") for match in row.found["matches"] for each in match["problems"]}
    return {
        **layout,
        "words": FORMS[layout["form"]],
        "columns": [_column(each, game) for each in layout["columns"]],
        "questions": [
            _format_question(row, name, settings.get(name.replace("-", "_"), ""), game)
            for name in ASKED
            if f"0:{name}" in asks or settings.get(name.replace("-", "_"))
        ],
        "encodings": [
            (code, CODE_PAGES[code], words, code == layout["encoding"]) for code, words in layout.get("encodings", ())
        ],
        "namesakes": _namesakes(layout["columns"]),
        "games": [(engine.key, name_of(engine), engine.key == game) for engine in ENGINES],
        "has_games": any(each["means"] == GAME_COLUMN for each in layout["columns"]),
    }


def _namesakes(columns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the columns of players that have the same heading, which may be two people of one name."""
    scores = [each for each in columns if each["means"] in (SCORES, f"{SCORES}:points")]
    counted = Counter(each["heading"] for each in scores)
    return [{**each, "letter": letter_of(each["column"])} for each in scores if counted[each["heading"]] > 1]


def _format_question(row: ImportBatch, name: str, answer: str, game: str) -> FormatQuestion:
    answers = ANSWERS.get(name, ())
    if name == "scoring":
        answers = [(code, in_short(scoring)) for code, scoring in _scorings(row, answer)]
    elif name == "figures":
        answers = [*FIGURE_LABELS.items(), *((key, _label(key)) for key in figures_of(game))]
    return FormatQuestion(name, ASKED[name], answer, answers)


def rules_asked(row: ImportBatch) -> list[FormatQuestion]:
    """Return the questions about the rules of a file that is no sheet."""
    mends = row.answers.get("mends", {})
    answers = {name: mends.get(f"0:{name}", "") for name in ("scoring", "the-rule")}
    asks = {each.get("asks") for match in row.found["matches"] for each in match["problems"]}
    if row.found.get("layout"):
        return []
    asked = ((name, answer) for name, answer in answers.items() if answer or f"0:{name}" in asks)
    return [_format_question(row, name, answer, ENGINES[0].key) for name, answer in asked]


def _scorings(row: ImportBatch, answer: str) -> list[tuple[str, Agreed]]:
    """Return the rules that explain the points of the sheet, those of most matches first, then those as written."""
    problems = (problem for match in row.found["matches"] for problem in match["problems"])
    counted = Counter(each["mend"] for each in problems if each.get("asks") == SCORING)
    proposed = [code for code, _times in counted.most_common()]
    codes = dict.fromkeys([*filter(None, [answer]), *proposed, AS_WRITTEN])
    return [(code, scoring) for code in codes if (scoring := scoring_of(code)) is not None]


def game_names(row: ImportBatch) -> list[Mapping[str, Any]]:
    """Return the file's own names of games, each with its "choices": any in a sheet, else those games of which totals
    alone make a match.
    """
    return [
        {
            **game,
            "choices": [
                (engine.key, name_of(engine), engine.key == game["means"])
                for engine in ENGINES
                if game.get("any") or table_game(engine.key).is_by_totals or engine.key == game["means"]
            ],
        }
        for game in row.found.get("games", ())
    ]


def _column(column: Mapping[str, Any], game: str) -> Mapping[str, Any]:
    means = column["means"] or SKIP
    choices = dict.fromkeys([*meanings(game), means])
    return {
        **column,
        "means": means,
        "choices": [(key, _label(key, column["player"]), key == means) for key in choices],
    }


def _label(means: str, player: str = "") -> str:
    if means.startswith("scores:"):
        words = _("{what} of {player}") if player else _("{what} of one player")
        return words.format(what=_label(means.removeprefix("scores:")), player=player)
    if means == "scores" and player:
        return player
    return str(LABELS[means])


State = ImportBatch.State
TEMPLATES = {
    State.READING: "dogclub/exchange/imports/going.html",
    State.WRITING: "dogclub/exchange/imports/going.html",
    State.ASKING: "dogclub/exchange/imports/preview.html",
    State.DONE: "dogclub/exchange/imports/done.html",
    State.UNDONE: "dogclub/exchange/imports/done.html",
    State.REFUSED: "dogclub/exchange/imports/refused.html",
}


def _going(request: HttpRequest, context: dict[str, Any], job: Job) -> HttpResponse:
    """Return the progress page; 204 if nothing has changed since the token in `since`."""
    kind = find_kind(job.kind)
    shown = wording.shown(work.with_progress(job), kind)
    if request.GET.get("since") == shown.token:
        return HttpResponse(status=204)
    today = f"{timezone.localdate():%Y-%m-%d}"
    context |= {"page": shown, "job": job, "kind": kind, "today": today}
    return render(request, "dogclub/exchange/imports/going.html", context)


@require_safe
@club_view(Role.ORGANISER)
def import_page(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    return page(request, access, find(club, pk))


def page(request: HttpRequest, access: Access, row: ImportBatch, wrong: str = "", at: str = "") -> HttpResponse:
    """Return the import's page. `wrong` is an error message about the cell or name `at`; with it, the status is 422."""
    state = State(row.state)
    context: dict[str, Any] = {"access": access, "here": "manage", "import": row, "wrong": wrong, "at": at}
    context["label"] = next((reader.label for reader in READERS if reader.key == row.source), "")
    if state == State.ASKING:
        context |= _preview(request, row)
    job = row.reading if state == State.READING else row.writing
    if state in (State.READING, State.WRITING, State.DONE) and job and job.state != Job.State.DONE:
        return _going(request, context, job)
    return render(request, TEMPLATES[state], context, status=422 if wrong else 200)


def _preview(request: HttpRequest, row: ImportBatch) -> dict[str, Any]:
    """Return the template context of the preview, in at most four queries however long the file is: the players, for
    names that are not certain, and the seasons.
    """
    preview = Preview(row.found, row.answers)
    show_all = "all" in request.GET
    pieces: list[Any] = list(preview.shown if show_all else preview.short())
    page = Paginator(pieces, PAGE).get_page(_page(request, pieces, show_all=show_all))
    counts, season, listed = preview.match_counts, chosen(row), doubts(row)
    has_questions = any(isinstance(each, Shown) and each.asked for each in page)
    players = {player.pk: player.label for player in Player.objects.filter(club=row.club)} if has_questions else {}
    return {
        "notes": row.found["notes"],
        "all_here": counts[KNOWN] > 0 and counts[KNOWN] == sum(counts.values()),
        "matches": sum(counts.values()),
        "goes": counts[GOES],
        "asks": counts[ASKS],
        "stays": counts[STAYS],
        "known": counts[KNOWN],
        "page": page,
        "show_all": show_all,
        "pieces": [_piece(each, players) for each in page],
        "several_games": len({match["game"] for match in row.found["matches"]}) > 1,
        "questions": preview.questions,
        "newcomers": preview.newcomers,
        "players": players,
        "ties": questions(row.found, row.answers),
        "doubts": listed if show_all else listed[:FIRST],
        "more_doubts": 0 if show_all else len(listed[FIRST:]),
        "stays_out": stays_out(listed),
        "sheet": sheet_format(row),
        "rules_asked": rules_asked(row),
        "game_names": game_names(row),
        "dates_asked": _dates_asked(row),
        "seasons": list(row.club.seasons.order_by("-starts_on")),
        "season": season,
        "season_days": days_of(season) if season else "",
        "date_order": row.answers.get("mends", {}).get(DATE_ORDER) or _understood(row),
    }


def _dates_asked(row: ImportBatch) -> str:
    """Return the first date of the file that means another day if the month comes first, or ""."""
    problems = (problem for match in row.found["matches"] for problem in match["problems"])
    return next((problem["value"] for problem in problems if problem.get("asks") == DATE_ORDER), "")


def _understood(row: ImportBatch) -> str:
    """Return whether the day or the month comes first in dates, as detected from the sheet, or ""."""
    settings: Mapping[str, str] = row.found.get("layout", {}).get("settings", {})
    return settings.get("order", "")


def _piece(each: Any, players: dict[int, str]) -> dict[str, Any]:
    if not isinstance(each, Shown):
        return {"run": each}
    game = each.match["game"]
    known = name_of(engine(game)) if game in GAMES else game
    return {"shown": each, "game": known, "questions": [_question(asked, players) for asked in each.asked]}


def _question(asked: Question, players: dict[int, str]) -> dict[str, Any]:
    like = [(key, players[key]) for key in asked.like if key in players]
    return {
        "name": asked.name,
        "lookalike": asked.lookalike,
        "like": like,
        "choices": either([label for _key, label in like]),
    }


def _page(request: HttpRequest, pieces: list[Any], *, show_all: bool) -> str | int | None:
    """Return the page number; with `all` and `row`, the page that row is on."""
    row = request.GET.get("row", "")
    if show_all and row.isdecimal() and row.isascii() and len(row) < 9:
        return 1 + min(int(row), max(len(pieces) - 1, 0)) // PAGE
    return request.GET.get("page")
