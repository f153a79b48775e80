"""Run a coroutine on a new event loop."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def on_its_own(story: Coroutine[Any, Any, T]) -> T:
    """Run the coroutine in a new thread and return its result, because an earlier browser test may have left a running
    event loop in this thread. Fail after 120 seconds.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result(120)
