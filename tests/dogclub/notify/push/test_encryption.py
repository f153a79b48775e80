"""The encryption of notifications against the example of RFC 8291, and the server's key."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django.fixtures import Settings

from dogclub.notify.push import devices
from dogclub.notify.push.devices import BadKey, base64url, check_keys, proof, server_key, unpadded

# RFC 8291, section 5 and appendix A.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_it_is_that_of_the_rfc() -> None:
    own = ec.derive_private_key(int.from_bytes(unpadded(SENDER), "big"), ec.SECP256R1())
    message = b"When I grow up, I want to be a watermelon"
    assert base64url(devices._sealed(message, P256DH, AUTH, own, unpadded(SALT))) == SEALED


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", AUTH), (P256DH[:-4], AUTH), (P256DH, "BTBZ"), ("B" * 87, AUTH), (P256DH, "ü")]
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKey):
        check_keys(p256dh, auth)


def test_the_servers_key_follows_from_its_secret(settings: Settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a" * 50, []
    first = server_key()
    assert (server_key(), len(unpadded(first))) == (first, 65)
    settings.SECRET_KEY = "b" * 50
    assert server_key() != first
    assert proof("https://push.example/x", first, 0) is None
    settings.SECRET_KEY_FALLBACKS = ["a" * 50]
    assert f"k={first}" in str(proof("https://push.example/x", first, 0))
