"""The imports between folders: `python -m tests.imports` draws them again in CONTRIBUTING and docs/developers.

A subject folder counts as one node, with everything below it. Its pages are a node of their own, since they import from
all other folders.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import grimp

from tests.imports_picture import picture
from tests.server import ROOT

PACKAGES = ("dogclub", "leagues", "games", "clubs", "scoring")
PAGE = ROOT / "CONTRIBUTING.md"
PICTURE = ROOT / "docs" / "developers" / "imports.svg"
FENCE = re.compile(r"```mermaid\n.*?```", re.DOTALL)
Graph = Mapping[str, set[str]]


def folder_of(module: str) -> str:
    """The folder of a module: `games.table.pages.undo` is in `games.table.pages`, `games.ledger.rows` in
    `games.ledger`.
    """
    parts = module.split(".")
    if parts[-1] in ("urls", "apps"):
        return module
    if "pages" in parts:
        return ".".join(parts[: parts.index("pages") + 1])
    return ".".join(parts[:2])


@cache
def modules() -> Graph:
    """Each module with the modules it imports, including imports used only for types."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    mine = (each for each in graph.modules if ".migrations" not in each and "." in each)
    return {module: graph.find_modules_directly_imported_by(module) for module in mine}


@cache
def folders() -> Graph:
    """Each folder with the folders it imports."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, others in modules().items():
        mine = folder_of(module)
        found[mine] |= {folder_of(other) for other in others} - {mine}
    return {mine: others for mine, others in found.items() if others}


def circle(graph: Graph) -> list[str]:
    """The folders of one import cycle; an empty list if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def drawn() -> str:
    """A Mermaid flowchart: a box for each package with its subject folders, an arrow for each import that does not
    already follow from other arrows.
    """
    lines = ["flowchart LR"]
    for package in PACKAGES:
        inside = _subjects(package)
        lines.append(f"  subgraph {package}")
        if not inside:
            lines.append(f"    {package}_all[{package}]")
        lines += [f"    {_name(package, each)}[{each}]" for each in sorted(inside)]
        lines += [f"    {_name(package, a)} --> {_name(package, b)}" for a, b in sorted(_reduced(inside))]
        lines.append("  end")
    lines += [f"  {left} ==> {right}" for left, right in pairwise(PACKAGES)]
    return "\n".join(lines)


def drawn_as_svg() -> str:
    """The same graph as SVG."""
    return picture({package: _kept(_subjects(package) or {"all": set()}) for package in PACKAGES})


def _kept(graph: Graph) -> Graph:
    """The same folders, with only the arrows that are drawn."""
    kept: dict[str, set[str]] = {each: set() for each in graph}
    for mine, other in _reduced(graph):
        kept[mine].add(other)
    return kept


def _name(package: str, subject: str) -> str:
    return f"{package}_{subject}"


def _subjects(package: str) -> dict[str, set[str]]:
    """The subject folders of a package, each with those of the same package that it imports; modules outside a folder
    are left out.
    """
    subjects = {each.name for each in (ROOT / package).iterdir() if (each / "__init__.py").exists()}
    subjects -= {"migrations", "templatetags", "static"}
    found: dict[str, set[str]] = {each: set() for each in subjects}
    for mine, others in folders().items():
        if "pages" in mine.split("."):
            continue
        for other in others:
            a, b = mine.split("."), other.split(".")
            if a[0] == b[0] == package and {*a[1:2]} and {*b[1:2]} and {a[1], b[1]} <= subjects and a[1] != b[1]:
                found[a[1]].add(b[1])
    return found


def _reduced(graph: Graph) -> Iterator[tuple[str, str]]:
    """The edges of the transitive reduction: without those that other edges imply."""

    def reach(start: str) -> set[str]:
        seen, todo = set[str](), [start]
        while todo:
            for each in graph.get(todo.pop(), ()):
                if each not in seen:
                    seen.add(each)
                    todo.append(each)
        return seen

    for mine, others in graph.items():
        for other in others:
            if not any(other in reach(third) for third in others - {other}):
                yield mine, other


if __name__ == "__main__":
    PAGE.write_text(FENCE.sub(f"```mermaid\n{drawn()}\n```", PAGE.read_text()))
    PICTURE.write_text(drawn_as_svg())
