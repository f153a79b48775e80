"""Where Celery looks for what it is to do; the tasks stand beside what they belong to."""

from dogclub.mail import send

__all__ = ["send"]
