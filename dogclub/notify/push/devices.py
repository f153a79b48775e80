"""The browsers that a member turned notifications on for, and what the member chose; for pages and the API."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django import forms
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Membership, User
from dogclub.models import PushDevice, PushSettings
from dogclub.models.notify import HOURS
from dogclub.notify.webhooks.management import callable_url

# Encryption of a message for one browser (RFC 8291), and the proof of who sends it (RFC 8292).

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's group
SALT, RECORD, POINT, AUTH = 16, 4096, 65, 16  # bytes
LONGEST_MESSAGE = 3900  # bytes of a message: services take bodies of 4096
VALID = 12 * 60 * 60  # seconds; services refuse more than a day
PURPOSE = "dogclub.notify.push.vapid"


class BadKey(Exception):
    """Raised for keys of a browser that are none."""


def encrypted(message: bytes, p256dh: str, auth: str) -> bytes:
    """Return the body of a request, as `aes128gcm` (RFC 8188): only this browser can read it. Raise BadKey."""
    return _sealed(message, p256dh, auth, ec.generate_private_key(CURVE), os.urandom(SALT))


def _sealed(message: bytes, p256dh: str, auth: str, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    point, secret = check_keys(p256dh, auth)
    mine = _point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    key = _derived(shared, secret, b"WebPush: info\0" + point + mine, 32)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(mine).to_bytes(1, "big") + mine
    return head + AESGCM(content_key).encrypt(nonce, message[:LONGEST_MESSAGE] + b"\x02", None)


def check_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Return the point and the secret that a browser gave as base64url. Raise BadKey."""
    try:
        point, secret = unpadded(p256dh), unpadded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError as error:
        raise BadKey from error
    if len(point) != POINT or len(secret) != AUTH:
        raise BadKey
    return point, secret


def _derived(key: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(key)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def unpadded(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raise ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def base64url(content: bytes) -> str:
    """Return base64url without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


# The server's own key, by which push services know it. It follows from SECRET_KEY, so that it is there from the first
# start, on every machine and in every backup that has that.


@cache
def _server_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac(PURPOSE, "key", secret=secret, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(digest, "big") % (ORDER - 1) + 1, CURVE)


def server_key() -> str:
    """Return the public key with which browsers subscribe."""
    return base64url(_point(_server_key(settings.SECRET_KEY)))


def proof(endpoint: str, subscribed: str, now: float) -> str | None:
    """Return the header `Authorization` for an endpoint; None if the browser subscribed with the key of a SECRET_KEY
    that is forgotten.
    """
    keys = map(_server_key, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    key = next((key for key in keys if base64url(_point(key)) == subscribed), None)
    if key is None:
        return None
    parts = urlsplit(endpoint)
    sender = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID, "sub": f"mailto:{sender}"}
    said = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    one, other = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = base64url(one.to_bytes(32, "big") + other.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={subscribed}"


def _part(data: dict[str, object]) -> str:
    return base64url(json.dumps(data, separators=(",", ":")).encode())


def fingerprint(endpoint: str) -> str:
    """Return the SHA-256 by which a device is found."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


SWITCHES = ("night", "seat", "confirmation", "trophy")
FIELDS = (*SWITCHES, "quiet_from", "quiet_until")
MOST_DEVICES, LONGEST_ENDPOINT, LONGEST_LABEL = 10, 500, 80
CHOICES = [(hour, f"{hour:02}:00") for hour in HOURS]


class PushSettingsForm(forms.Form):
    night = forms.BooleanField(
        label=gettext_lazy("My night is tomorrow, and I haven’t answered"),
        required=False,
        help_text=gettext_lazy("The day before, from 10:00, with a page to answer on."),
    )
    seat = forms.BooleanField(
        label=gettext_lazy("A place came free for me"),
        required=False,
        help_text=gettext_lazy("At once, when you were next on the waiting list."),
    )
    confirmation = forms.BooleanField(
        label=gettext_lazy("A sheet waits for my confirmation"),
        required=False,
        help_text=gettext_lazy("An hour after the match, if it is yours to confirm."),
    )
    trophy = forms.BooleanField(
        label=gettext_lazy("My trophy was taken"),
        required=False,
        help_text=gettext_lazy("An hour after the match: who has it now."),
    )
    quiet_from = forms.TypedChoiceField(label=gettext_lazy("Quiet from"), choices=CHOICES, coerce=int)
    quiet_until = forms.TypedChoiceField(label=gettext_lazy("Quiet until"), choices=CHOICES, coerce=int)

    def __init__(self, data: Any = None, *, chosen: PushSettings) -> None:
        super().__init__(data, initial={name: getattr(chosen, name) for name in FIELDS})
        self.chosen = chosen

    def save(self) -> None:
        for name in FIELDS:
            setattr(self.chosen, name, self.cleaned_data[name])
        self.chosen.save()


class DeviceForm(forms.Form):
    """What the browser says of its subscription."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    server_key = forms.CharField(max_length=100)

    def clean_endpoint(self) -> str:
        return callable_url(self.cleaned_data["endpoint"])

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        if "p256dh" in found and "auth" in found:
            try:
                check_keys(found["p256dh"], found["auth"])
            except BadKey as error:
                raise forms.ValidationError("keys", code="keys") from error
        return found


def settings_of(membership: Membership) -> PushSettings:
    """Return the member's settings, or the defaults unsaved."""
    try:
        return membership.push_settings
    except PushSettings.DoesNotExist:
        return PushSettings(membership=membership)


def add(user: User, given: dict[str, str], browser: str) -> PushDevice:
    """Store the browser's subscription, as this user's from now on. The oldest beyond the limit are forgotten."""
    fields = {name: given[name] for name in ("endpoint", "auth", "p256dh", "server_key")}
    row, _is_new = PushDevice.objects.update_or_create(
        fingerprint=fingerprint(given["endpoint"]), defaults={**fields, "user": user, "label": browser[:LONGEST_LABEL]}
    )
    newest = PushDevice.objects.filter(user=user).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushDevice.objects.filter(pk__in=list(newest[MOST_DEVICES:])).delete()
    return row


def forget(user: User, endpoint: str) -> None:
    """Send nothing more to this browser."""
    PushDevice.objects.filter(user=user, fingerprint=fingerprint(endpoint)).delete()


BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"))


def browser_of(agent: str) -> str:
    """Return a name such as `Firefox, Android` for a User-Agent.

    >>> browser_of("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0")
    'Firefox, Android'
    """
    browser = next((name for mark, name in BROWSERS if mark in agent), _("a browser"))
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser}, {system}" if system else browser
