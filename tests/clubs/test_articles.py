"""Trophies stand in a sentence with the article of each language."""

import pytest
from django.utils import translation

from clubs.language.terms import as_object, as_subject


@pytest.mark.parametrize(
    ("language", "name", "subject", "taken"),
    [
        ("en-gb", "Good Dog Cup", "Good Dog Cup", "Good Dog Cup"),
        ("de", "Good Dog Cup", "der Good Dog Cup", "den Good Dog Cup"),
        ("de", "Cone of Shame", "der Cone of Shame", "den Cone of Shame"),
        ("de", "Silberschale", "die Silberschale", "die Silberschale"),
        ("fr", "Cone of Shame", "le Cone of Shame", "le Cone of Shame"),
        ("fr", "Coupe du jeudi", "la Coupe du jeudi", "la Coupe du jeudi"),
        ("es", "Corgi Crown", "la Corgi Crown", "la Corgi Crown"),
        ("nl", "Wisselbeker", "de Wisselbeker", "de Wisselbeker"),
        ("pt", "White Flag", "a White Flag", "a White Flag"),
        ("fr", "Étoile Cup", "l’Étoile Cup", "l’Étoile Cup"),
        ("it", "Good Dog Cup", "il Good Dog Cup", "il Good Dog Cup"),
        ("it", "Osso d’oro", "l’Osso d’oro", "l’Osso d’oro"),
        ("it", "Scudo del giovedì", "lo Scudo del giovedì", "lo Scudo del giovedì"),
        ("it", "Coppa del giovedì", "la Coppa del giovedì", "la Coppa del giovedì"),
        ("de", "Shortest Legs", "Shortest Legs", "Shortest Legs"),
        ("ar", "Good Dog Cup", "Good Dog Cup", "Good Dog Cup"),
        ("de", "", "", ""),
    ],
)
def test_a_trophy_has_the_article_of_the_language(language: str, name: str, subject: str, taken: str) -> None:
    with translation.override(language):
        assert (as_subject(name), as_object(name)) == (subject, taken)
