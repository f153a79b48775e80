"""A process that sets pages and nothing else: a line of JSON in, a PDF out, until nobody asks any more.

It imports no Django and dies with whoever started it, for then its input ends. What the engine keeps of a page is
forgotten every few pages: the next one is another one, and two of these must fit beside a server.
"""

import json
import struct
import sys
from pathlib import Path

from games.sheets.memory import evict
from games.sheets.pdf import plain

LENGTH = struct.Struct(">I")
FEW = 4  # pages; what the engine keeps of them is forgotten together


def main() -> None:
    for count, line in enumerate(sys.stdin.buffer, start=1):
        request = json.loads(line)
        pdf = plain(Path(request["template"]), request["page"], request["words"], request["timestamp"])
        if not count % FEW:
            evict()
        sys.stdout.buffer.write(LENGTH.pack(len(pdf)) + pdf)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
