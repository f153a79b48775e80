"""All kinds of reminders, by key."""

from collections.abc import Mapping

from dogclub.models import Reminder
from dogclub.notify.reminders.kinds import confirmation, digest, night, report, trophy
from dogclub.notify.reminders.kinds.base import ReminderKind

KINDS: Mapping[str, ReminderKind] = {
    Reminder.Kind.NIGHT: ReminderKind(night.clubs, night.due, night.email),
    Reminder.Kind.CONFIRMATION: ReminderKind(confirmation.clubs, confirmation.due, confirmation.email),
    Reminder.Kind.TROPHY: ReminderKind(trophy.clubs, trophy.due, trophy.email),
    Reminder.Kind.DIGEST: ReminderKind(digest.clubs, digest.due, digest.email, digest.claimed),
    Reminder.Kind.REPORT: ReminderKind(report.clubs, report.due, report.email),
}

__all__ = ["KINDS"]
