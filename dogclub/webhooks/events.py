"""What a program can be told of."""

FINISHED, CORRECTED, REOPENED = "match.finished", "match.corrected", "match.reopened"
MOVED = "trophy.moved"
TEST = "hook.test"

EVENTS = {
    FINISHED: "A match is finished",
    CORRECTED: "The sheet of a finished match is corrected",
    REOPENED: "A finished match is reopened, and its result no longer counts",
    MOVED: "A trophy goes to somebody else",
}
