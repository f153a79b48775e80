"""`kennel_settings` with shorter heartbeat, lease and sweep intervals, so that a lost job is found within seconds."""

from tests.dogclub import kennel_settings as kennel

globals().update({name: getattr(kennel, name) for name in dir(kennel) if name.isupper()})
JOB_BEAT, JOB_SILENCE, JOB_SWEEP = 0.5, 3, 0.5
