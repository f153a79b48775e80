"""The table of OWASP ASVS 5.0, levels 1 and 2: it has all rows, known verdicts and evidence that exists."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.server import ROOT

pytestmark = pytest.mark.form
TABLE, ABOUT = ROOT / "security" / "asvs.csv", ROOT / "SECURITY.md"
VERDICTS = ("pass", "partly", "fail", "not applicable")
# How many rows of levels 1 and 2 each chapter has, in the standard of May 2025.
CHAPTERS = {
    1: 27,
    2: 11,
    3: 19,
    4: 10,
    5: 9,
    6: 35,
    7: 18,
    8: 7,
    9: 7,
    10: 29,
    11: 14,
    12: 9,
    13: 13,
    14: 9,
    15: 13,
    16: 16,
    17: 7,
}


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def exists(evidence: str) -> bool:
    """Whether the evidence exists: a path of the checkout, optionally followed by `::` and the name of a test in it."""
    path, _, test = evidence.partition("::")
    file = ROOT / path
    return file.exists() and (not test or f"def {test}(" in file.read_text(encoding="utf-8"))


def test_every_row_is_there_once_and_in_order() -> None:
    ids = [row["id"] for row in rows()]
    assert all(re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{1,2}", each) for each in ids)
    assert ids == sorted(set(ids), key=lambda each: [int(part) for part in each.split(".")])
    assert Counter(int(each.partition(".")[0]) for each in ids) == CHAPTERS
    assert len(ids) == 253


def test_every_row_is_judged_and_says_why() -> None:
    assert {row["verdict"] for row in rows()} <= set(VERDICTS)
    silent = [row["id"] for row in rows() if not row["evidence"] and row["verdict"] != "not applicable"]
    assert silent == []
    assert [row["id"] for row in rows() if row["verdict"] != "pass" and not row["note"]] == []


def test_every_piece_of_evidence_is_there() -> None:
    assert [(row["id"], row["evidence"]) for row in rows() if row["evidence"] and not exists(row["evidence"])] == []


def test_the_sums_are_those_of_the_table() -> None:
    sums = Counter(row["verdict"] for row in rows())
    said = dict(re.findall(r"^\| ([a-z ]+) \| (\d+) \|$", ABOUT.read_text(encoding="utf-8"), re.M))
    assert said == {**{verdict: str(sums[verdict]) for verdict in VERDICTS}, "all": str(len(rows()))}


def test_evidence_that_is_gone_would_be_seen() -> None:
    assert exists("tests/test_asvs.py::test_every_piece_of_evidence_is_there")
    assert not exists("tests/test_asvs.py::test_no_such_thing") and not exists(str(Path("no") / "such.py"))
