"""What the account pages say when something is wrong, in the club's words."""

from typing import ClassVar

from allauth.account.adapter import DefaultAccountAdapter


class Adapter(DefaultAccountAdapter):
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "That address and password do not go together. Try again, or have a code sent.",
        "email_taken": "There is an account with this address already. Sign in with it instead.",
        "too_many_login_attempts": "Too many tries. Wait a few minutes, or have a code sent.",
        "incorrect_code": "That is not the code. Look at the newest mail.",
        "incorrect_password": "That is not the password.",
        "invalid_password_reset": "This link was used or is too old. Have another sent.",
    }
