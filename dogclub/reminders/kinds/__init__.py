"""The kinds of email there are, by their key."""

from collections.abc import Mapping

from dogclub.models import Reminder
from dogclub.reminders.kinds import confirmation, digest, night, report, trophy
from dogclub.reminders.kinds.base import ReminderKind

KINDS: Mapping[str, ReminderKind] = {
    Reminder.Kind.NIGHT: ReminderKind(night.clubs, night.due, night.letter),
    Reminder.Kind.CONFIRMATION: ReminderKind(confirmation.clubs, confirmation.due, confirmation.letter),
    Reminder.Kind.TROPHY: ReminderKind(trophy.clubs, trophy.due, trophy.letter),
    Reminder.Kind.DIGEST: ReminderKind(digest.clubs, digest.due, digest.letter, digest.claimed),
    Reminder.Kind.REPORT: ReminderKind(report.clubs, report.due, report.letter),
}

__all__ = ["KINDS"]
