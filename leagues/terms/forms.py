"""The form on which an organiser renames terms, with one field for each; empty means the standard name."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.fields import NameField
from clubs.language.terms import LONGEST_TERM, follow_terms
from clubs.models import Club
from leagues.models import Trophy
from leagues.terms.catalogue import Kind, Renamable, kinds


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
