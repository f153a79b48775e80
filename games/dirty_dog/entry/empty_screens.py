"""What the entry screen and the result are made of, with nothing in them: the tablet fills them in by itself."""

from collections.abc import Mapping
from typing import Any

from games.dirty_dog.entry.entry_rows import Head, Key, Meter, Row
from games.dirty_dog.entry.result import Scored

BLANK: Mapping[str, Any] = {
    "kind": "tricks",
    "head": Head(1, 2, 2, "", "", "", "taps"),
    "meter": Meter(0, "", [], "", ""),
    "row": Row(0, "", "", 0, "", [Key(0, "taps")]),
    "scored": [Scored(0, "", 0, 0, 0, 0, "")],
}
