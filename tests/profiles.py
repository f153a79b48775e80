"""Profiles of hypothesis: a quick one for every change, and a thorough one for the engines in CI and for everything
before a release.
"""

from hypothesis import settings

QUICK, THOROUGH = "quick", "thorough"
SHARE = 5  # the quick profile tries one of this many of the thorough profile's examples


def load(*, thorough: bool) -> None:
    """Register the profiles and load one, before any test module is imported; neither has a deadline. Hypothesis' own
    option `--hypothesis-profile` then overrides the choice.
    """
    for name, count in ((QUICK, 20), (THOROUGH, 100)):
        settings.register_profile(name, deadline=None, max_examples=count)
    settings.load_profile(THOROUGH if thorough else QUICK)


def examples(thorough: int) -> int:
    """The number of examples to try: `thorough` in the thorough profile, a fifth of it in the quick one."""
    return thorough if settings.get_current_profile_name() == THOROUGH else max(1, thorough // SHARE)
