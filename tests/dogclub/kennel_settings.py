"""The settings of Dog Club with job kinds that exist only in tests."""

from dogclub import settings as house
from tests.dogclub.jobs.names import KINDS

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
JOB_KINDS = {**house.JOB_KINDS, **KINDS}
