"""Number formats of drawings and forms, the same in every language; numbers in texts are formatted by Babel."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
