"""The processor seconds of the suite by folder, and whether a change adds to them.

`tests/budget.json` has the seconds of a run of `./test` and of `./test --all`, and how long the same machine took for
`reference()`, by which another machine's seconds are scaled. After a run of the whole suite its last lines say when it
took more than MARGIN above that; `--write-budget` replaces the figures of the run, for a growth that is wanted.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).with_suffix(".json")
MARGIN = 0.02
TICKS = os.sysconf("SC_CLK_TCK")  # of the processor times in /proc, in a second
SPENT = pytest.StashKey[dict[str, float]]()


class Meter:
    """Adds up the seconds of this process and all below it, servers and browsers included, for one folder at a time."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.file, self.own, self.below = "", *seconds()

    def turn_to(self, file: str) -> None:
        """Count from now on for the folder of `file`."""
        if file != self.file:
            own, below = seconds()
            if self.file:  # the seconds of a process that ends without its parent waiting for it are lost
                self.spent[folder_of(self.file)] += own - self.own + max(below - self.below, 0)
            self.file, self.own, self.below = file, own, below


METER = pytest.StashKey[Meter]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-budget", action="store_true", help="remember the processor seconds of this run")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SPENT] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if (meter := item.config.stash.get(METER, None)) is None:
        meter = item.config.stash[METER] = Meter()
    meter.turn_to(item.nodeid.partition("::")[0])
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if meter := session.config.stash.get(METER, None):
        meter.turn_to("")
        session.config.stash[SPENT] = dict(meter.spent)
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["spent"] = session.config.stash[SPENT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    spent = node.config.stash[SPENT]
    for folder, took in getattr(node, "workeroutput", {}).get("spent", {}).items():
        spent[folder] = spent.get(folder, 0.0) + took


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if all(argument.startswith("-") for argument in config.invocation_params.args) or config.option.write_budget:
        for line in lines(config):
            terminalreporter.write_line(line)


def lines(config: pytest.Config) -> Iterator[str]:
    """Yield the last lines of a run of the whole suite; with --write-budget, also write the file."""
    run = "--all" if config.option.thorough else "./test"
    spent = {folder: round(each) for folder, each in sorted(config.stash[SPENT].items())}
    took = reference()
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if config.option.write_budget:
        known[run] = {"reference": round(took, 3), "seconds": spent}
        FILE.write_text(json.dumps(known, indent=2) + "\n")
    yield f"Processor seconds: {sum(spent.values()):,}, of them {most(spent)}."
    yield from growth(spent, took, known.get(run))


def most(spent: dict[str, int]) -> str:
    return ", ".join(f"{folder} {took:,}" for folder, took in sorted(spent.items(), key=lambda each: -each[1])[:8])


def growth(spent: dict[str, int], reference: float, known: dict[str, Any] | None) -> Iterator[str]:
    """Yield a line where the folders of this run took more than MARGIN above their budget."""
    if known is None:
        return
    scale = reference / known["reference"]
    budget: defaultdict[str, float] = defaultdict(float)
    budget.update({folder: took * scale for folder, took in known["seconds"].items()})
    allowed = sum(budget[folder] for folder in spent)
    if (total := sum(spent.values())) > allowed * (1 + MARGIN):
        more = {folder: round(took - budget[folder]) for folder, took in spent.items() if took > budget[folder]}
        yield (
            f"That is {total / allowed - 1 if allowed else 1:.0%} above the budget in tests/budget.json "
            f"(scaled to this machine by {scale:.2f}); most was added in {most(more)}."
        )


def folder_of(file: str) -> str:
    """The folder of a test, at most two below tests: `tests/dogclub/api`."""
    return "/".join(Path(file).parts[:-1][:3])


def seconds() -> tuple[float, float]:
    """The processor seconds of this process, and of its ended children and all running ones below it."""
    mine = os.times()
    return mine.user + mine.system, mine.children_user + mine.children_system + sum(_running_below()) / TICKS


def _running_below() -> Iterator[int]:
    """Yield the processor time, in ticks, of each process below this one; nothing on systems without /proc."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        pid = int(path.parent.name)
        parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    for pid in ticks:
        above = parents[pid]
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid():
            yield ticks[pid]


def reference() -> float:
    """The processor seconds of a fixed piece of work: the best of three."""
    return min(_work() for _ in range(3))


def slowness() -> float:
    """How many times as long as the machine that wrote `tests/budget.json` this one takes; at least 1."""
    usual: float = json.loads(FILE.read_text())["--all"]["reference"]
    return max(1.0, reference() / usual)


def _work() -> float:
    before = time.process_time()
    rows = [{"name": f"{number:05}", "points": number % 7} for number in range(150_000)]
    rows.sort(key=lambda row: (row["points"], row["name"]))
    sum(len(str(row)) for row in rows)
    return time.process_time() - before
