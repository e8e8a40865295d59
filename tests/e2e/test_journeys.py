"""What a newcomer does: from the standings to a roll of the dice, and to checking it on a machine of one's own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage

MOVE = re.compile(r" moves \d+")
FACE = re.compile(r'(\\"faces\\":\[)(\d)')  # the first face of a roll, in an event's body
WHY_SECOND = re.compile("^2nd: ")
HIT = re.compile(r": (Head|Weapon|Body) goes from ")


def open_first_match(page: Page) -> None:
    page.get_by_role("link", name="Matches", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Matches")
    page.get_by_role("region", name="Round 1").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Events")).to_be_visible()


def position(page: Page) -> int:
    return int(page.get_by_role("navigation", name="Replay").locator("b").inner_text())


def step(page: Page, name: str) -> int:
    page.get_by_role("navigation", name="Replay").get_by_role("link", name=f"{name} event").click()
    return position(page)


def look_at(page: Page, sentence: re.Pattern[str]) -> int:
    """Open the first round that tells of it and show the table after it."""
    row = page.get_by_role("listitem", include_hidden=True).filter(has_text=sentence).first
    part = page.locator("details.part").filter(has=page.locator(f"#{row.get_attribute('id')}"))
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    row.get_by_role("link").click()
    expect(page.locator("[aria-current=step]")).to_have_text(sentence)
    return position(page)


def places(page: Page) -> str:
    return page.get_by_role("img", name="The table").inner_html()


def dials(page: Page) -> list[str]:
    return [
        each.get_attribute("aria-label") or "" for each in page.get_by_role("figure").locator("svg[aria-label]").all()
    ]


def download(page: Page, link: Locator, folder: Path) -> Path:
    with page.expect_download() as started:
        link.click()
    file = folder / started.value.suggested_filename
    started.value.save_as(file)
    return file


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_a_newcomer_finds_out_why_and_replays_a_match(
    open_page: OpenPage, screen: str, scheme: str, scripts: bool
) -> None:
    page = open_page(screen, scheme, scripts=scripts)
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings")
    decided = page.get_by_text(WHY_SECOND)
    expect(decided).to_be_hidden()
    page.get_by_text("Why 2nd?").click()
    expect(decided).to_be_visible()

    open_first_match(page)
    end = position(page)
    start = step(page, "First")
    assert start < step(page, "Next") < end
    assert step(page, "Previous") == start
    expect(page.get_by_role("img", name="The table")).to_have_count(0)  # nothing lies on it yet
    assert step(page, "Last") == end
    expect(page.get_by_role("img", name="The table")).to_be_visible()

    moved, after = look_at(page, MOVE), places(page)
    assert step(page, "Previous") < moved
    assert places(page) != after
    assert (step(page, "Next"), places(page)) == (moved, after)

    hit, turned = look_at(page, HIT), dials(page)
    assert len(turned) == 12  # four figures with three dials each
    assert step(page, "Previous") < hit
    assert sum(before != now for before, now in zip(dials(page), turned, strict=True)) == 1
    assert (step(page, "Next"), dials(page)) == (hit, turned)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_log_is_checked_away_from_the_server(open_page: OpenPage, tmp_path: Path, scripts: bool) -> None:
    page = open_page("desktop", scripts=scripts)
    open_first_match(page)
    log = download(page, page.get_by_role("link", name="Download the log"), tmp_path)
    verifier = download(page, page.get_by_role("link", name="Download the verifier"), tmp_path)
    told = page.get_by_text(f"python {verifier.name} {log.name}")
    expect(told).to_be_visible()
    command = [sys.executable, "-I", verifier.name, log.name]
    honest = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "well." in honest.stdout
    assert "are not checked" not in honest.stdout
    assert honest.returncode == 0

    log.write_text(FACE.sub(lambda face: f"{face[1]}{int(face[2]) % 4 + 1}", log.read_text(), count=1))
    forged = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (forged.returncode, "well." in forged.stdout) == (1, False)
