"""One HTTP request to another server: no redirects, no proxies, short timeouts, and only the start of the response
is read.
"""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import httpx
from django.utils.translation import gettext as _

from dogclub.notify.webhooks.addresses import UNKNOWN_HOST, UNRESOLVED, Refused, Unresolved, checked

STEP_TIMEOUT = 10  # seconds for each step
NAME_TIMEOUT = 10  # seconds until the host name is resolved
TOTAL_TIMEOUT = 20  # seconds for the whole request, as a server may send a byte now and then
MAX_READ = 2000  # bytes


@dataclass(frozen=True)
class Answer:
    """The status and the start of the response body, unprintable characters replaced by spaces."""

    status: int
    words: str

    @property
    def is_good(self) -> bool:
        return httpx.codes.is_success(self.status)


class Unanswered(Exception):
    """Raised if there is no response, or not in time; the text says which."""


def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Send a POST request, as JSON unless the headers say otherwise. Raise Refused or Unanswered."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL as error:
        raise Refused(UNKNOWN_HOST) from error
    try:
        place = _resolved(url)
        return _run_in_thread(_post(url, place, body, headers))
    except Unresolved as error:
        raise Unanswered(str(error)) from error
    except (TimeoutError, httpx.TimeoutException) as error:
        raise Unanswered(_("It took too long to answer.")) from error
    except (httpx.HTTPError, OSError, ValueError) as error:
        raise Unanswered(_("It could not be reached ({error}).").format(error=type(error).__name__)) from error


def _resolved(url: httpx.URL) -> str:
    """Return the checked IP address. A name server that does not answer counts as one that does not know the name; its
    thread ends when the system gives up.
    """
    found: Future[str] = Future()

    def resolve() -> None:
        try:
            found.set_result(checked(url))
        except (Refused, Unresolved, ValueError) as error:
            found.set_exception(error)

    threading.Thread(target=resolve, name="name of a receiver", daemon=True).start()
    try:
        return found.result(NAME_TIMEOUT)
    except TimeoutError as error:
        raise Unresolved(UNRESOLVED) from error


def _run_in_thread(call: Coroutine[Any, Any, Answer]) -> Answer:
    """Run the coroutine in a thread with its own event loop, as the caller may be inside a running one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, call).result()


async def _post(url: httpx.URL, place: str, body: bytes, headers: dict[str, str]) -> Answer:
    usual = {"Content-Type": "application/json", "User-Agent": "DogClub"}
    named = {**usual, **headers, "Host": url.netloc.decode("ascii")}
    opened = httpx.AsyncClient(timeout=STEP_TIMEOUT, follow_redirects=False, trust_env=False)
    async with asyncio.timeout(TOTAL_TIMEOUT), opened as client:
        request = client.build_request("POST", url.copy_with(host=place), content=body, headers=named)
        # The certificate must be for the host name, though the connection goes to the checked IP address.
        request.extensions["sni_hostname"] = url.host
        answer = await client.send(request, stream=True)
        try:
            return Answer(answer.status_code, await _start(answer))
        finally:
            await answer.aclose()


async def _start(answer: httpx.Response) -> str:
    body = b""
    async for piece in answer.aiter_raw():
        body += piece
        if len(body) >= MAX_READ:
            break
    words = body[:MAX_READ].decode(errors="replace")
    return "".join(letter if letter.isprintable() else " " for letter in words).strip()


__all__ = ["Answer", "Refused", "Unanswered", "post"]
