"""Figures of a drawing and of a form look alike in every language; those one reads are written by Babel."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
