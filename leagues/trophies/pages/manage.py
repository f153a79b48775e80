"""Pages for organisers: add a trophy, rename it, retire it, pass it on by hand, withdraw an award."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.language.locales import listed
from clubs.locks import serialised
from clubs.models import Club, Role
from games.registry import TABLE_GAMES
from leagues.models import Trophy
from leagues.trophies import awards
from leagues.trophies.awards import rebuild_trophy
from leagues.trophies.catalogue import has_conflict, proposed
from leagues.trophies.forms import PassForm, TrophyForm, WithdrawForm
from leagues.trophies.holders import on_show

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
    game = next((game for game in TABLE_GAMES if game.key == request.GET.get("game")), None)
    rule = request.GET.get("rule", "")
    rule = rule if rule in Trophy.Rule.values else Trophy.Rule.HAND.value
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
        messages.success(request, _("{save}: saved.").format(save=form.save()))
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
    held = next((held for each, held in on_show(club.pk, trophy.game) if each == trophy), [])
    form = PassForm(_posted(request), club=club)
    if form.is_valid():
        player = form.cleaned_data["player"]
        if [holder.player for holder in held] != [player]:
            awards.pass_on(trophy, player, form.cleaned_data["reason"], by=access.user)
            messages.success(request, _("{player} has {trophy} now.").format(player=player.label, trophy=trophy))
            return redirect("trophy", club.slug, pk)
        form.add_error("player", _("{player} has it already.").format(player=player.label))
    holders = listed([holder.player.label for holder in held])
    return _form(request, access, "leagues/trophies/pass.html", form, trophy=trophy, held=held, holders=holders)


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
