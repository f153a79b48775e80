"""The glossary page: what each call-out means, and when it last occurred."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from games.callouts.catalogue import own_name
from games.callouts.last_callouts import last_callouts
from games.rules.texts import glossary as glossary_text


@require_safe
@club_view()
def glossary(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    text, latest = glossary_text(), last_callouts(club)
    sections = [
        (
            section,
            [(each, own_name(each.title), latest.get(each.title.casefold())) for each in section.articles],
        )
        for section in text.sections
    ]
    context = {"access": access, "here": "more", "text": text, "sections": sections}
    return render(request, "games/callouts/glossary.html", context)
