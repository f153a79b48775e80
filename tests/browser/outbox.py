"""What the outbox of a table's page knows: its module, as the page loaded it."""

MODULE = "import(document.querySelector('script[src*=\".table.\"]').src)"


def outbox(expression: str) -> str:
    """A script for the value of an expression about `table`; null where there is no such page."""
    return f"{MODULE}.then(({{ core: table }}) => {expression}).catch(() => null)"


# What comes when the page stands is fetched now, as the first key does, and not after three seconds; then it has come.
IS_COMPLETE = outbox("""table.loadExtras().then(() => {
  const own = document.querySelector("#blank-entry")?.dataset.script;
  return own && table.loadModule(own).then(() => Boolean(table.extras.pages));
}).then(isThere => isThere !== false && Boolean(document.querySelector("#entries")))""")
