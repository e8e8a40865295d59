"""What visitors see where there is nothing, in development as on a server."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class NothingHere:
    """Answers with our own page where Django's would list the addresses that it knows (``DEBUG=1``)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, or our page if that is a page of status 404."""
        response = self._get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return render(request, "404.html", status=404) if response.status_code == 404 and is_page else response
