"""A device with a finger or a face, as Chromium plays it."""

from playwright.sync_api import Page


def with_authenticator(page: Page) -> Page:
    """A device that says yes to every passkey."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page
