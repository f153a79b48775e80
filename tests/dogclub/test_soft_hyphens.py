"""Soft hyphens that show where long words may break, for display only."""

import pytest
from django.utils import translation

from dogclub.templatetags.dogclub import soft


@pytest.mark.parametrize(
    ("language", "broken"),
    [
        ("en", "Feather-stone-haugh"),
        ("en", "Mill-brook-hampton"),
        ("en", "Butterscotch"),
        ("de", "Feather-stone-haugh"),
        ("de", "Donnerstagabend"),
        ("de", "Samstag-nach-mittag"),
        ("de", "Geburtstags-feiern"),
        ("de", "wieder-herstellbar"),
        ("de", "Donaudampf-schiff-fahrts-gesell-schaft"),
        ("de", "Wieder-herstel-lungs-codes"),
        ("de", "Durch-schnitts-werte"),
        ("nl", "wedstrijd-formulieren"),
        ("nl", "winnaarstafel"),
        ("fr", "enregis-trements"),
        ("es", "recons-truc-ciones"),
        ("pt", "clas-sificações"),
    ],
)
def test_a_word_breaks_where_its_language_does(language: str, broken: str) -> None:
    with translation.override(language):
        assert soft(broken.replace("-", "")).replace("\N{SOFT HYPHEN}", "-") == broken
