"""The settings of Dog Club with a sweep every half second, so that the worker finds jobs that another process wrote."""

from dogclub import settings as base

globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})
JOB_SWEEP = 0.5
