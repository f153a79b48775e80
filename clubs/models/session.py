"""Sessions with their account, so that an account's sessions are found without decoding all of them.

`settings.SESSION_ENGINE` names this module. The rows stay in the table that Django created for its own sessions.
"""

from typing import Any, ClassVar, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A session; `account` is the key of the account signed in there, or null."""

    account = models.BigIntegerField(null=True, db_index=True)

    class Meta(AbstractBaseSession.Meta):
        db_table: ClassVar = "django_session"

    @classmethod
    def get_session_store_class(cls) -> type["SessionStore"]:
        return SessionStore


class SessionStore(db.SessionStore):
    """The session backend. The class name is part of the signature's salt: another name would sign everybody out."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.account = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
