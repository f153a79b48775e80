"""Models of background work and integrations: jobs, imports, photos that are read, webhooks, chats, reminders,
notifications, and requests that may be repeated.
"""

from dogclub.models.chat import Chat
from dogclub.models.idempotency_key import IdempotencyKey
from dogclub.models.import_batch import ImportBatch
from dogclub.models.job import Job
from dogclub.models.push import PushDevice, PushSettings
from dogclub.models.reminder import EmailSettings, RefusedAddress, Reminder
from dogclub.models.sheet_reading import SheetReading
from dogclub.models.webhook import Webhook

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
