"""The program’s own settings, with the language for tests among those to choose from."""

from dogclub import settings as house

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
LANGUAGES = [*house.LANGUAGES, ("en-xa", "Pseudo")]
INSTALLED_APPS = [*house.INSTALLED_APPS, "tests.pseudo_app.Offered"]
