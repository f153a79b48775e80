"""The settings of Dog Club with a sweep every half second, so that the worker finds jobs that another process wrote."""

from dogclub import settings as house

globals().update({name: getattr(house, name) for name in dir(house) if name.isupper()})
JOB_SWEEP = 0.5
