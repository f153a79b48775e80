"""User accounts and their sessions. A player need not have an account."""

from typing import Any, ClassVar, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.names import check_name

# User accounts. A player need not have one.


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """An account, which signs in with its email address; `language` is "" before one is learnt."""

    email = models.EmailField(gettext_lazy("e-mail address"), unique=True)
    name = models.CharField(max_length=60, blank=True, validators=[check_name])
    language = models.CharField(max_length=12, blank=True, default="", db_default="")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = Users()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="one_account_an_address")]

    def __str__(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return str(self)

    @property
    def given_name(self) -> str:
        """The first word of the name, or the part before the @ of the address."""
        return self._words()[0]

    @property
    def initials(self) -> str:
        """The first letters of the first and last word of the name: one or two."""
        words = self._words()
        return "".join(word[0] for word in dict.fromkeys([words[0], words[-1]])).upper()

    def _words(self) -> list[str]:
        return self.name.split() or [self.email.partition("@")[0] or self.email]


# Sessions with their account, so that an account's sessions are found without decoding all of them.
# `settings.SESSION_ENGINE` names this module. The rows stay in the table that Django created for its own sessions.


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

    model = Session

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.account = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row
