"""The rows of the second factor in the matrix of tests/routes_expected.py, with the same columns."""

from tests.routes_api import all_get

# fmt: off
#     anonymous, stranger, spectator, tablet, member, scorekeeper, organiser, owner
SECOND_FACTOR: dict[str, str] = {
    "GET mfa_index": "302 200 302 302 200 200 200 200",
    "POST mfa_index": "302 405 302 302 405 405 405 405",
    "GET mfa_authenticate": all_get(302),
    "POST mfa_authenticate": all_get(302),
    "GET mfa_reauthenticate": all_get(302),
    "POST mfa_reauthenticate": all_get(302),
    "GET mfa_activate_totp": all_get(302),
    "POST mfa_activate_totp": all_get(302),
    "GET mfa_deactivate_totp": "302 404 302 302 404 404 404 404",
    "POST mfa_deactivate_totp": "302 404 302 302 404 404 404 404",
    "GET mfa_view_recovery_codes": "302 404 302 302 404 404 404 404",
    "POST mfa_view_recovery_codes": "302 405 302 302 405 405 405 405",
    "GET mfa_generate_recovery_codes": all_get(302),
    "POST mfa_generate_recovery_codes": all_get(302),
    "GET mfa_download_recovery_codes": "302 404 302 302 404 404 404 404",
    "POST mfa_download_recovery_codes": "302 404 302 302 404 404 404 404",
    "GET mfa_list_webauthn": "302 200 302 302 200 200 200 200",
    "POST mfa_list_webauthn": "302 405 302 302 405 405 405 405",
    "GET mfa_add_webauthn": all_get(302),
    "POST mfa_add_webauthn": all_get(302),
    "GET mfa_reauthenticate_webauthn": all_get(302),
    "POST mfa_reauthenticate_webauthn": all_get(302),
    "GET mfa_remove_webauthn": all_get(302),
    "POST mfa_remove_webauthn": all_get(302),
    "GET mfa_edit_webauthn": all_get(302),
    "POST mfa_edit_webauthn": all_get(302),
    "GET mfa_login_webauthn": all_get(302),
    "POST mfa_login_webauthn": all_get(302),
}
# fmt: on
