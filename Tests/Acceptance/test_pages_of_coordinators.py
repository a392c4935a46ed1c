"""What a coordinator does in Chromium with the figures of a quarter: by pointer, by keys alone, and without script."""

import csv
import datetime
import io
import types

import httpx
import pytest

import page_checks
from accounts import ADA, PASSWORD, PROFILES, PUBLIC, Visitor
from browser import sign_in
from browser_town import WAYS, coordinator, programme, sound, ways
from clocks import SetClock
from conftest import World
from fairkit import command
from kits import kit_code
from reports import text

DAY = 86_400
WORDS = {"enrolled": "Joined", "registered": "Registered a kit", "completed": "Got a result", "active": "Signed in", "retained30": "Came back after 30 days", "retained90": "Came back after 90 days"}


def middle_of_next_quarter():
    """A moment on the clock of the server from which no day of the story leaves the quarter; in seconds from now."""
    today = datetime.date.today()
    month = (today.month - 1) // 3 * 3 + 5  # the second one of the next quarter
    day = datetime.date(today.year + (month - 1) // 12, (month - 1) % 12 + 1, 10)
    return (day - today).days * DAY, day


@pytest.fixture(scope="module")
def partner(template, tmp_path_factory):
    """A programme in which 24 people registered a kit, and 14 of them got a result; some days later."""
    ahead, day = middle_of_next_quarter()
    clock, off = SetClock(ahead), dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS", "FAIRKIT_RATE_KEY"), "off")
    world = World(template, tmp_path_factory.mktemp("partner") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)

    def at(offset):
        assert world.server.stop() == 0
        clock.set(offset)
        command("db", "confirm-clock", "--data", world.store.path, **clock.environment)
        world.start(FAIRKIT_PUBLIC_URL=PUBLIC, **off, **clock.environment)

    at(ahead)
    reader = coordinator(world, "partner@quarter.example")
    records = programme(world, reader, day=day)
    for number in range(24):
        person = world.administrator.ask(201, "POST", PROFILES, json=ADA)["id"]
        world.administrator.ask(200, "PUT", f"{PROFILES}/{person}/programme", json={"code": records["joinCode"]})
        code = kit_code()
        world.administrator.register(code, profile=person)
        if number < 14:
            world.laboratory.result(code, 150, testDate=f"{day}")
    at(ahead + 2 * DAY)
    world.administrator.ask(200, "GET", "/api/v1/figures")  # counts the days that have ended
    tokens = Visitor(world).login(reader.email).json()
    quarter = f"{day.year}-Q{(day.month + 2) // 3}"
    yield types.SimpleNamespace(world=world, reader=reader, quarter=quarter, path=f"/programmes/{records['programme']}", client=Visitor(world, tokens))
    assert world.server.stop() == 0


@pytest.mark.parametrize("way", ways("keys"))
def test_a_coordinator_reads_a_quarter_and_takes_its_numbers_along(browser, partner, way, tmp_path):
    browser.address = f"http://localhost:{partner.world.server.address.split(':')[1]}"
    hand = WAYS[way](browser)
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/sign-in")
    sign_in(hand, partner.reader.email, PASSWORD)
    browser.until_heading("Home")
    assert "Got a result this quarter: 14. Target: 12" in browser.text
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.link("Breathe easily"))
    browser.until_heading("Breathe easily")
    hand.press(browser.link("7 days"))
    browser.until(lambda: browser.path.endswith("?period=7d"))
    assert "It is calculated for whole quarters." in browser.text
    hand.press(browser.link("This quarter"))
    browser.until(lambda: browser.path == f"{partner.path}?period={partner.quarter}")
    sound(browser.run(page_checks.WIDE))
    assert "Target: 12 people. So far at least 14 got a result. The target is met." in browser.text
    # (14 × 100 − (500 + 14 × 12.5)) ÷ (500 + 14 × 12.5)
    for words in ("107.4 %", "Budget of 2026", "For each KES spent, 2.074 KES were saved."):
        assert words in browser.text, words
    people = partner.client.ask(200, "GET", f"/api/v1{partner.path}/figures", params={"period": partner.quarter})["people"]
    assert people["enrolled"] == people["registered"] == {"people": 24, "suppressed": False} and people["completed"]["people"] == 14
    assert people["retained30"] == {"people": None, "suppressed": True}
    browser.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    hand.press(browser.link("Figures as a file"))
    file = tmp_path / f"fairkit-figures-breathe-easily-{partner.quarter}.csv"
    browser.until(file.exists)
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))
    link = browser.link("Figures as a PDF")
    if way == "keys":
        hand.reach(link)
    cookies = {cookie["name"]: cookie["value"] for cookie in browser.cookies()}
    pdf = text(httpx.get(link.get_attribute("href"), cookies=cookies, headers={"Sec-Fetch-Site": "same-origin"}).content)
    table = {row.find_element("css selector", "th").text: row.find_element("css selector", "td").text for row in browser.all("table")[0].find_elements("css selector", "tbody tr")}
    for measure, cell in people.items():
        shown = "fewer than ten" if cell["suppressed"] else str(cell["people"])
        assert table[WORDS[measure]] == shown, measure
        assert f"{WORDS[measure]} {shown}" in pdf, measure
        assert next(row for row in rows if row["What is counted"] == WORDS[measure])["Number"] == shown
    returned = next(row for row in rows if row["What is counted"] == "Return on investment")
    assert returned["Number"] == "107.4 %" and "107.4 %" in pdf
    assert browser.problems() == []
    hand.press(browser.all("details.account > summary")[0])
    hand.press(browser.button("Sign out"))
    browser.until_heading("Sign in")
