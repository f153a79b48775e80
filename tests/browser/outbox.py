"""Scripts that read the outbox of a table page through the module the page has loaded."""

MODULE = "import(document.querySelector('script[src*=\".table.\"]').src)"


def outbox(expression: str) -> str:
    """A script for the value of a JavaScript expression about `table`, the module; null on pages without it."""
    return f"{MODULE}.then(({{ core: table }}) => {expression}).catch(() => null)"


# Loads the deferred scripts at once, as the first key press does, rather than after three seconds; true once loaded.
IS_COMPLETE = outbox("""table.loadExtras().then(() => {
  const own = document.querySelector("#blank-entry")?.dataset.script;
  return own && table.loadModule(own).then(() => Boolean(table.extras.pages));
}).then(isThere => isThere !== false && Boolean(document.querySelector("#entries")))""")
