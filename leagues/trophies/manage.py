"""Pages for organisers: add a trophy, rename it, retire it, pass it on by hand, withdraw an award."""

from copy import copy
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.fields import TOO_LONG, NameField, WrittenField
from clubs.language.locales import listed
from clubs.models import Club, Player, Role
from clubs.names import check_name
from clubs.queries import serialised
from clubs.responses import saved
from games.registry import TABLE_GAMES, asked_game
from leagues.models import Trophy
from leagues.trophies import awards
from leagues.trophies.awards import rebuild_trophy
from leagues.trophies.contests import has_conflict, proposed
from leagues.trophies.holders import held

# Forms for trophies: a new one, its name and description, and passing one on by hand.


CLUB = "club"


def games() -> list[tuple[str, str]]:
    """Return the choices of the game field, with the whole club first."""
    return [(CLUB, _("the whole club")), *((table_game.key, table_game.name) for table_game in TABLE_GAMES)]


class ReasonField(WrittenField):
    """The reason of an award; required, because it is stored with the award permanently."""

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "required": gettext_lazy("Enter a short reason. It is shown with the trophy."),
            "max_length": TOO_LONG,
        }
        super().__init__(max_length=300, label=gettext_lazy("Why"), error_messages=messages, **kwargs)
        self.validators.append(check_name)


WAYS = (
    (Trophy.Rule.WINNER, gettext_lazy("goes to the winner of every match played for it")),
    (Trophy.Rule.LOSER, gettext_lazy("goes to last place of every match played for it")),
    (Trophy.Rule.HAND, gettext_lazy("is awarded by hand")),
)


class TrophyForm(forms.Form):
    """A new trophy, or an existing one, whose game and rule cannot be changed."""

    name = NameField(label=gettext_lazy("Name"), max_length=40, missing=gettext_lazy("Enter the trophy’s name."))
    about = WrittenField(
        required=False,
        max_length=200,
        label=gettext_lazy("Description"),
        error_messages={"max_length": TOO_LONG},
    )
    rule = forms.ChoiceField(label=gettext_lazy("How it is won"), choices=WAYS)
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=games)

    def __init__(self, *args: Any, trophy: Trophy, **kwargs: Any) -> None:
        self.trophy = trophy
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(trophy, name) for name in self.fields} | {"game": trophy.game or CLUB}
        if trophy.pk:
            del self.fields["rule"], self.fields["game"]

    def clean_game(self) -> str:
        game: str = self.cleaned_data["game"]
        return "" if game == CLUB else game

    def clean_about(self) -> str:
        about: str = self.cleaned_data["about"]
        if about:
            check_name(about)
        return about

    def clean(self) -> dict[str, Any]:
        """Validate a copy of the trophy, so that rejected values do not remain in the original."""
        data = self.cleaned_data
        candidate = copy(self.trophy)
        candidate.name, candidate.rule = data.get("name", ""), data.get("rule", self.trophy.rule)
        candidate.game = data.get("game", self.trophy.game)
        if candidate.rule != Trophy.Rule.HAND and not candidate.game:
            self.add_error("game", _("Choose a game. Only trophies awarded by hand can be for the whole club."))
            return data
        try:
            candidate.validate_constraints()
        except ValidationError as error:
            self.add_error("name", error.messages)
        return data

    def save(self) -> Trophy:
        for name in self.fields:
            setattr(self.trophy, name, self.cleaned_data[name])
        self.trophy.save()
        return self.trophy


class PassForm(forms.Form):
    """Passing a trophy on by hand: to whom, and why."""

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=pgettext_lazy("person", "To"),
        empty_label=gettext_lazy("Choose a player"),
        error_messages={
            "required": gettext_lazy("Choose who gets it."),
            "invalid_choice": gettext_lazy("Choose a player of the club."),
        },
    )
    reason = ReasonField()

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = club.players.filter(is_active=True)


class WithdrawForm(forms.Form):
    reason = ReasonField(help_text=gettext_lazy("The award stays visible, struck through."))


ALLOWED = ["GET", "HEAD", "POST"]


@require_http_methods(ALLOWED)
@club_view(Role.ORGANISER)
@serialised
def trophy_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Add a trophy. Only matches from now on count for it."""
    form = TrophyForm(_posted(request), trophy=_proposal(request, club))
    if form.is_valid():
        trophy = form.save()
        messages.success(request, _("{trophy} added. {begins}").format(trophy=trophy, begins=_begins(trophy)))
        return redirect("trophy", club.slug, trophy.pk)
    return _form(request, access, "leagues/trophies/new.html", form)


def _proposal(request: HttpRequest, club: Club) -> Trophy:
    game = asked_game(request.GET.get("game", ""))
    rule = request.GET.get("rule", Trophy.Rule.HAND.value)
    if rule not in Trophy.Rule.values:
        raise Http404
    name = proposed(game, rule) if game else ""
    return Trophy(club=club, game=game.key if game else "", rule=rule, name=name, counts_from=timezone.now())


def _begins(trophy: Trophy) -> str:
    return _("Award it when somebody deserves it.") if trophy.rule == Trophy.Rule.HAND else _("The next match decides.")


@require_http_methods(ALLOWED)
@club_view(Role.ORGANISER)
@serialised
def trophy_edit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    trophy = _find(club, pk)
    form = TrophyForm(_posted(request), trophy=trophy)
    if form.is_valid():
        messages.success(request, saved(str(form.save())))
        return redirect("trophy", club.slug, pk)
    return _form(request, access, "leagues/trophies/edit.html", form, trophy=trophy)


@require_POST
@club_view(Role.ORGANISER)
@serialised
def trophy_retire(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Retire the trophy, keeping its chain; or reinstate it, with awards for the matches played in the meantime."""
    trophy = _find(club, pk)
    if trophy.retired_at is None:
        trophy.retired_at = timezone.now()
        trophy.save(update_fields=["retired_at"])
        messages.success(request, _("{trophy} is retired. Its chain stays.").format(trophy=trophy))
    else:
        _bring_back(request, trophy)
    return redirect("trophy", club.slug, pk)


def _bring_back(request: HttpRequest, trophy: Trophy) -> None:
    if has_conflict(trophy):
        words = _("Another trophy has taken the place of {trophy}. Retire or rename that one first.")
        messages.error(request, words.format(trophy=trophy))
        return
    trophy.retired_at = None
    trophy.save(update_fields=["retired_at"])
    rebuild_trophy(trophy)
    messages.success(request, _("{trophy} is reinstated.").format(trophy=trophy))


@require_http_methods(ALLOWED)
@club_view(Role.ORGANISER)
@serialised
def trophy_pass(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    trophy = get_object_or_404(Trophy.objects.select_related("club"), club=club, pk=pk, retired_at=None)
    form = PassForm(_posted(request), club=club)
    if form.is_valid():
        player = form.cleaned_data["player"]
        try:
            awards.pass_on(trophy, player, form.cleaned_data["reason"], by=access.user)
        except awards.AlreadyHeld as error:
            form.add_error("player", str(error))
        else:
            messages.success(request, _("{player} has {trophy} now.").format(player=player.label, trophy=trophy))
            return redirect("trophy", club.slug, pk)
    having = held(trophy)
    holders = listed([holder.player.label for holder in having])
    return _form(request, access, "leagues/trophies/pass.html", form, trophy=trophy, held=having, holders=holders)


@require_http_methods(ALLOWED)
@club_view(Role.ORGANISER)
@serialised
def award_withdraw(request: HttpRequest, club: Club, access: Access, pk: int, award: int) -> HttpResponse:
    """Withdraw an award given by mistake by hand; what a match gave is corrected on its sheet."""
    rows = _find(club, pk).awards.select_related("player", "trophy")
    award_row = get_object_or_404(rows, pk=award, match=None, playoff=None, withdrawn_at=None)
    form = WithdrawForm(_posted(request))
    if form.is_valid():
        awards.withdraw(award_row, form.cleaned_data["reason"], by=access.user)
        messages.success(request, _("Withdrawn. It stays visible in the chain."))
        return redirect("trophy", club.slug, pk)
    return _form(request, access, "leagues/trophies/withdraw.html", form, trophy=award_row.trophy, award=award_row)


def _posted(request: HttpRequest) -> QueryDict | None:
    """Return the posted form even if it is empty, so that it is validated; None for GET."""
    return request.POST if request.method == "POST" else None


def _find(club: Club, pk: int) -> Trophy:
    return get_object_or_404(Trophy.objects.select_related("club"), club=club, pk=pk)


def _form(request: HttpRequest, access: Access, template: str, form: Any, **about: Any) -> HttpResponse:
    context = {"access": access, "here": "more", "form": form, **about}
    return render(request, template, context, status=422 if form.errors else 200)
