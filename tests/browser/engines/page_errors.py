"""The project's settings, with a script before all others that records each page's errors, which WebDriver cannot
report.

The script also removes the feature that `localStorage.without` names: `indexedDB`, or a kind of worker.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from dogclub import settings as base

globals().update({name: getattr(base, name) for name in dir(base) if name.isupper()})
MIDDLEWARE = [*base.MIDDLEWARE, "tests.browser.engines.page_errors.listen"]
PATH = "/heard.js"
SCRIPT = """
window.heard = [];
const say = console.error;
console.error = (...words) => { heard.push(words.join(" ")); say(...words); };
addEventListener("error", ({ message, target }) =>
  heard.push(message ?? `not loaded: ${target.src ?? target.href ?? target.outerHTML}`), true);
addEventListener("unhandledrejection", ({ reason }) => heard.push(String(reason)));
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  heard.push(`${violatedDirective} refuses ${blockedURI}`));
const { without } = localStorage;
if (without === "indexedDB") IDBFactory.prototype.open = () => { throw new DOMException("", "SecurityError"); };
else if (without) delete window[without];
"""


def listen(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that serves the script and puts it into every HTML page."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path == PATH:
            return HttpResponse(SCRIPT, content_type="text/javascript")
        response = get_response(request)
        if not response.streaming and response.get("Content-Type", "").startswith("text/html"):
            script = b'<script src="%s"></script>' % PATH.encode()
            response.content = response.content.replace(b"<head>", b"<head>" + script, 1)
        return response

    return answer
