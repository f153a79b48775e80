"""The events that can be sent to a webhook."""

from django.utils.translation import gettext_lazy

FINISHED, CORRECTED, REOPENED = "match.finished", "match.corrected", "match.reopened"
MOVED = "trophy.moved"
TEST = "hook.test"

EVENTS = {
    FINISHED: gettext_lazy("A match is finished"),
    CORRECTED: gettext_lazy("The sheet of a finished match is corrected"),
    REOPENED: gettext_lazy("A finished match is reopened, and its result no longer counts"),
    MOVED: gettext_lazy("A trophy goes to somebody else"),
}
