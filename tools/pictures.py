"""Takes the pictures in docs/pictures of a running server: python tools/pictures.py http://127.0.0.1:8000/"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SCREENS = {"phone": (390, 844), "desktop": (1200, 750)}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LIMIT = 150_000  # bytes


def main(address: str) -> None:
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium's sandbox refuses to run as root
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox)
        for screen in SCREENS:
            for scheme in SCHEMES:
                take_all(browser, address, screen, scheme)
        browser.close()


def take_all(browser: Browser, address: str, screen: str, scheme: Literal["light", "dark"]) -> None:
    """The standings with a place explained, the matches, and a match after a late roll of several dice."""
    width, height = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address)
    page.get_by_text("Why 3rd?").click()
    take(page, f"standings-{screen}-{scheme}")
    page.get_by_role("link", name="Matches", exact=True).click()
    take(page, f"matches-{screen}-{scheme}")
    page.locator("a.pair").first.click()
    roll = page.locator(".log li").filter(has=page.locator(".die + .die")).last
    step = (roll.get_attribute("id") or "").removeprefix("e")
    page.goto(f"{page.url}?at={step}")
    take(page, f"match-{screen}-{scheme}")
    page.close()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(300)  # until what is unfolded has turned its arrow
    taken = page.screenshot(path=PICTURES / f"{name}.png")
    if len(taken) > LIMIT:
        sys.exit(f"{name}.png has {len(taken)} bytes; {LIMIT} are allowed.")


if __name__ == "__main__":
    main(sys.argv[1])
