"""Rechecks of every listener's access, one after the other: from time to time, and when a link or role ends."""

import logging

from dogclub.live.authorize import Pages, ask
from dogclub.live.hub import Hub
from dogclub.live.listener import Listener

logger = logging.getLogger(__name__)


class AccessRecheck:
    """Rechecks the listeners in `hub.to_recheck`."""

    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub = hub
        self.pages = pages

    async def run(self) -> None:
        while True:
            await self.hub.recheck_due.wait()
            while self.hub.to_recheck:
                await self._check(self.hub.to_recheck.pop())
            self.hub.recheck_due.clear()

    async def _check(self, listener: Listener) -> None:
        """Close the stream of a listener without access; when the browser reconnects, it gets the reason."""
        try:
            if not await self.has_access(listener):
                listener.close()
        except Exception:
            logger.exception("Whether somebody may still listen could not be found out; it is asked again.")

    async def has_access(self, listener: Listener) -> bool:
        """Whether the page still allows the listener exactly the topics of its stream."""
        answer = await ask(self.pages, listener.scope)
        return answer.versions.keys() == listener.shown.keys()
