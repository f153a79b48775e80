"""An API client that signs in with a key, for tests."""

from typing import Any

from django.test import Client

from clubs import api_keys
from clubs.models import ApiKey, Club, Membership, Role, Scope, User


class Program:
    """A client that sends only its key (no session) and, like the real server, has CSRF checks enabled."""

    def __init__(self, token: str = "", key: ApiKey | None = None) -> None:
        self.key, self.token = key, token
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)

    def ask(self, address: str, method: str = "GET", body: str = "", **headers: str) -> Any:
        """Send a request with a JSON body and return the response; `_` in a header's name stands for `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"Authorization": f"Bearer {self.token}"} | named if self.token else named
        return self.client.generic(method, address, body, content_type="application/json", headers=named)


def a_program(owner: Club | User, scope: Scope = Scope.RESULTS, label: str = "Season printer", **more: Any) -> Program:
    key, token = api_keys.make(label, scope, of=owner, by=None, **more)
    return Program(token, key)


def somebody(club: Club, role: Role, email: str = "bea@kennel.example") -> User:
    """A new user with this role in the club."""
    user = User.objects.create_user(email, name="Bea Marlowe")
    Membership.objects.create(club=club, user=user, role=role)
    return user
