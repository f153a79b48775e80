"""Settings without translation: English alone, no catalogue, no look-ups.

The cost of translation is measured against this.
"""

from benchmarks import settings as base
from benchmarks.settings import *
from clubs.language import locales
from scoring import messages

USE_I18N = False
OPTIONS: dict[str, list[str]] = vars(base)["TEMPLATES"][0]["OPTIONS"]
OPTIONS["builtins"].append("benchmarks.untranslated_tags")


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


# Must run before any module imports these by name.
vars(locales).update(
    locale=lambda: locales.BRITISH, listed=_listed, decimal_sign=lambda: ".", grouped=lambda number: f"{number:,}"
)
vars(messages).update(translated=lambda text, names=None: text if names is None else messages.named(text, names))
