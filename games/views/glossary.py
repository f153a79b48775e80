"""What they shout, in plain words, and where each was last heard."""

from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.book import Book
from games.reading import books_of
from games.rooms import room
from games.rooms.look import Shout
from games.rules import Article
from games.rules import glossary as glossary_text
from games.titles import title
from leagues.access import Access, club_view
from leagues.models import Club

LOOKED_AT = 8  # matches; what is older than that is not news


@require_safe
@club_view()
def glossary(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    newest = club.matches.filter(rounds__gt=0).order_by("-started_at", "-id")[:LOOKED_AT]
    text = glossary_text()
    heard = _heard(books_of(list(newest)))
    sections = [(section, [_last(article, heard) for article in section.articles]) for section in text.sections]
    context = {"access": access, "here": "rules", "text": text, "sections": sections}
    return render(request, "games/glossary.html", context)


def _last(article: Article, heard: Mapping[str, dict[str, object]]) -> tuple[Article, dict[str, object] | None]:
    """A word, and where it was heard last."""
    return article, heard.get(article.title.casefold())


def _heard(books: Iterable[Book]) -> dict[str, dict[str, object]]:
    """Each call-out by its label in small letters: the newest, and the match it was heard in."""
    found: dict[str, dict[str, object]] = {}
    for book in books:
        for shout in room(book.match.game).look.shouts(book.public):
            found.setdefault(shout.label.casefold(), _where(book, shout))
    return found


def _where(book: Book, shout: Shout) -> dict[str, object]:
    look = room(book.match.game).look
    return {
        "match": book.match,
        "words": shout.words,
        "where": f"{look.round_word} {shout.at}, {title(book.match)}",
    }
