"""What an administrator does in Chromium: by pointer, by keys alone, and without script."""

import pytest
from selenium.webdriver.common.keys import Keys

import page_checks
from accounts import PASSWORD
from browser_town import WAYS, enter, sound, ways

# Pages that ask for a proof of identity before they show a form.
PROVED = {
    "/teams/ward/people": "Members: ward", "/ranges/new": "Add a range", "/ranges/1/end": "End this range", "/rules/severe-low": "The level is severely low.",
    "/settings/clinic": "The clinic", "/settings/languages": "Languages", "/settings/patients": "Patients and their kits", "/settings/results": "Results", "/settings/security": "Security and messages",
}  # fmt: skip
OFFICE = {"afterSeconds": 600, "tell": ["care", "operator"], "repeatSeconds": 3600}


@pytest.mark.parametrize("way", ways("without script"))
def test_an_administrator_sets_on_the_first_day_whom_alerts_tell(browser, town, way):
    town.administrator.ask(200, "PUT", "/api/v1/escalation-policies/0", json={"steps": [OFFICE]})
    hand = WAYS[way](browser)
    enter(browser, town, "administrator")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/home")
    assert "The first day" in browser.text
    hand.press(browser.link("Set whom alerts tell"))
    browser.until_heading("Escalation")
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.all("a[href='/escalation/0']")[0])
    browser.until_heading("Prove that it is you")
    hand.fill("Password", PASSWORD)
    hand.fill("The code from your app", town.people["administrator"].tokens["backupCodes"].pop())
    hand.press(browser.button("Go on"))
    browser.until_heading("Escalation: Critical alerts")

    def write(selector, text):
        field = browser.all(selector)[0]
        if way == "keys":
            hand.reach(field)
        field.send_keys(text)

    def tick(selector):
        box = browser.all(selector)[0]
        hand.press(box) if way != "keys" else (hand.reach(box), hand.type(Keys.SPACE))

    write("#after2", "soon")
    tick("#tell2-team-ward")
    hand.press(browser.button("Save the steps"))
    browser.until(lambda: browser.driver.title.startswith("Error: "))
    assert browser.all("#after2")[0].get_attribute("value") == "soon", "what was typed is kept"
    assert browser.all("#tell2-team-ward")[0].is_selected()
    sound(browser.run(page_checks.WIDE))
    if way != "without script":
        sound(page_checks.of_axe(browser))
        browser.look((320, 640))
    browser.all("#after2")[0].clear()
    write("#after2", "15")
    hand.press(browser.button("Save the steps"))
    browser.until(lambda: "The steps are saved." in browser.text)
    assert "team ward" in browser.text, "the dry run has the new step"
    for path, heading in PROVED.items():
        browser.open(path)
        browser.until_heading(heading)
        sound(browser.run(page_checks.WIDE))
        if way == "pointer":
            sound(page_checks.of_axe(browser))
            browser.look((320, 640))
    browser.open("/home")
    assert "Set whom alerts tell" in browser.text and "No team that critical alerts tell" not in browser.text
    assert browser.problems() == []
