"""Models of background work and integrations: jobs, imports, photos that are read, webhooks, chats, reminders,
notifications, and requests that may be repeated.
"""

from dogclub.models.job import IdempotencyKey, ImportBatch, Job, SheetReading
from dogclub.models.notify import Chat, EmailSettings, PushDevice, PushSettings, RefusedAddress, Reminder, Webhook

__all__ = [
    "Chat",
    "EmailSettings",
    "IdempotencyKey",
    "ImportBatch",
    "Job",
    "PushDevice",
    "PushSettings",
    "RefusedAddress",
    "Reminder",
    "SheetReading",
    "Webhook",
]
