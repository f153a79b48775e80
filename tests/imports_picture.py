"""Draw the folders and their imports as SVG, for pages without Mermaid: a band for each package, importers on top."""

from collections.abc import Mapping
from html import escape
from itertools import pairwise

WIDE, HIGH = 120, 26  # size of a box
STEP, LINE, MOST = 134, 54, 6  # distance between boxes, horizontally and vertically; boxes in a row
EDGE, HEAD = 24, 34  # margin of a band; height of its title
STYLE = """
  :root { --paper: #fdfefb; --ink: #14201a; --rule: #758a7c; --band: #f5f8f2; --accent: #00643c }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #141e19; --ink: #eef3ea; --rule: #6d8277; --band: #0d1512; --accent: #62d49a } }
  text { font: 13px system-ui, sans-serif; fill: var(--ink) } .name { font-size: 17px; font-weight: 600 }
  .band { fill: var(--band); stroke: var(--rule) } .box { fill: var(--paper); stroke: var(--rule) }
  path { fill: none; stroke: var(--rule); stroke-width: 1.25 } .next { stroke: var(--accent); stroke-width: 4 }
"""
Graph = Mapping[str, set[str]]


def picture(packages: Mapping[str, Graph]) -> str:
    """The whole SVG. `packages` maps each package, top to bottom, to its folders and which of them each imports."""
    bands, top, widest = [], EDGE, 0
    for name, graph in packages.items():
        drawn, wide, high = _band(name, graph)
        bands.append((top, high, drawn))
        top, widest = top + high + 2 * EDGE, max(widest, wide)
    arrows = [
        f'<path class="next" d="M {EDGE + 60} {above + high} V {below - 3} m -8 -9 l 8 9 l 8 -9"/>'
        for (above, high, _), (below, _, _) in pairwise(bands)
    ]
    frame = f'<rect class="band" width="{widest}" height="{{}}" rx="3"/>'
    groups = [f'<g transform="translate({EDGE} {at})">{frame.format(high)}{inside}</g>' for at, high, inside in bands]
    size = f"{widest + 2 * EDGE} {top - EDGE}"
    label = escape(f"The folders of {', '.join(packages)} and what each imports", quote=True)
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="{label}">'
    return "\n".join([start, f"<style>{STYLE}</style>", *groups, *arrows, "</svg>", ""])


def _band(name: str, graph: Graph) -> tuple[str, int, int]:
    """A package's SVG, its width and its height in pixels."""
    rows = [row[at : at + MOST] for row in _rows(graph) for at in range(0, len(row), MOST)]
    at = {
        each: (EDGE + STEP * column, HEAD + LINE * row + 8)
        for row, folders in enumerate(rows)
        for column, each in enumerate(folders)
    }
    lines = [_arrow(at[a], at[b]) for a in sorted(graph) for b in sorted(graph[a])]
    boxes = [
        f'<rect class="box" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="3"/>'
        f'<text x="{x + 8}" y="{y + 17}">{escape(each)}</text>'
        for each, (x, y) in sorted(at.items())
    ]
    title = f'<text class="name" x="{EDGE}" y="{HEAD - 6}">{escape(name)}</text>'
    return "\n".join([title, *lines, *boxes]), 2 * EDGE + STEP * (MOST - 1) + WIDE, HEAD + LINE * len(rows)


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y = start[0] + WIDE // 2, start[1] + HIGH
    to, down = end[0] + WIDE // 2, end[1]
    half = (down - y) // 2
    return f'<path d="M {x} {y} C {x} {y + half} {to} {down - half} {to} {down} m -4 -6 l 4 6 l 4 -6"/>'


def _rows(graph: Graph) -> list[list[str]]:
    """The folders by row, each below all folders that import it; folders that neither import nor are imported fill the
    shortest rows.
    """
    level: dict[str, int] = {}

    def place(folder: str) -> int:
        if folder not in level:
            level[folder] = max((place(each) + 1 for each in graph if folder in graph[each]), default=0)
        return level[folder]

    alone = sorted(each for each in graph if not graph[each] and not any(each in others for others in graph.values()))
    tied = sorted((each for each in graph if each not in alone), key=lambda each: (place(each), each))
    rows: list[list[str]] = [[] for _ in range(max((place(each) for each in tied), default=0) + 1)]
    place_in_row: dict[str, float] = {}
    for at in range(len(rows)):
        mine = [each for each in tied if place(each) == at]
        for each in mine:
            above = [place_in_row[other] for other in tied if each in graph[other]]
            place_in_row[each] = sum(above) / len(above) if above else 0
        rows[at] = sorted(mine, key=lambda each: (place_in_row[each], each))
        place_in_row |= {each: float(number) for number, each in enumerate(rows[at])}
    for each in alone:
        min(rows, key=len).append(each)
    return rows
