"""One port: event streams run on the event loop; every other request runs as plain WSGI in a thread pool."""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

streams = get_asgi_application()
pages = WSGIMiddleware(cast("Any", get_wsgi_application()), workers=8)  # a2wsgi types the standard too narrowly


async def application(scope: Any, receive: Any, send: Any) -> None:  # ASGI's own types are open dicts and callables
    """Hand a request to the event loop (``/live/``) or to the thread pool (all else)."""
    app = streams if scope["type"] == "http" and scope["path"].startswith("/live/") else pages
    await app(scope, receive, send)
