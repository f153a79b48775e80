"""What the outbox of a table's page knows: its module, as the page loaded it."""

MODULE = "import(document.querySelector('script[src*=\".table.\"]').src)"
IS_COMPLETE = "table.extras.pages && document.querySelector('#entries')"  # with what comes when the page stands


def outbox(expression: str) -> str:
    """A script for the value of an expression about `table`; null where there is no such page."""
    return f"{MODULE}.then(table => {expression}).catch(() => null)"
