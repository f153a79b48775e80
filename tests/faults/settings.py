"""The house's own settings; its worker looks at once for work that a process beside it asked for."""

from dogclub import settings as house

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
JOB_SWEEP = 0.5
