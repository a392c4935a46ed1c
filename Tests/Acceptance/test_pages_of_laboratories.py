"""What a laboratory does in Chromium: by pointer, by keys alone, and without script."""

import pytest

import page_checks
from browser_town import WAYS, enter, sound
from kits import kit_code


@pytest.mark.parametrize("way", WAYS)
def test_a_laboratory_reads_what_follows_before_a_result_is_stored(browser, town, way):
    code, hand = kit_code(), WAYS[way](browser)
    town.administrator.register(code, profile=town.people["ana"].account["profileId"])
    enter(browser, town, "laboratory")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/home")
    hand.press(browser.link("Enter a result"))
    browser.until_heading("Enter a result")
    hand.fill("Kit code", code)
    hand.fill("Laboratory's number", f"L-{way}")
    browser.field("Date of the test").send_keys("11202026")
    hand.fill("Level", "1,234")
    hand.fill("Unit", "mg/dL")
    hand.choose("Final")
    hand.press(browser.button("Check the result"))
    browser.until(lambda: browser.driver.title.startswith("Error: "))
    assert browser.field("Kit code").get_attribute("value") == code, "what was typed is kept"
    hand.fill("Level", "912,5")
    hand.press(browser.button("Check the result"))
    browser.until_heading("Check the result")
    for words in ("912.5", "Critically high", "It raises an alert: clinicians are called at once."):
        assert words in browser.text, words
    sound(browser.run(page_checks.WIDE))
    if way != "without script":
        sound(page_checks.of_axe(browser))
        browser.look((320, 640))
    hand.press(browser.button("Change it"))
    browser.until_heading("Enter a result")
    hand.fill("Level", "91")
    hand.press(browser.button("Check the result"))
    browser.until_heading("Check the result")
    assert "It raises an alert" not in browser.text
    hand.press(browser.button("Store the result"))
    browser.until(lambda: "The result is stored." in browser.text)
    assert "91 mg/dL" in browser.text
    assert browser.problems() == []
