"""A story told on an event loop of its own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def on_its_own(story: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: a browser test earlier on may have left its event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result(120)
