"""Redis as Celery’s broker, where a connection may be lost under a task that acknowledges late (ADR 89)."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    """A channel that leaves messages alone once its connection is lost, where kombu fails and ends the worker. The rows
    store what is to be done.
    """

    do_restore = False

    def basic_ack(self, delivery_tag: str, *args: Any, **kwargs: Any) -> None:
        """Acknowledge a message, unless its connection was lost."""
        if not self.closed:
            super().basic_ack(delivery_tag, *args, **kwargs)  # type: ignore[no-untyped-call]


class Transport(redis.Transport):
    """The transport of Redis with these channels."""

    Channel: Any = Channel
