"""How long hypothesis looks: a quick profile for `./test`, and the thorough one of `./test --all`."""

from hypothesis import settings

QUICK, THOROUGH = "quick", "thorough"
SHARE = 5  # of the thorough profile's examples, the quick one tries one in this many


def load(*, thorough: bool) -> None:
    """Before any test is imported; tests count, they hold no watch."""
    for name, count in ((QUICK, 20), (THOROUGH, 100)):
        settings.register_profile(name, deadline=None, max_examples=count)
    settings.load_profile(THOROUGH if thorough else QUICK)


def examples(thorough: int) -> int:
    """How many a test tries that says how many are thorough."""
    return thorough if settings.get_current_profile_name() == THOROUGH else max(1, thorough // SHARE)
