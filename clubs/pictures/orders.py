"""What is asked of the process that converts a picture, and what it answers, as JSON."""

from typing import Any, TypedDict

MILLION = 1_000_000
MEMORY = 225 * MILLION  # bytes of data that the process may use
PROCESSOR = 20  # seconds of processor that it may use
# Most pixels by Pillow's format, so that each stays below MEMORY. Only JPEG can be decoded at a part of its size, and a
# progressive one has all its coefficients in memory first.
MOST_PIXELS = {
    "JPEG": 60 * MILLION,
    "MPO": 60 * MILLION,
    "HEIF": 25 * MILLION,
    "PNG": 16 * MILLION,
    "WEBP": 8 * MILLION,
}
MOST_PROGRESSIVE = 25 * MILLION


class Step(TypedDict):
    """A size and a quality to try: the longest side in pixels, and the options of Pillow's encoder."""

    side: int
    options: dict[str, Any]


class Output(TypedDict):
    """A file to make: by the first of the steps with which it has at most `largest` bytes, else by the last."""

    kind: str
    largest: int
    steps: list[Step]


class Order(TypedDict):
    """What to make of the picture. `needed` is how many pixels of the shorter side (of the longer one without
    `square`) the outputs can use; `square` is (across, down, zoom) in per cent, None for the whole picture.
    """

    formats: list[str]
    needed: int
    square: list[int] | None
    on_white: bool
    outputs: list[Output]


class File(TypedDict):
    """A file that was made; `content` is in base64."""

    content: str
    width: int
    height: int


class Answer(TypedDict, total=False):
    """The files; or why there are none: "unknown", "pixels" (with the most that are allowed), "animated", "damaged",
    "memory". `width` and `height` are those of the picture as it came, `taken_on` the day on which the camera says that
    it was taken, or "".
    """

    refused: str
    width: int
    height: int
    most: int
    taken_on: str
    files: list[File]
