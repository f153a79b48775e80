"""A browser that is signed in, and whose it is, so that an account finds its own without opening everybody's.

`settings.SESSION_ENGINE` names this module. The rows stay in the table that Django made for them.
"""

from typing import Any, ClassVar, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """`account` is the number of the account signed in there; null where nobody is."""

    account = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        db_table: ClassVar = "django_session"

    @classmethod
    def get_session_store_class(cls) -> type["SessionStore"]:
        return SessionStore


class SessionStore(db.SessionStore):
    """Its name is part of what signs the data: with another one nobody would be signed in any longer."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.account = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
