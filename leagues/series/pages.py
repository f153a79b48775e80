"""Pages of a series of nights: previewed before it is saved, then given another pattern, skipped, moved or ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.calendar.nights import Refused
from clubs.language.locales import date_format
from clubs.models import Club, Night, Role
from clubs.queries import serialised
from leagues.nights.forms import NewNightForm, NightForm
from leagues.series.changes import Changes, after, changes, coming_of, end_after, move_back, plan, save, save_planned
from leagues.series.form import SeriesForm, counting, rows_of, saved_words
from leagues.series.pattern import clock_change, pattern_of, repeat_in_words

LOOK = gettext_lazy("Look at what changes below, then save.")


def series_new(request: HttpRequest, access: Access, form: NewNightForm) -> HttpResponse:
    """Show the dates of a new series first; save them only once they are confirmed."""
    club, data = access.club, form.cleaned_data
    planned = plan(club, form.days, data["time"])
    fresh, error = [each for each in planned if not each.is_taken], ""
    if "sure" in request.POST:
        try:
            first = save_planned(club, planned, **{name: data[name] for name in Night.ABOUT})
        except Refused as refused:
            error = str(refused)
        else:
            words = ngettext("{count} night planned.", "{count} nights planned.", len(fresh))
            messages.success(request, words.format(count=len(fresh)))
            return redirect("night-series", club.slug, first.pk)
    context = {
        "access": access,
        "here": "nights",
        "form": form,
        "planned": planned,
        "fresh": len(fresh),
        "repeats": repeat_in_words(data["day"], data["repeat"]),
        "error": error,
    }
    return render(request, "leagues/nights/series/new.html", context, status=422 if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(readers=True)
@serialised
def night_series(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """The upcoming nights of a series. A new pattern is previewed, and saved only as it was previewed."""
    page = _page_of(access, pk)
    if request.method == "POST" and not access.can_organise:
        raise PermissionDenied
    if not page.coming:
        return page.shown(request)
    sent = request.POST if request.method == "POST" else request.GET if "repeat" in request.GET else None
    form = SeriesForm(sent, now=pattern_of(page.coming))
    if sent is None or not form.is_valid():
        return page.shown(request, form, status=422 if request.method == "POST" else 200)
    found = changes(club, page.coming, form.new_pattern)
    if request.method != "POST":
        return page.shown(request, form, found)
    if found.changed and found.seen != request.POST.get("seen"):
        return page.shown(request, form, found, error=str(LOOK), status=409)
    save(found)
    messages.success(request, saved_words(found))
    return redirect("night-series", club.slug, page.another)


@require_POST
@club_view(Role.ORGANISER)
@serialised
def night_move(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Move this night alone to another day or hour, or back to where the series planned it."""
    page = _page_of(access, pk)
    night, form = page.night, None
    try:
        if "back" in request.POST:
            move_back(night)
        else:
            form = _move_form(request, night)
            if form.errors:
                raise Refused(" ".join(str(each) for errors in form.errors.values() for each in errors))
            form.save()
    except Refused as refused:
        return page.shown(request, moving=night.pk, error=str(refused), status=422)
    when = date_format(timezone.localtime(night.starts_at), "l j F, H:i")
    messages.success(request, _("Moved to {when}.").format(when=when))
    return redirect("night-series", club.slug, pk)


def _move_form(request: HttpRequest, night: Night) -> NightForm:
    about = {name: getattr(night, name) for name in Night.ABOUT}
    day, time = request.POST.get("day", ""), request.POST.get("time", "")
    return NightForm({**about, "day": day, "time": time}, night=night)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def series_end(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """End the series after this night, or remove all upcoming nights; GET shows how many and who counts on them."""
    night = get_object_or_404(Night.objects.select_related("club").exclude(series=None), club=club, pk=pk)
    whole = "all" in request.GET
    if request.method != "POST":
        going = list(after(night, whole=whole).order_by("starts_at"))
        names = changes(club, going).counting_on_all if going else []
        context = {"access": access, "here": "nights", "night": night, "many": len(going), "whole": whole}
        return render(request, "leagues/nights/series/end.html", context | {"counting": counting(names)})
    removed, called_off = end_after(night, whole=whole)
    words = ngettext(
        "The series ends on {day}: {count} night removed.", "The series ends on {day}: {count} nights removed.", removed
    )
    if whole:
        words = ngettext(
            "The series has ended: {count} night removed.", "The series has ended: {count} nights removed.", removed
        )
    day = date_format(timezone.localtime(night.starts_at), "j F Y")
    if not removed:
        words = _("The series has ended.") if whole else _("The series ends on {day}.")
    sentences = [words.format(day=day, count=removed)]
    if called_off:
        also = ngettext("{count} night with answers called off.", "{count} nights with answers called off.", called_off)
        sentences.append(also.format(count=called_off))
    messages.success(request, " ".join(sentences))
    if not club.nights.filter(pk=pk).exists():
        return redirect("nights", club.slug)
    return redirect("night-series", club.slug, night.pk)


def _weekday_nights(night: Night) -> str:
    """Return `Thursday nights`."""
    weekday = date_format(timezone.localtime(night.starts_at), "l")
    return _("{weekday} nights").format(weekday=weekday)


@dataclass(frozen=True)
class _Page:
    """The page of one series: `nights` are all of it, `coming` those that can still change."""

    access: Access
    night: Night
    nights: Sequence[Night]
    coming: Sequence[Night]

    @property
    def another(self) -> int:
        """The primary key of a night of the series that still exists."""
        return Night.objects.filter(club=self.access.club, series=self.night.series).values_list("pk", flat=True)[0]

    def shown(
        self,
        request: HttpRequest,
        form: SeriesForm | None = None,
        found: Changes | None = None,
        *,
        moving: int | None = None,
        error: str = "",
        status: int = 200,
    ) -> HttpResponse:
        context: dict[str, Any] = {"access": self.access, "here": "nights", "night": self.night, "error": error}
        context["played"] = len(self.nights) - len(self.coming)
        context["title"] = self.nights[0].name or _weekday_nights(self.nights[0])
        if self.coming:
            found = found or changes(self.access.club, self.coming)
            context |= {
                "form": form or SeriesForm(None, now=pattern_of(self.coming)),
                "found": found,
                "rows": rows_of(found, whole="all" in request.GET),
                "next": next((each for each in self.coming if each.called_off_at is None), None),
                "clocks": clock_change(found.pattern),
                "moving": moving or _asked(request, "move"),
                "typed": request.POST if moving else {},
                "skipping": _asked(request, "skip"),
            }
        return render(request, "leagues/nights/series/series.html", context, status=status)


def _asked(request: HttpRequest, name: str) -> int | None:
    """Return the primary key in this query parameter (the night whose row is expanded), or None."""
    key = request.GET.get(name, "")
    return int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else None


def _page_of(access: Access, pk: int) -> _Page:
    night = get_object_or_404(access.club.nights.select_related("club").exclude(series=None), pk=pk)
    nights = list(access.club.nights.filter(series=night.series).order_by("starts_at", "pk"))
    return _Page(access, night, nights, coming_of(nights))
