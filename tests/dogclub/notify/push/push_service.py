"""A push service and a browser of tests: the service is a real HTTP server, the browser decrypts with its own key. Both
are written from RFC 8291 and RFC 8292, apart from the app's code.
"""

import base64
import hmac
import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from clubs.models import User
from dogclub.models import PushDevice
from dogclub.notify.push import devices
from dogclub.notify.push.devices import server_key
from tests.dogclub.notify.webhooks.listener import Told


def b64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def un64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hmac(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, sha256).digest()


@dataclass
class Browser:
    """A browser with its keys."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen bytes ok"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": b64(self.point), "auth": b64(self.auth), "server_key": server_key()}

    def subscribed(self, user: User, endpoint: str) -> PushDevice:
        return devices.add(user, self.subscription(endpoint), "Firefox, Android")

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt the body of a request."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = _hmac(_hmac(self.auth, shared), b"WebPush: info\0" + self.point + sender + b"\1")
        secret = _hmac(salt, material)
        key = _hmac(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(secret, b"Content-Encoding: nonce\0\1")[:12]
        found: dict[str, Any] = json.loads(AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2"))
        return found


def claims(told: Told, endpoint: str) -> dict[str, Any]:
    """Verify who sent a request, as a push service does, and return what the token says."""
    scheme, token, key = told.headers["authorization"].replace(",", "").split()
    assert (scheme, token[:2], key[:2]) == ("vapid", "t=", "k=")
    said, signature = token[2:].rsplit(".", 1)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), un64(key[2:]))
    raw = un64(signature)
    pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(encode_dss_signature(*pair), said.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(un64(said.split(".")[1]))
    assert found["aud"] == "{0.scheme}://{0.netloc}".format(urlsplit(endpoint))
    return found
