"""Access of every listener is checked again now and then, and at once when a link or role ends, one after the other."""

import logging

from dogclub.live.authorize import Pages, ask
from dogclub.live.hub import Hub
from dogclub.live.listener import Listener

logger = logging.getLogger(__name__)


class AccessRecheck:
    def __init__(self, hub: Hub, pages: Pages) -> None:
        self.hub = hub
        self.pages = pages

    async def run(self) -> None:
        while True:
            await self.hub.recheck_due.wait()
            while self.hub.to_recheck:
                await self._look(self.hub.to_recheck.pop())
            self.hub.recheck_due.clear()

    async def _look(self, listener: Listener) -> None:
        """The stream of whoever would be turned away ends; when the browser comes back, it is told why."""
        try:
            if not await self.lets_in(listener):
                listener.close()
        except Exception:
            logger.exception("Whether somebody may still listen could not be found out; it is asked again.")

    async def lets_in(self, listener: Listener) -> bool:
        answer = await ask(self.pages, listener.scope)
        return answer.versions.keys() == listener.shown.keys()
