"""The layout of a sheet: where its headings are, and the meaning of each column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy

from dogclub.exchange.exports.grids.layout import Part, fields_of
from dogclub.exchange.imports.parsed.parsed_file import Doubt, sheet_and_row
from dogclub.exchange.imports.sheets.cells import words
from dogclub.exchange.imports.sheets.settings import ALL_ALIKE, ON_DAY, ROUND_COLUMN, SCORES, Settings
from scoring import ENGINES

LONG, WIDE, IN_ROWS, BY_DAY, BESIDE = "long", "wide", "match", "days", "beside"
FORMS = {
    LONG: gettext_lazy("one row a player"),
    WIDE: gettext_lazy("one column a player"),
    IN_ROWS: gettext_lazy("one row a game"),
    BY_DAY: gettext_lazy("one column a day"),
    BESIDE: gettext_lazy("tables side by side"),
    "": gettext_lazy("not understood yet"),
}
SHOWN = 5  # first rows shown on the page
OF_ROUNDS = {key for engine in ENGINES for key, part in fields_of(engine.key).items() if part is not Part.NESTED}
SheetRow = tuple[int, Sequence[Any]]


@dataclass(frozen=True)
class Layout:
    """A layout. `means` is each column's meaning: a column of the sheet layout, SCORES (of `names`), ON_DAY, or "" to
    skip.

    `header` is the line of the headings, 0 without any; `above` are the rows above them; `rows` the first rows under
    them.
    """

    form: str
    header: int
    headings: Sequence[str]
    means: Sequence[str]
    names: Sequence[str]
    above: Sequence[Sequence[Any]] = ()
    rows: Sequence[SheetRow] = ()
    sheet: str = ""
    sheets: Sequence[str] = ()
    read: Sequence[str] = ()  # the sheets that are read together with this one, which is the first of them
    settings: Settings = field(default_factory=Settings)
    is_own: bool = False  # a sheet of Dog Club itself: no word in it has another meaning than its column's
    doubts: Sequence[Doubt] = ()
    parts: Sequence[tuple[Sequence[int], "Layout"]] = ()  # tables side by side: the columns of each, and its layout
    block: int = 0  # the number of this table among those, from 1
    table: str = ""  # its name, if it stands above it
    asks_blocks: bool = False  # whether these may be tables side by side

    @property
    def of_block(self) -> str:
        """What tells a cell of this table from the same one of the table beside it; "" for the only one."""
        return f"of table {self.block}" if self.block else ""

    @property
    def has_rounds(self) -> bool:
        """Whether the sheet has rounds, in rows or in columns."""
        return ROUND_COLUMN in self.means or any(mean.startswith(f"{SCORES}:") for mean in self.means)

    @property
    def keeps_rounds(self) -> bool:
        """Whether the columns have what was written down in a round, not only its points."""
        bare = [mean.removeprefix(f"{SCORES}:") for mean in self.means]
        return bool(OF_ROUNDS.intersection(bare) - {"note"}) or self.settings.figures in OF_ROUNDS

    def shown(self) -> Mapping[str, Any]:
        """Return the layout as plain data, for the page and the API."""
        return {
            "form": self.form,
            "header": self.header,
            "sheet": ALL_ALIKE if len(self.read) > 1 else self.sheet,
            "sheets": list(self.sheets),
            "read": list(self.read),
            "columns": [
                {"column": at, "heading": heading[:40], "means": mean, "player": name[:60]}
                for at, (heading, mean, name) in enumerate(zip(self.headings, self.means, self.names, strict=True), 1)
            ],
            "rows": [[sheet_and_row(line)[1], [words(value)[:40] for value in values]] for line, values in self.rows],
            "settings": {key: value for key, value in vars(self.settings).items() if value and isinstance(value, str)},
        }

    def columns(self, *means: str) -> list[int]:
        """Return the indexes of the columns with one of these meanings."""
        return [at for at, mean in enumerate(self.means) if mean in means]

    @property
    def scores(self) -> list[int]:
        """The indexes of the columns with scores of one player or one day."""
        return [at for at, mean in enumerate(self.means) if mean == ON_DAY or mean.split(":")[0] == SCORES]
