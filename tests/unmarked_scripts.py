"""Find texts in scripts that are not marked for translation: strings of two words or more."""

import re

COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*$|\s//\s.*$", re.DOTALL | re.MULTILINE)
MARKED = re.compile(r'\bn?gettext\(\s*"(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")?|className: "[^"]*"')
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
SLOT = re.compile(r"\$\{[^{}]*\}")
WORDS = re.compile(r"[A-Za-z’]{2,}[,:.]? [a-z]{2,}|[A-Z][a-z]{2,} |^[A-Z][a-z]+[.!?]$")
# Matches selectors, class names and addresses, which are not text.
CODE = re.compile(
    r"[#=<>\[\](){}/]|^[.:]|(?:^| )(?:is|btn|entry|mark|wide|result)-|\bbtn\b|\bnum\b|, button|use strict"
)


def unmarked_text(source: str) -> list[str]:
    """The unmarked texts of a script, with `…` in place of values."""
    left = MARKED.sub("", COMMENT.sub("", source))
    found = [SLOT.sub("…", one or other) for one, other in STRING.findall(left)]
    return [text for text in found if WORDS.search(text) and not CODE.search(text)]
