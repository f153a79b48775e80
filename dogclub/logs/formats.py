"""Log formatters: one event as a line of text, or as a line of JSON."""

import logging
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from dogclub.logs.redaction import masked, traceback_of

if TYPE_CHECKING:
    from pythonjsonlogger.json import JsonFormatter

Caught: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Line(logging.Formatter):
    """`time LEVEL logger [request]: message`. Further lines, as of a traceback, begin with a tab, so that no text can
    pass for another event. With `unmasked`, for development, nothing is masked.
    """

    def __init__(self, *, unmasked: bool = False) -> None:
        form = "{asctime} {levelname} {name}{where}: {message}"
        super().__init__(form, datefmt="%Y-%m-%dT%H:%M:%S%z", style="{")
        self.unmasked = unmasked

    def format(self, record: logging.LogRecord) -> str:
        number = getattr(record, "request_id", None)
        record.where = f" [{number}]" if number else ""
        line = "\n\t".join(super().format(record).splitlines())
        return line if self.unmasked else masked(line)

    def formatException(self, ei: Any) -> str:
        return super().formatException(ei) if self.unmasked else traceback_of(ei[1])


def json_lines(*, unmasked: bool = False) -> "JsonFormatter":
    """Return the formatter for LOG_FORMAT=json, which is imported only when used."""
    from pythonjsonlogger.json import JsonFormatter

    class Json(JsonFormatter):
        def formatException(self, ei: Caught) -> str | list[str]:  # type: ignore[override]
            return super().formatException(ei) if unmasked or ei[1] is None else traceback_of(ei[1])

        def format(self, record: logging.LogRecord) -> str:
            line = super().format(record)
            return line if unmasked else masked(line)

        def add_fields(self, fields: dict[str, Any], record: logging.LogRecord, extra: dict[str, Any]) -> None:
            fields["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
            fields |= {"level": record.levelname, "logger": record.name, "message": record.getMessage()}
            fields |= {name: getattr(record, name) for name in FIGURES if getattr(record, name, None) is not None}
            fields |= {"error": extra["exc_info"]} if extra.get("exc_info") else {}

    return Json(json_ensure_ascii=False)


# Fields of an event beside its message: those of requests and of the security log.
FIGURES = (
    *("request_id", "route", "method", "status", "ms", "bytes"),
    *("event", "account", "address", "key", "subject", "detail"),
)
