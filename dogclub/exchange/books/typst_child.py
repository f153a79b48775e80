"""A process that only typesets: reads one JSON request per line from stdin and writes a PDF, preceded by its length, to
stdout.

It imports no Django, and ends when its stdin closes, as when its parent dies. The engine's cache is emptied every few
pages, since no two pages are alike and two of these processes must fit beside a server.
"""

import json
import struct
import sys
from pathlib import Path

from games.sheets.typst import evict, plain_pdf

LENGTH = struct.Struct(">I")
FEW_PAGES = 4  # pages after which the engine's cache is emptied


def main() -> None:
    """Answer requests until stdin is closed."""
    for count, line in enumerate(sys.stdin.buffer, start=1):
        request = json.loads(line)
        pdf = plain_pdf(Path(request["template"]), request["page"], request["words"], request["timestamp"])
        if not count % FEW_PAGES:
            evict()
        sys.stdout.buffer.write(LENGTH.pack(len(pdf)) + pdf)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
