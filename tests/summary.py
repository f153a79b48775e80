"""The end of a run: what failed, meaning before form; then how many tests passed, which were left out and why, the
duration and the slowest files.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from tests.machine import HAS, lacks
from tests.selection import LEFT_OUT

BEGAN = time.monotonic()
SLOWEST = 10


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "form: how something is written, not what it does; its failures are shown last")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = dict(counted(session.config))
    if terminal := session.config.pluginmanager.get_plugin("terminalreporter"):
        for outcome in ("error", "failed"):
            terminal.stats.get(outcome, []).sort(key=is_of_form)


def is_of_form(report: pytest.TestReport | pytest.CollectReport) -> bool:
    """Whether a report is of a test marked `form`; a file that could not be read is not."""
    return isinstance(report, pytest.TestReport) and "form" in report.keywords


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over the counts of the worker: each one collects all tests, so all have left out the same ones."""
    node.config.stash[LEFT_OUT] = Counter(getattr(node, "workeroutput", {}).get("left_out", {}))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for line in lines(terminalreporter.stats, config):
        terminalreporter.write_line(line)


def lines(stats: dict[str, list[Any]], config: pytest.Config) -> Iterator[str]:
    passed, failed = len(stats.get("passed", [])), len(stats.get("failed", [])) + len(stats.get("error", []))
    yield f"{passed:,} tests passed" + (f", {failed:,} failed." if failed else ".")
    yield f"Left out: {'; '.join(left_out(stats, config)) or 'nothing'}."
    minutes, seconds = divmod(round(time.monotonic() - BEGAN), 60)
    yield f"It took {minutes} min {seconds} s, with hypothesis from seed {config.option.hypothesis_seed}."
    yield f"Slowest files: {', '.join(f'{path} {took:.0f} s' for path, took in slowest(stats))}."


def left_out(stats: dict[str, list[Any]], config: pytest.Config) -> Iterator[str]:
    """Yield how many tests were left out or skipped, by reason."""
    for reason, count in counted(config).items():
        yield f"{count:,} {reason}"
    for name in HAS:
        skipped = [report for report in stats.get("skipped", []) if lacks(name) and lacks(name) in str(report.longrepr)]
        if skipped:
            yield f"{len(skipped):,} with {name}, because {lacks(name)}"


def counted(config: pytest.Config) -> Counter[str]:
    """The number of tests left out, by reason; filled in while tests are collected."""
    return config.stash.setdefault(LEFT_OUT, Counter())


def slowest(stats: dict[str, list[Any]]) -> list[tuple[str, float]]:
    """The slowest files with their seconds, slowest first."""
    took: defaultdict[str, float] = defaultdict(float)
    for report in (each for reports in stats.values() for each in reports if hasattr(each, "duration")):
        took[report.nodeid.split("::")[0]] += report.duration
    return sorted(took.items(), key=lambda each: -each[1])[:SLOWEST]
