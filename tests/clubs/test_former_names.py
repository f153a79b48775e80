"""A former member is called so in the language of the reader."""

import pytest
from django.template import Context, Template
from django.utils import translation

from clubs.language.locales import shown_name
from games.base.names import isolated, shortened


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en-gb", "Former member 2"), ("de", "Ehemaliges Mitglied 2"), ("fr", "Ex-membre 2")],
)
def test_a_former_member_is_called_so_in_each_language(language: str, shown: str) -> None:
    with translation.override(language):
        assert (shown_name("Former member 2"), isolated("Former member 2")) == (shown, shown)
        assert shortened(["Former member 2", "Ann Roe"]) == [shown, "Ann"]
        assert shown in Template("{% name who %}").render(Context({"who": "Former member 2"})).replace("\xad", "")


def test_another_name_is_nobody_s_but_theirs() -> None:
    with translation.override("de"):
        assert shown_name("Former members 2") == "Former members 2"
        assert shown_name("Ann") == "Ann"
