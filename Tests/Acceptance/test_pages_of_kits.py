"""A shipment of kits by hand scanner in Chromium, and labels that are printed and read again."""

import base64
import re

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

import page_checks
from browser_town import WAYS, enter, sound, ways
from fairkit import command
from kits import kit_code
from trials import LONG

GERMAN = str.maketrans("-YZyz", "ßZYzy")
FRENCH = str.maketrans("1234567890-AQZWMaqzwm", "&é\"'(-è_çà)QAWZ?qawz,")
# What a scanner types before and after a code, and what the computer makes of it.
SCANNERS = [
    ("", Keys.ENTER, str), ("", Keys.TAB, str), ("", "", str), ("]C0", Keys.ENTER, str), (Keys.ENTER, Keys.ENTER, str), ("", Keys.ENTER, str.lower),
    ("", Keys.ENTER, lambda code: code.translate(GERMAN)), ("", Keys.TAB, lambda code: code.translate(FRENCH)), (" ", Keys.ENTER, str),
]  # fmt: skip


def keys(browser, *texts):
    """Types as a scanner does, wherever the focus is."""
    webdriver.ActionChains(browser.driver, duration=0).send_keys(*[text for text in texts if text]).perform()


def arrived(town, code):
    return town.administrator.ask(200, "POST", "/api/v1/test-kits/search", json={"kitCode": code})["history"]


def test_a_shipment_arrives_by_hand_scanner(browser, town):
    shipment = [kit_code() for _ in range(300 if LONG else 27)]
    for start in range(0, len(shipment), 100):
        town.administrator.ask(200, "POST", "/api/v1/test-kits", json={"codes": shipment[start : start + 100], "status": "shipped"})
    enter(browser, town, "laboratory")
    browser.open("/kits")
    browser.link("Samples that arrive").click()
    browser.until_heading("Samples that arrive")
    assert browser.run("return document.activeElement.id") == "code", "one may scan at once"
    for place, code in enumerate(shipment):
        before, after, made = SCANNERS[place % len(SCANNERS)]
        keys(browser, before, made(code), after)
        if not after:
            browser.until(lambda code=code: code in browser.text)  # what ends by nothing ends by a pause
    browser.until(lambda: f"This delivery: {len(shipment)} samples arrived" in browser.text, 60 if LONG else 20)
    assert browser.path.startswith("/kits/arrivals?list="), "the delivery stands in the address"
    assert all([step["status"] for step in arrived(town, code)][-1] == "received" for code in shipment)
    # Faults: each is answered in words, and changes nothing.
    for typed, words in [
        (shipment[-1], "Already arrived at"), ("JD014600003", "is no kit's code"), (shipment[0].replace("-", "¿"), "keyboard layout is wrong"),
        (shipment[0][:-1] + ("A" if shipment[0][-1] != "A" else "B"), "is no kit's code"),
    ]:  # fmt: skip
        keys(browser, typed, Keys.ENTER)
        browser.until(lambda words=words: words in browser.text)
        assert browser.run("return [document.activeElement.id, document.activeElement.value]") == ["code", ""]
    keys(browser, shipment[0].lower(), Keys.ENTER)
    browser.until(lambda: "switch caps lock off" in browser.text)
    assert f"This delivery: {len(shipment)} samples arrived, 3 not recorded" in browser.text
    # Undo of the last.
    code = kit_code()
    keys(browser, code, Keys.ENTER)
    browser.until(lambda: code in browser.text)
    browser.button("Undo this scan").click()
    browser.until(lambda: "Undone. The kit is as it was before the scan." in browser.text)
    assert arrived(town, code) == [] and browser.run("return document.activeElement.id") == "code"
    # The focus elsewhere: it is seen, and no typing is caught.
    assert browser.all(".ready")[0].is_displayed() and not browser.all(".here")[0].is_displayed()
    browser.run("document.activeElement.blur()")
    assert browser.all(".here")[0].is_displayed() and browser.all(".here")[0].text.startswith("▶\nScan here")
    keys(browser, code)
    assert browser.run("return document.getElementById('code').value") == "" and arrived(town, code) == []
    browser.all(".here")[0].click()
    assert browser.run("return document.activeElement.id") == "code"
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("keys"))
def test_a_sample_arrives_and_is_rejected(browser, town, way):
    code, hand = kit_code(), WAYS[way](browser)
    enter(browser, town, "laboratory")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/kits/arrivals")
    assert browser.run("return document.activeElement.id") == "code"
    keys(browser, code, Keys.ENTER)
    browser.until(lambda: "No person has registered this kit yet" in browser.text)
    keys(browser, code, Keys.ENTER)
    browser.until(lambda: "Already arrived at" in browser.text)
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.all("#scans .list a")[0])
    browser.until_heading("Kit")
    hand.press(browser.button("Reject the sample"))
    hand.fill("Why it can't be used", "The tube broke")
    hand.press(browser.all("button.danger")[0])
    browser.until(lambda: "It is recorded." in browser.text)
    assert "The tube broke" in browser.text
    browser.open("/kits?stage=rejected")
    assert code in browser.text
    sound(browser.run(page_checks.WIDE))
    assert browser.problems() == []


def pages_of(file):
    """The sizes of a printed file's pages, in points."""
    return [tuple(map(float, size)) for size in re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", file.read_bytes())]


def test_printed_labels_are_read_again(browser, town, tmp_path):
    enter(browser, town, "administrator")
    browser.open("/kits")
    browser.link("Issue kits").click()
    browser.until_heading("Issue kits")
    browser.field("How many").send_keys("4")
    browser.button("Issue kits").click()
    browser.until_heading("New kits")
    rows = browser.all("tbody tr")
    codes = [row.text.split()[0] for row in rows]
    secrets = [row.text.split()[1] for row in rows]
    assert len(codes) == 4 and all(secrets)
    browser.link("Labels on A4 sheets").click()
    first, *_, labels = browser.driver.window_handles
    assert secrets[0] in browser.text, "the page with the secrets stays"
    browser.driver.switch_to.window(labels)
    browser.until_heading("Labels")
    assert not any(secret in browser.text for secret in secrets), "the secret stands apart"
    for label, code in zip(browser.all(".labels li"), codes, strict=True):
        picture = tmp_path / f"{code}.png"
        x, y, width, height = browser.run("const box = arguments[0].getBoundingClientRect(); return [box.x + scrollX, box.y + scrollY, box.width, box.height]", label)
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 4}  # a printer's dots are finer than a screen's
        picture.write_bytes(base64.b64decode(browser.tell("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]))
        assert code in command("scan", picture).stdout
    (tmp_path / "sheet.pdf").write_bytes(base64.b64decode(browser.tell("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]))
    browser.link("Single labels").click()
    browser.until(lambda: browser.all(".labels.single"))
    assert [label.text.split()[0] for label in browser.all(".labels li")] == codes, "the same labels"
    (tmp_path / "single.pdf").write_bytes(base64.b64decode(browser.tell("Page.printToPDF", preferCSSPageSize=True)["data"]))
    browser.driver.close()
    browser.driver.switch_to.window(first)
    (sheet,) = pages_of(tmp_path / "sheet.pdf")
    assert [round(size * 25.4 / 72) for size in sheet] == [210, 297]
    assert [[round(size * 25.4 / 72) for size in page] for page in pages_of(tmp_path / "single.pdf")] == [[62, 29]] * 4
