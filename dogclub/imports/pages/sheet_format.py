"""The detected format of a sheet for the preview page: each column with its possible meanings, and the settings."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.language.game_names import name_of
from dogclub.imports.parsed.game_names import SKIP
from dogclub.imports.sheets.layout import FORMS
from dogclub.imports.sheets.settings import GAME_COLUMN, figures_of, meanings
from dogclub.models import ImportBatch
from games.registry import table_game
from scoring import ENGINES

LABELS: Mapping[str, Any] = {
    "match": gettext_lazy("Number of the game"),
    "date": pgettext_lazy("column of an import", "Date"),
    "game": pgettext_lazy("column of an import", "Game"),
    "table": pgettext_lazy("column of an import", "Table"),
    "round": pgettext_lazy("column of an import", "Round"),
    "player": pgettext_lazy("column of an import", "Player"),
    "seat": pgettext_lazy("column of an import", "Seat"),
    "night": pgettext_lazy("column of an import", "Night"),
    "venue": pgettext_lazy("column of an import", "Place"),
    "bids": pgettext_lazy("column of an import", "Bids"),
    "tricks": pgettext_lazy("column of an import", "Tricks"),
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
}


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
            (name, sentence, settings.get(name, ""))
            for name, sentence in ASKED.items()
            if f"0:{name}" in asks or settings.get(name)
        ],
        "figures": [*FIGURE_LABELS.items(), *((key, _label(key)) for key in figures_of(game))],
        "games": [(engine.key, name_of(engine), engine.key == game) for engine in ENGINES],
        "has_games": any(each["means"] == GAME_COLUMN for each in layout["columns"]),
    }


def game_names(row: ImportBatch) -> list[Mapping[str, Any]]:
    """Return the file's own names of games, each with its "choices": those games of which totals alone make a match."""
    return [
        {
            **game,
            "choices": [
                (engine.key, name_of(engine), engine.key == game["means"])
                for engine in ENGINES
                if table_game(engine.key).is_by_totals or engine.key == game["means"]
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
