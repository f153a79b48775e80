"""The project's settings with the pseudo-language among the languages offered."""

from dogclub import settings as house

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
LANGUAGES = [*house.LANGUAGES, ("en-xa", "Pseudo")]
INSTALLED_APPS = [*house.INSTALLED_APPS, "tests.pseudo_app.Offered"]
