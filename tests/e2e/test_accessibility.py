"""Every page for everybody: axe-core, the keyboard alone, 320 pixels, a slow line."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_journeys import HIT, WHY_SECOND, look_at, open_first_match, step

FIRST_PAGE_BYTES = 60_000
SIZES = """() => ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
    .map(entry => entry.decodedBodySize)"""
FOCUS = """() => {
    const here = document.activeElement, box = here.getBoundingClientRect(), style = getComputedStyle(here);
    return {
        name: here.getAttribute("aria-label") || here.innerText,
        outline: `${style.outlineStyle} ${style.outlineWidth}`,
        seen: box.bottom > 0 && box.top < innerHeight,
    };
}"""


def every_page(page: Page) -> Iterator[str]:
    """Each page in turn, with all that can be unfolded on it."""
    page.get_by_text("Why 2nd?").click()
    yield "standings"
    open_first_match(page)
    page.get_by_text("Figures and their places").click()
    yield "match, at its end"
    look_at(page, HIT)
    yield "match, in the middle"
    step(page, "First")
    yield "match, before its start"
    page.get_by_role("link", name="Matches", exact=True).click()
    yield "matches"


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on what is called so; on the way every stop must be seen."""
    for _ in range(200):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert (focus["outline"], focus["seen"]) == ("solid 3px", True), focus
        if name in focus["name"]:
            return
    raise AssertionError(f"The focus never came to {name}.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_axe_finds_nothing_on_any_page(open_page: OpenPage, screen: str, scheme: str) -> None:
    page = open_page(screen, scheme)
    for name in every_page(page):
        found = Axe().run(page)
        assert (name, found.generate_report() if found.violations_count else "") == (name, "")
        assert len(found.response["passes"]) > 10  # it did look


def test_no_page_scrolls_sideways_on_the_narrowest_screen(open_page: OpenPage) -> None:
    page = open_page("narrow")
    for name in every_page(page):
        assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, 320)


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_the_keyboard_is_enough(open_page: OpenPage, screen: str) -> None:
    page = open_page(screen)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    tab_to(page, "Why 2nd?")  # past the navigation
    page.keyboard.press("Enter")
    expect(page.get_by_text(WHY_SECOND)).to_be_visible()

    page.goto("/")
    tab_to(page, "Matches")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Matches")
    tab_to(page, " won")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Events")).to_be_visible()
    tab_to(page, "First event")
    page.keyboard.press("Enter")
    expect(page.get_by_role("navigation", name="Replay")).to_contain_text("Before the match")


@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_the_first_page_is_light(open_page: OpenPage, screen: str) -> None:
    sizes = open_page(screen).evaluate(SIZES)
    assert len(sizes) >= 3  # the page and its two style sheets
    assert sum(sizes) <= FIRST_PAGE_BYTES
