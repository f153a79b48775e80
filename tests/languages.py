"""Replace messages by a catalogue of a test's own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from scoring import messages
from scoring.messages import set_catalogue


@contextmanager
def translated_by(catalogue: Mapping[str, str]) -> Iterator[None]:
    """Translate messages by `catalogue`, from English to the test's text; messages that are not in it stay English."""
    before, figure = messages._catalogue, messages._figure

    def say(pattern: str, many: str | None, count: int) -> str:
        english = before(pattern, many, count)
        return catalogue.get(english, english)

    set_catalogue(say, figure)
    try:
        yield
    finally:
        set_catalogue(before, figure)
