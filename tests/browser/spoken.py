"""A page as a screen reader reads it: the accessibility tree from top to bottom, one line for each stop."""

from typing import Any

from playwright.sync_api import Page

NAMED = {"region", "group", "navigation", "status", "toggle button"}
WORDS = {"DisclosureTriangle": "menu", "rowheader": "row", "cell": "", "gridcell": "", "columnheader": "column"}
SAID_WHOLE = {"heading", "button", "link", "image", *WORDS}
TEXTS = {"paragraph", "listitem", "term", "definition"}


def spoken_lines(page: Page) -> list[str]:
    """The lines of the page's main element."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    [main] = [node for node in nodes.values() if _value(node, "role") == "main"]
    return [line for child in main["childIds"] for line in _lines(nodes, nodes[child])]


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def _lines(nodes: dict[str, Any], node: dict[str, Any]) -> list[str]:
    role, name = _value(node, "role"), " ".join(_value(node, "name").split())
    if role in SAID_WHOLE and not node["ignored"]:
        return [", ".join(filter(None, [name, WORDS.get(role, role), *_states(node)]))]
    if role == "StaticText":
        return [name] if name else []
    inner = [line for child in node.get("childIds", []) if child in nodes for line in _lines(nodes, nodes[child])]
    if role in TEXTS and not _has_stops(nodes, node):
        return [" ".join(inner)] if inner else []
    return [f"{name}, {role}", *inner] if role in NAMED and name and not node["ignored"] else inner


def _has_stops(nodes: dict[str, Any], node: dict[str, Any]) -> bool:
    children = [nodes[child] for child in node.get("childIds", []) if child in nodes]
    return any(_value(child, "role") in SAID_WHOLE or _has_stops(nodes, child) for child in children)


def _states(node: dict[str, Any]) -> list[str]:
    states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    said = [f"level {states['level']}"] if "level" in states else []
    said += ["pressed"] if states.get("pressed") in (True, "true") else []
    said += ["unavailable"] if states.get("disabled") else []
    return [*said, _value(node, "description")] if _value(node, "description") else said
