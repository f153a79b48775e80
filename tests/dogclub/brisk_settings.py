"""Likewise, with shorter breaths, so that nobody waits for half a minute of silence."""

from tests.dogclub import kennel_settings as kennel

globals().update({name: getattr(kennel, name) for name in dir(kennel) if name.isupper()})
JOB_BEAT, JOB_SILENCE, JOB_SWEEP = 0.5, 3, 0.5
