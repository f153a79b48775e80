"""The project's settings with the pseudo-language among the languages offered."""

from dogclub import settings as base

globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})
LANGUAGES = [*base.LANGUAGES, ("en-xa", "Pseudo")]
INSTALLED_APPS = [*base.INSTALLED_APPS, "tests.pseudo_app.Offered"]
