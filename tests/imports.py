"""The imports between folders: `python -m tests.imports` draws them again in docs/screenshots.

A subject folder counts as one node, with everything below it. Its pages are a node of their own, since they import from
all other folders. So is each subject of a group, such as `dogclub.exchange.imports`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import grimp

from tests.imports_picture import picture
from tests.server import ROOT

PACKAGES = ("dogclub", "leagues", "games", "clubs", "scoring")
PICTURE = ROOT / "docs" / "screenshots" / "imports.svg"
GROUPS = {f"dogclub.{name}" for name in ("exchange", "notify", "operations", "privacy", "server")}
Graph = Mapping[str, set[str]]


def folder_of(module: str) -> str:
    """The folder of a module: `games.table.finish` is in `games.table.pages`, `games.ledger.rows` in
    `games.ledger`.
    """
    parts = module.split(".")
    if parts[-1] in ("urls", "apps"):
        return module
    if "pages" in parts:
        return ".".join(parts[: parts.index("pages") + 1])
    is_in_group = ".".join(parts[:2]) in GROUPS and ROOT.joinpath(*parts[:3]).is_dir()
    return ".".join(parts[: 3 if is_in_group else 2])


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


def drawn_as_svg() -> str:
    """The graph as SVG: a box for each package with its subject folders, an arrow for each import that does not already
    follow from other arrows.
    """
    return picture({package: _kept(_subjects(package) or {"all": set()}) for package in PACKAGES})


def _kept(graph: Graph) -> Graph:
    """The same folders, with only the arrows that are drawn."""
    kept: dict[str, set[str]] = {each: set() for each in graph}
    for mine, other in _reduced(graph):
        kept[mine].add(other)
    return kept


def _subjects(package: str) -> dict[str, set[str]]:
    """The subject folders of a package by name, those of a group among them, each with those of the same package that
    it imports; modules outside a folder are left out.
    """
    left_out = {package, "migrations", "templatetags", "static"}
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / package).rglob("__init__.py")):
        folder = folder_of(".".join(path.parent.relative_to(ROOT).parts))
        is_empty = folder in GROUPS and not any(path.parent.glob("[!_]*.py"))
        if not is_empty and "pages" not in folder and not left_out & {path.parent.name, *folder.split(".")[1:]}:
            found[folder] = {other for other in folders().get(folder, ()) if other.startswith(f"{package}.")}
    return {_name(each): {_name(other) for other in others & found.keys()} for each, others in found.items()}


def _name(folder: str) -> str:
    return folder.rpartition(".")[2]


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
    PICTURE.write_text(drawn_as_svg())
