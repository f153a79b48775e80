"""Reading a printed sheet as a screen reader does: through the tags of the PDF, cell by cell."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

Spot = tuple[int, int]  # number of the page, id of the marked content


@dataclass(frozen=True)
class Cell:
    """One cell of a tagged table; `head` is whether it is a heading, `struck` whether it is struck through."""

    text: str
    head: bool
    struck: bool


class Reader:
    """A PDF opened for reading; `said` has the text of each marked content."""

    def __init__(self, pdf: bytes) -> None:
        self.pdf = pikepdf.open(io.BytesIO(pdf))
        self.pages = {page.objgen: number for number, page in enumerate(self.pdf.pages)}
        self.said = {spot: text for page in range(len(self.pages)) for spot, text in self._marked(page)}

    @property
    def root(self) -> Any:
        return self.pdf.Root.StructTreeRoot

    def elements(self, node: Any = None) -> Iterator[Any]:
        """Every structure element, in reading order."""
        for child in _children(self.root if node is None else node):
            if isinstance(child, pikepdf.Dictionary) and "/S" in child:
                yield child
                yield from self.elements(child)

    def all_of(self, kind: str) -> list[Any]:
        return [element for element in self.elements() if kind == element.S]

    def text(self, element: Any) -> str:
        """All text of an element and its children."""
        found = []
        for child in _children(element):
            if isinstance(child, int):
                found.append(self.said.get((self.pages[element.Pg.objgen], child), ""))
            elif "/S" in child:
                found.append(self.text(child))
            elif "/MCID" in child:
                page = child.get("/Pg", element.get("/Pg"))
                found.append(self.said.get((self.pages[page.objgen], int(child.MCID)), ""))
        return "".join(found)

    def tables(self) -> list[list[list[Cell]]]:
        return [[self._row(row) for row in self.elements(table) if row.S == "/TR"] for table in self.all_of("/Table")]

    def _row(self, row: Any) -> list[Cell]:
        return [
            Cell(self.text(cell), cell.S == "/TH", any("LineThrough" in str(e.get("/A")) for e in self.elements(cell)))
            for cell in _children(row)
        ]

    def artifacts(self, page: int) -> str:
        """The text of a page outside the tagged content: repeated heads and feet."""
        return "".join(text for (at, mark), text in self.said.items() if at == page and mark < 0)

    def operands(self, operator: str) -> list[list[Any]]:
        """The operands of every use of this operator, as numbers."""
        found = []
        for page in self.pdf.pages:
            for instruction in pikepdf.parse_content_stream(page):
                if str(instruction.operator) == operator:
                    found += [[float(value) for value in instruction.operands]]
        return found

    def _marked(self, number: int) -> Iterator[tuple[Spot, str]]:
        page = self.pdf.pages[number]
        fonts = {name: _letters(font) for name, font in page.Resources.get("/Font", {}).items()}
        letters: dict[int, str] = {}
        open_marks: list[_Mark] = []
        artifacts = 0
        for instruction in pikepdf.parse_content_stream(page):
            operator, operands = str(instruction.operator), instruction.operands
            if operator in ("BDC", "BMC"):
                facts: Any = operands[1] if len(operands) > 1 else {}
                artifacts += "/MCID" not in facts
                open_marks.append(_Mark(int(facts.get("/MCID", -artifacts)), facts.get("/ActualText")))
            elif operator == "EMC":
                mark = open_marks.pop()
                if open_marks:
                    open_marks[-1].text += mark.said()
                else:
                    yield (number, mark.number), mark.said()
            elif operator == "Tf":
                letters = fonts[str(operands[0])]
            elif operator in ("Tj", "TJ"):
                strings = operands[0] if operator == "TJ" else operands
                for string in (bytes(part) for part in strings if isinstance(part, pikepdf.String)):
                    glyphs = [string[at] * 256 + string[at + 1] for at in range(0, len(string), 2)]
                    open_marks[-1].text += "".join(letters.get(glyph, "") for glyph in glyphs)


@dataclass
class _Mark:
    """Marked content while it is read; `actual` is its replacement text (ActualText), where it has one."""

    number: int
    actual: Any
    text: str = ""

    def said(self) -> str:
        """The replacement text, else the text of the glyphs."""
        return self.text if self.actual is None else str(self.actual)


def _children(node: Any) -> list[Any]:
    held = node.get("/K", [])
    return list(held) if isinstance(held, pikepdf.Array | list) else [held]


def _letters(font: Any) -> dict[int, str]:
    """The text of each glyph of an embedded font."""
    table = font.ToUnicode.read_bytes().decode("latin-1")
    pairs = re.findall(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>\s*\n", table)
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in pairs}
