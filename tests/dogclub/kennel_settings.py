"""The settings of Dog Club with job kinds that exist only in tests."""

from dogclub import settings as base
from tests.dogclub.jobs.names import KINDS

globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})
JOB_KINDS = {**base.JOB_KINDS, **KINDS}
