"""The names that a club can replace, by kind, with their meanings.

It contains names that are used unchanged, as a label or between commas. Nouns that a sentence inflects, such as round,
hand or box, are not included: no word of a club would fit every sentence of every language (ADR 61).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.fields import NameField
from clubs.language.terms import LONGEST_TERM, follow_terms
from clubs.models import Club, Role
from clubs.queries import serialised
from clubs.responses import saved
from games.callouts import counted, tagged
from games.registry import TABLE_GAMES
from games.rules import Article, glossary
from leagues.models import Trophy
from leagues.trophies.contests import RULES, missing
from scoring.messages import Term, translated


@dataclass(frozen=True)
class Renamable:
    """A name: `usual` is the standard one, `own` the club's ("" if none); the club's name of a `trophy` is stored with
    the trophy. `is_english` means that `meaning` is quoted from the glossary, which is in English only.
    """

    code: str
    usual: str
    meaning: str
    own: str
    trophy: Trophy | None = None
    is_english: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of names; `key` identifies it in the API."""

    key: str
    title: str
    about: str
    terms: Sequence[Renamable]


def kinds(club: Club) -> list[Kind]:
    """Return all kinds with their names. One query."""
    return [
        Kind("games", _("Games"), _("their names"), list(_games(club.terms))),
        Kind("trophies", _("Trophies"), _("of matches and play-offs"), list(_trophies(club))),
        Kind("callouts", _("Call-outs"), _("announced by the sheet"), list(_callouts(counted(), club.terms))),
        Kind("tags", _("Tags"), _("call-outs put on a round by hand"), list(_callouts(tagged(), club.terms))),
    ]


def _games(own: Mapping[str, str]) -> Iterator[Renamable]:
    for game in TABLE_GAMES:
        term = game.engine.name
        yield Renamable(term.code, str(term), translated(game.engine.summary), own.get(term.code, ""))


def _callouts(terms: Mapping[str, Term], own: Mapping[str, str]) -> Iterator[Renamable]:
    articles = {article.title.casefold(): article for section in glossary().sections for article in section.articles}
    for code, term in terms.items():
        meaning = _meaning(articles[str(term).casefold()])
        yield Renamable(code, str(term), meaning, own.get(code, ""), is_english=True)


def _meaning(article: Article) -> str:
    return " ".join(block.text for block in article.blocks if block.kind == "text")


def _trophies(club: Club) -> Iterator[Renamable]:
    """Yield the trophies that pass with matches, even before the first one is played; trophies passed on by hand have
    no standard name.
    """
    known = list(club.trophies.exclude(rule=Trophy.Rule.HAND))
    for game in TABLE_GAMES:
        mine = [trophy for trophy in known if trophy.game == game.key]
        by_rule = {trophy.rule: trophy for trophy in _standing(club, game.key, mine)}
        for rule, usual in zip(RULES, game.trophies, strict=True):
            if trophy := by_rule.get(rule):
                own = trophy.name if trophy.name != usual else ""
                meaning = f"{game.name}. {trophy.rule_in_words}"
                yield Renamable(f"trophy-{game.key}-{rule}", usual, meaning, own, trophy)


def _standing(club: Club, game: str, known: Sequence[Trophy]) -> Iterable[Trophy]:
    return [*(trophy for trophy in known if trophy.retired_at is None), *missing(club.pk, game, known)]


# The form on which an organiser renames terms, with one field for each; empty means the standard name.


class TermsForm(forms.Form):
    """A field that contains the standard name counts as empty."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club) -> None:
        self.club, self.kinds = club, kinds(club)
        super().__init__(data, initial={each.code: each.own for kind in self.kinds for each in kind.terms})
        for kind in self.kinds:
            for each in kind.terms:
                self.fields[each.code] = NameField(
                    label=each.usual,
                    max_length=LONGEST_TERM,
                    required=False,
                    widget=forms.TextInput(attrs={"placeholder": each.usual}),
                )

    def rows(self) -> list[tuple[Kind, list[tuple[Renamable, forms.BoundField]]]]:
        """Return the fields by kind."""
        return [(kind, [(each, self[each.code]) for each in kind.terms]) for kind in self.kinds]

    def clean(self) -> dict[str, Any]:
        """Reject two equal names of one kind, which nobody could distinguish, and names of trophies that are passed on
        by hand.
        """
        data = self.cleaned_data
        for kind in self.kinds:
            self._check_same_names(kind.terms)
        by_hand = self.club.trophies.filter(rule=Trophy.Rule.HAND, retired_at=None)
        taken = {name.casefold(): name for name in by_hand.values_list("name", flat=True)}
        for each in self._trophies():
            name = taken.get(self._name(each).casefold())
            if name and each.code in data:
                self._refuse(each, name)
        return data

    def _check_same_names(self, terms: Sequence[Renamable]) -> None:
        names = {each.code: self._name(each).casefold() for each in terms}
        for each in terms:
            own = self.cleaned_data.get(each.code, "")
            other = next((one for one in terms if one != each and names[one.code] == names[each.code]), None)
            usual = next((one for one in terms if one != each and one.usual.casefold() == own.casefold()), None)
            if own and (same := other or usual):
                self._refuse(each, same.usual)

    def _refuse(self, term: Renamable, other: str) -> None:
        words = _("Another term has this name: {term}. Choose a different one.")
        self.add_error(term.code, words.format(term=other))

    def _name(self, term: Renamable) -> str:
        return self.cleaned_data.get(term.code, "") or term.usual

    def _trophies(self) -> list[Renamable]:
        return [each for kind in self.kinds for each in kind.terms if each.trophy]

    @transaction.atomic
    def save(self) -> None:
        """Save the names. Stored terms that this version does not know (those of a newer one) are kept."""
        here = {each.code: self._name(each) for kind in self.kinds for each in kind.terms if not each.trophy}
        usual = {each.code: each.usual for kind in self.kinds for each in kind.terms}
        kept = {code: word for code, word in self.club.terms.items() if code not in here}
        self.club.terms = kept | {code: name for code, name in here.items() if name != usual[code]}
        self.club.save(update_fields=["terms"])
        self._rename_trophies()
        follow_terms(self.club)

    def _rename_trophies(self) -> None:
        """Rename the trophies. Since two may swap their names, all changed ones get a temporary name first."""
        named = [(each.trophy, self._name(each)) for each in self._trophies()]
        changed = [(trophy, name) for trophy, name in named if trophy and trophy.name != name]
        for trophy, _name in changed:
            if trophy.pk:
                Trophy.objects.filter(pk=trophy.pk).update(name=f"#{trophy.pk}")
        for trophy, name in changed:
            trophy.name = name
            trophy.save()


# The page of a club's terminology.


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def club_terms(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = TermsForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        form.save()
        messages.success(request, saved())
        return redirect("club-terms", club.slug)
    context = {"access": access, "here": "manage", "form": form}
    return render(request, "leagues/terms/terms.html", context, status=422 if form.errors else 200)
