"""The language in use and its messages are those of Django."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from unittest import mock

import pytest
from django.test import override_settings
from django.utils import translation

from dogclub.speedups.active_language import Active


@pytest.mark.parametrize("language", ["en-gb", "en", "de", "fr", "es", "nl", "pt", "ar"])
def test_a_message_is_the_same_in_one_map_as_in_every_catalogue(language: str) -> None:
    with translation.override(language):
        current = vars(translation.trans_real)["_active"].value
        messages = [key for key, _ in current._catalog.items()]
        plain = [message for message in messages if isinstance(message, str)]
        counted = [message[0] for message in messages if isinstance(message, tuple)]
        for message in [*plain[:400], *counted[:400], "nobody says this"]:
            assert current.gettext(message) == type(current).gettext(current, message)


def test_english_is_looked_up_in_one_place_alone() -> None:
    with translation.override("en-gb"), mock.patch.object(translation.trans_real.TranslationCatalog, "get") as catalog:
        assert translation.gettext("Tonight") == "Tonight"
    assert catalog.call_count == 0


def test_settings_of_languages_that_a_test_changes_leave_no_language_behind() -> None:
    with translation.override("de"):
        with override_settings(LANGUAGES=[("en-gb", "English"), ("de", "Deutsch")]):
            assert translation.get_language() == "en-gb"
            translation.activate("de")
        assert translation.get_language() == "en-gb"
    assert translation.gettext("Tonight") == "Tonight"


def test_a_language_follows_its_request_into_another_thread_and_no_other_does() -> None:
    active = Active()
    assert not hasattr(active, "value")
    german = active.value = translation.trans_real.translation("de")
    current: partial[object] = partial(getattr, active, "value", "none")
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(current).result() == "none"
        assert threads.submit(copy_context().run, current).result() is german
        assert threads.submit(copy_context().run, active.code).result() == "de"
    del active.value
    assert not hasattr(active, "value")
