"""The house's own settings, with kinds of work that only tests know."""

from dogclub import settings as house
from tests.dogclub.jobs.names import KINDS

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
JOB_KINDS = {**house.JOB_KINDS, **KINDS}
