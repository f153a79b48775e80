"""Two processes that typeset in parallel. One that dies is replaced, and its documents are typeset again."""

import json
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from dogclub.exchange.books.typst_child import LENGTH
from games.sheets.layout_words import layout_words
from games.sheets.typst import ROOT, plain_pdf
from games.sheets.typst import plain as plain_json

WORKERS = 2
LIFE = 96  # documents after which the process is replaced, since the engine's memory only grows
DEATHS = 3  # of a process during one batch, after which the documents must be at fault


class Broken(Exception):
    """The documents could not be typeset after several attempts."""


@dataclass(frozen=True)
class PageDocument:
    """A document to be typeset: a Typst layout and its data. `timestamp` (Unix seconds) is its date, instead of the
    clock.

    `words` are the layout's texts, in the language that is active where it is created.
    """

    template: Path
    page: dict[str, Any]
    timestamp: int
    words: Mapping[str, str] = field(default_factory=layout_words)

    @property
    def line(self) -> bytes:
        """The request for the child process: one line of JSON."""
        request = {"template": str(self.template), "page": self.page, "words": self.words, "timestamp": self.timestamp}
        return json.dumps(request, ensure_ascii=False, default=plain_json).encode() + b"\n"


class TypstProcess(subprocess.Popen[bytes]):
    """A child process, see `dogclub/exchange/books/typst_child.py`."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "dogclub.exchange.books.typst_child"]
        super().__init__(command, cwd=ROOT.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


class TypstWorker:
    """One child process at a time, which is replaced after LIFE documents or when it dies."""

    def __init__(self) -> None:
        self.process: TypstProcess | None = None
        self.done = 0
        self.is_over = False

    def set(self, documents: Sequence[PageDocument]) -> list[bytes]:
        """Return the PDFs of the documents. Raises Broken after DEATHS failures or after the worker was ended."""
        for _ in range(DEATHS):
            try:
                return [self._set(document) for document in documents]
            except OSError:
                self.stop()
                if self.is_over:
                    break
        raise Broken

    def _set(self, document: PageDocument) -> bytes:
        if self.process is None or self.done >= LIFE:
            self.stop()
            self.process, self.done = TypstProcess(), 0
        assert self.process.stdin
        self.process.stdin.write(document.line)
        self.process.stdin.flush()
        (length,) = LENGTH.unpack(self._read(LENGTH.size))
        self.done += 1
        return self._read(length)

    def _read(self, length: int) -> bytes:
        assert self.process
        assert self.process.stdout
        data = self.process.stdout.read(length)
        if len(data) < length:
            raise BrokenPipeError
        return data

    def stop(self) -> None:
        """Kill the process, if there is one."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                try:
                    pipe.close()
                except OSError:  # unsent data of a dead process
                    continue
        process.wait()


class TypstWorkers:
    """A context manager; leaving it in any way ends the processes."""

    def __init__(self) -> None:
        self.workers = [TypstWorker() for _ in range(WORKERS)]
        self._free = deque(self.workers)
        self._pool = ThreadPoolExecutor(WORKERS)

    def __enter__(self) -> "TypstWorkers":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind:
            self._end()
        self._pool.shutdown(cancel_futures=True)
        self._end()

    def set(self, batches: Iterable[Sequence[PageDocument]]) -> Iterator[list[bytes]]:
        """Yield the PDFs of each batch, in order. Only a few batches are in progress, so that few results wait in
        memory.
        """
        waiting: deque[Future[list[bytes]]] = deque()
        for batch in batches:
            waiting.append(self._pool.submit(self._work, batch))
            if len(waiting) > WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def one(self, document: PageDocument) -> bytes:
        """Return the PDF of one document."""
        return self._pool.submit(self._work, [document]).result()[0]

    def _work(self, documents: Sequence[PageDocument]) -> list[bytes]:
        worker = self._free.popleft()
        try:
            return worker.set(documents)
        finally:
            self._free.append(worker)

    def _end(self) -> None:
        for worker in self.workers:
            worker.is_over = True
            worker.stop()


class InThisProcess:
    """The same interface without child processes, for a few documents within a request."""

    def set(self, batches: Iterable[Sequence[PageDocument]]) -> Iterator[list[bytes]]:
        for batch in batches:
            yield [self.one(document) for document in batch]

    def one(self, document: PageDocument) -> bytes:
        return plain_pdf(document.template, document.page, document.words, document.timestamp)
