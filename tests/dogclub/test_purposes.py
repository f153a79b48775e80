"""What was signed or encrypted by an earlier version: the purposes its keys are derived from never change, wherever
their code moves.
"""

import pytest
from django.utils.module_loading import import_string

PURPOSES = {
    "clubs.accounts.second_factors.PURPOSE": "clubs.accounts.second_factors",
    "clubs.calendar.answers.SALT": "dogclub.answer",
    "clubs.members.password_link.SALT": "clubs.members.password",
    "dogclub.app.worker.SALT": "dogclub.app.page_owner",
    "dogclub.models.notify.PURPOSE": "dogclub.models.encrypted_text",
    "dogclub.notify.push.devices.PURPOSE": "dogclub.notify.push.vapid",
    "dogclub.notify.reminders.email.RETURN_SALT": "dogclub.reminders.return",
    "dogclub.notify.reminders.email.UNSUBSCRIBE_SALT": "dogclub.reminders.off",
    "dogclub.notify.reminders.delivery.SALT": "dogclub.reminders.address",
    "leagues.attendance.taps.SALT": "dogclub.attendance",
}


@pytest.mark.parametrize("constant", PURPOSES)
def test_what_was_signed_or_encrypted_before_is_still_read(constant: str) -> None:
    assert import_string(constant) == PURPOSES[constant]
