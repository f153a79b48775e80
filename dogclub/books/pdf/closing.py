"""The end of a book's file: page tree, bookmarks, structure tags and metadata."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from dogclub.books.pdf.binding import Binding
from dogclub.books.pdf.pdf_writer import text

_XMP = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
    "<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
    "<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate>"
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
)


@dataclass
class Mark:
    """A bookmark; `page` is the object number of its page, `below` are its children."""

    title: str
    page: int
    below: list["Mark"] = field(default_factory=list)


@dataclass(frozen=True)
class BookInfo:
    """Metadata of a book; `timestamp` is in Unix seconds, `unnumbered` is how many pages come before page 1."""

    title: str
    subject: str
    timestamp: int
    language: str = "en"
    unnumbered: int = 0


def close(binding: Binding, pages: Sequence[int], marks: Sequence[Mark], info: BookInfo) -> None:
    """Write everything that follows the pages; `pages` are their object numbers, in order."""
    file = binding.file
    file.put(binding.pages_root, b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(pages), _references(pages)))
    _tags(binding)
    when = datetime.fromtimestamp(info.timestamp, UTC)
    words = _XMP.format(title=escape(info.title), language=info.language, when=f"{when:%Y-%m-%dT%H:%M:%SZ}").encode()
    about = file.add(b"<</Type/Metadata/Subtype/XML/Length %d>>stream\n%b\nendstream" % (len(words), words))
    facts = [b"/Type/Catalog/Pages %d 0 R/Metadata %d 0 R" % (binding.pages_root, about)]
    facts += [b"/Lang(%b)/MarkInfo<</Marked true>>" % info.language.encode()]
    facts += [b"/StructTreeRoot %d 0 R/ViewerPreferences<</DisplayDocTitle true>>" % binding.tags]
    if info.unnumbered:
        facts += [b"/PageLabels<</Nums[0<</P(Cover)>>%d<</S/D>>]>>" % info.unnumbered]
    if marks:
        facts += [b"/PageMode/UseOutlines/Outlines %d 0 R" % _outline(binding, marks)]
    catalog = file.add(b"<<%b>>" % b"".join(facts))
    date = b"(D:%b)" % f"{when:%Y%m%d%H%M%SZ}".encode()
    named = b"/Title%b/Subject%b" % (text(info.title), text(info.subject))
    file.end(catalog, file.add(b"<<%b/Creator(Dog Club)/CreationDate%b/ModDate%b>>" % (named, date, date)))


def _references(numbers: Sequence[int]) -> bytes:
    return b" ".join(b"%d 0 R" % number for number in numbers)


def _tags(binding: Binding) -> None:
    file, top = binding.file, binding.top
    sections = [binding.sections[place] for place in sorted(binding.sections)]
    file.put(top, b"<</Type/StructElem/S/Document/P %d 0 R/K[%b]>>" % (binding.tags, _references(sections)))
    marks = b"".join(b"%d %d 0 R " % mark for mark in binding.marks)
    names = b"".join(b"%b%d 0 R " % each for each in sorted(binding.ids))
    roles = b"/RoleMap<</Datetime/Span/Terms/Part/Title/P/Strong/Span/Em/Span>>"
    tree = b"/K[%d 0 R]/ParentTree<</Nums[%b]>>/IDTree<</Names[%b]>>" % (top, marks, names)
    after = b"/ParentTreeNextKey %d" % (max((at for at, _ in binding.marks), default=-1) + 1)
    file.put(binding.tags, b"<</Type/StructTreeRoot%b%b%b>>" % (roles, tree, after))


def _outline(binding: Binding, marks: Sequence[Mark]) -> int:
    """Write the outline and return the object number of its root; only its top level is expanded."""
    root = binding.file.numbers()
    first, last = _row(binding, marks, root)
    body = b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (first, last, len(marks))
    binding.file.put(root, body)
    return root


def _row(binding: Binding, marks: Sequence[Mark], parent: int) -> tuple[int, int]:
    """Write the items of one level and return the object numbers of the first and the last."""
    first = binding.file.numbers(len(marks))
    last = first + len(marks) - 1
    for number, mark in enumerate(marks, start=first):
        facts = b"/Parent %d 0 R/Title%b/Dest[%d 0 R/Fit]" % (parent, text(mark.title), mark.page)
        facts += b"/Prev %d 0 R" % (number - 1) if number > first else b""
        facts += b"/Next %d 0 R" % (number + 1) if number < last else b""
        if mark.below:
            below = _row(binding, mark.below, number)
            facts += b"/First %d 0 R/Last %d 0 R/Count -%d" % (*below, len(mark.below))
        binding.file.put(number, b"<<%b>>" % facts)
    return first, last
