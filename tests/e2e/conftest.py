"""A small league of computer players, served by the real server to a real Chromium; and a watch over every page."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

from tests.services import free_port, wait_for_port

ROOT: Final = Path(__file__).parents[2]
SCREENS: Final = {"phone": (390, 844), "desktop": (1280, 800), "narrow": (320, 640)}
QUIET: Final = (
    *("--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: Mapping[str, Any]) -> dict[str, Any]:
    """Chromium as the system has it; on a build machine its lack is a failure."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        message = "No Chromium: install one, or name its path in CHROMIUM."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()  # Chromium's sandbox refuses to run as root
    return {**browser_type_launch_args, "executable_path": found, "args": [*QUIET, *sandbox]}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own, with three computer players' league played to its end."""
    port = free_port()
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('league') / 'league.sqlite3'}",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    manage = [sys.executable, "manage.py"]
    league = ["demo", "--players", "3", "--level", "random", "--variant", "basic"]
    subprocess.run([*manage, *league], check=True, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(
        [*manage, "run", "--port", str(port)], env=environment, cwd=ROOT, stdout=subprocess.DEVNULL
    )
    try:
        wait_for_port(port, 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


class OpenPage(Protocol):
    def __call__(self, screen: str, scheme: str = "light", *, scripts: bool = True) -> Page: ...


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext], base_url: str) -> Iterator[OpenPage]:
    """Opens watched pages: an error in the console, a broken rule of the CSP, a failed request or one to another host
    fails the test.
    """
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    def on_request(request: Request) -> None:
        if not request.url.startswith(f"{base_url}/"):
            complaints.append(f"another host: {request.url}")

    def on_response(response: Response) -> None:
        if response.status >= 400:
            complaints.append(f"{response.status}: {response.url}")

    def open_page(screen: str, scheme: str = "light", *, scripts: bool = True) -> Page:
        width, height = SCREENS[screen]
        context = new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=scripts
        )
        page = context.new_page()
        page.on("console", on_console)
        page.on("pageerror", lambda error: complaints.append(error.message))
        page.on("request", on_request)
        page.on("response", on_response)
        page.goto("/")
        return page

    yield open_page
    assert complaints == []
