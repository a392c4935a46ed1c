"""What clinicians do in Chromium: by pointer, by keys alone, and without script."""

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

import page_checks
from accounts import ADA, PASSWORD, patient, staff
from browser import Keyboard, Pointer, sign_in
from browser_town import WAYS, care, enter, result, sound, ways
from trials import rows


@pytest.mark.parametrize("way", ways("keys", "without script"))
def test_a_clinician_acknowledges_a_critical_result_by_reading_it_back(browser, town, way):
    number = list(WAYS).index(way)
    clinician = f"doctor {number}"
    town.people[clinician] = doctor = staff(town, "clinician", f"doctor{number}@browser.example")
    care(town, clinician, "ana")
    raised = result(town, "ana", 905, f"B-905-{number}")
    browser.address, hand = town.address, WAYS[way](browser)
    browser.script(way != "without script")
    browser.open("/alerts")
    browser.until_heading("Sign in")
    sign_in(hand, doctor.email, PASSWORD, doctor.app.code())
    browser.until_heading("Open alerts")
    assert browser.path == "/alerts", "the page that was asked for"
    row = browser.all(f"#alert-{raised['alertId']}")[0]
    assert "Ada Otieno" in row.text and "905 mg/dL" in row.text
    hand.press(browser.all(f"#alert-{raised['alertId']} .button")[0])
    browser.until(lambda: browser.field("Level"))
    page = "document.querySelector('main')"
    assert browser.run(page_checks.OVER.replace(page, f"document.querySelector('dialog[open]') ?? {page}")) == [], "words over words in the dialog"
    read_back = {"Level": "950", "Unit": "mg/dL", "Day": "29", "Month": "2", "Year": "1980", "Kit code": raised["kitCode"]}
    for label, text in read_back.items():
        hand.fill(label, text)
    hand.choose("A colleague, by phone")
    hand.press(browser.button("Acknowledge 905 mg/dL"))
    browser.until(lambda: "Level differs from the record" in browser.text)
    assert browser.field("Kit code").get_attribute("value") == raised["kitCode"], "what was typed is kept"
    if way == "without script":
        assert browser.driver.title.startswith("Error: ")
    else:
        browser.until(lambda: "summary" in (browser.driver.switch_to.active_element.get_attribute("class") or ""))
    hand.fill("Level", "905")
    hand.press(browser.button("Acknowledge 905 mg/dL"))
    browser.until(lambda: "The alert is acknowledged." in browser.text)
    assert browser.until(lambda: not browser.all(f"#alert-{raised['alertId']}"))
    assert doctor.signed_in.ask(200, "GET", f"/api/v1/alerts/{raised['alertId']}")["state"] == "acknowledged"
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("without script"))
def test_a_clinician_tells_two_patients_of_one_name_apart(browser, town, way):
    """By keys alone: typing finds, arrows go to and fro, Escape leads back to the field. Without a script, a press of the button does."""
    if "bea in care" not in town.records:
        care(town, "doctor", "bea")
        town.records["bea in care"] = True
    enter(browser, town, "doctor")
    hand = WAYS[way](browser)
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/people")
    hand.fill("Find a patient", "otien")
    if way == "without script":
        hand.press(browser.button("Search"))
    browser.until(lambda: browser.all("#found [role=status]")[0].text == "2 matches")
    assert browser.path.startswith("/people?find=") and "otien" not in browser.path, "the address says no name"
    rows = browser.all("#found .list a")
    assert all("29 February 1980" in row.text and "Matches: name" in row.text for row in rows)
    sound(browser.run(page_checks.WIDE))
    if way == "keys":
        assert browser.until(lambda: browser.all("#said")[0].text == "2 matches"), "the count is spoken"
        browser.until(lambda: browser.path != "/people" and not browser.all("[aria-busy]"))
        for key, focused in ((Keys.ARROW_DOWN, 0), (Keys.ARROW_DOWN, 1), (Keys.ARROW_UP, 0)):
            hand.type(key)
            browser.until(lambda focused=focused: browser.driver.switch_to.active_element == browser.all("#found a")[focused])
        hand.type(Keys.ESCAPE)
        assert browser.driver.switch_to.active_element == browser.field("Find a patient")
    address = browser.path
    hand.press(browser.all(f"#found a[href='/people/{town.records['person']}']")[0])
    browser.until_heading("Patient's record")
    assert "Ada Otieno" in browser.all(".person")[0].text
    browser.driver.back()
    browser.until(lambda: browser.path.split("#")[0] == address and browser.all("#found .list a"))
    assert browser.field("Find a patient").get_attribute("value") == "otien", "Back shows the same search"
    assert browser.problems() == []


@pytest.mark.parametrize("way", rows("keys", "pointer", "without script"))
def test_a_clinician_verifies_a_held_result_writes_a_note_and_says_what_came_of_an_alert(browser, town, way):
    number = list(WAYS).index(way)
    raised = result(town, "ana", 915, f"B-915-{number}")
    # The town's other results are read at once, suspect or not.
    town.administrator.ask(200, "PATCH", "/api/v1/settings", json={"suspectHoldHours": 24})
    held = result(town, "ana", 1.5, f"B-held-{number}", 202)
    town.administrator.ask(200, "PATCH", "/api/v1/settings", json={"suspectHoldHours": 0})
    enter(browser, town, "doctor")
    hand = WAYS[way](browser)
    browser.script(way != "without script")
    browser.open("/results?held=true")
    hand.press(browser.all(f"main a[href='/results/{held['id']}']")[0])
    browser.until(lambda: browser.button("Verify 1.5 mg/dL"))
    hand.fill("Level", "15")
    hand.fill("Unit", "mg/dL")
    hand.fill("How do you know that it is right?", "Asked by phone")
    hand.press(browser.button("Verify 1.5 mg/dL"))
    browser.until(lambda: "Level differs from the record" in browser.text)
    hand.fill("Level", "1.5")
    hand.press(browser.button("Verify 1.5 mg/dL"))
    browser.until(lambda: "The result is verified." in browser.text and "Asked by phone" in browser.text)
    hand.fill("New note", "Sample repeated")
    hand.press(browser.button("Save the note"))
    browser.until(lambda: "The note is saved." in browser.text and "Sample repeated" in browser.text)
    identifiers = {"birthDate": "1980-02-29", "kitCode": raised["kitCode"]}
    body = {"value": 915, "unit": "mg/dL", "identifiers": identifiers, "reached": "patient-by-phone"}
    town.people["doctor"].signed_in.ask(200, "POST", f"/api/v1/alerts/{raised['alertId']}/acknowledge", json=body)
    browser.open(f"/alerts/{raised['alertId']}")
    hand.choose("The patient is treated")
    hand.press(browser.button("Resolve the alert"))
    browser.until(lambda: "The alert is resolved." in browser.text)
    assert browser.problems() == []


def test_a_note_goes_to_its_own_patient_though_another_is_open_in_a_second_tab(browser, town):
    enter(browser, town, "doctor")
    hand, first = Pointer(browser), browser.driver.current_window_handle
    other = result(town, "bea", 150, "B-tab")
    if "bea in care" not in town.records:
        care(town, "doctor", "bea")
        town.records["bea in care"] = True
    browser.open(f"/results/{town.records['normal']}")
    hand.fill("New note", "Called her, she is well")
    browser.driver.switch_to.new_window("tab")
    browser.open(f"/results/{other['id']}")
    browser.driver.switch_to.window(first)
    hand.press(browser.button("Save the note"))
    browser.until(lambda: "The note is saved." in browser.text)
    assert "Called her, she is well" in browser.text and browser.field("New note").get_attribute("value") == ""
    browser.open(f"/results/{other['id']}")
    assert "Called her" not in browser.text


def test_a_record_is_printed_dark_on_white_with_the_person_on_top(browser, town):
    enter(browser, town, "doctor")
    browser.look((1280, 800), "dark")
    browser.open(f"/people/{town.records['person']}")
    browser.tell("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    colour = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
    assert browser.run(colour, "h1", "color") == "rgb(29, 29, 31)"
    assert browser.run(colour, ".person", "display") == "table-header-group", "it heads every sheet"
    assert "29 February 1980" in browser.all(".person")[0].text
    assert browser.run(colour, "main tr", "breakInside") == "avoid"
    assert not browser.run("return [...document.querySelectorAll('nav, .noprint')].some(one => one.checkVisibility())")
    browser.tell("Emulation.setEmulatedMedia", media="", features=[])


def test_the_columns_of_a_table_are_named_on_a_small_screen(browser, town):
    enter(browser, town, "doctor")
    browser.look((320, 640))
    for path in ("/people", f"/people/{town.records['person']}", f"/results/{town.records['corrected']}"):
        browser.open(path)
        for table in browser.all("main table"):
            assert browser.run("return getComputedStyle(arguments[0]).display", table) == "table"
            heads = browser.run("return [...arguments[0].querySelectorAll('thead th')].every(one => one.scope == 'col' && one.checkVisibility())", table)
            cells = browser.run("return [...arguments[0].querySelectorAll('tbody tr')].every(one => one.querySelector('th[scope=row]'))", table)
            assert heads and cells, path


def test_a_record_is_opened_in_an_emergency_with_a_reason(browser, town):
    stranger = patient(town, "eva@browser.example", profile=ADA | {"name": {"given": "Eva", "family": "Wanjiru"}})
    path = f"/people/{stranger.account['profileId']}"
    enter(browser, town, "doctor")
    hand = Keyboard(browser)
    sound(page_checks.of_page(browser, path, 404))
    assert "Eva" not in browser.text
    hand.fill("Why must it be opened now?", "Unconscious in the ward, no family")
    hand.press(browser.button("Open the record for one hour"))
    browser.until_heading("Patient's record")
    assert "You opened this record in an emergency" in browser.text and "Eva Wanjiru" in browser.text
    sound(page_checks.of_page(browser, path))
    hand.press(browser.button("Close the record now"))
    browser.until(lambda: "The record is closed." in browser.text)
    assert browser.open(path).status == 404


def test_a_form_of_a_dialog_is_kept_when_the_session_has_ended_behind_the_lock(browser, town):
    raised = result(town, "ana", 910, "B-910")
    enter(browser, town, "doctor")
    hand = Pointer(browser)
    browser.look((1280, 800))
    browser.open("/alerts")
    hand.press(browser.all(f"#alert-{raised['alertId']} .button")[0])
    browser.until(lambda: browser.field("Level"))
    for label, text in {"Level": "910", "Unit": "mg/dL", "Kit code": raised["kitCode"]}.items():
        hand.fill(label, text)
    hand.choose("A colleague, by phone")
    browser.tell("Storage.clearCookies")
    hand.press(browser.button("Acknowledge 910 mg/dL"))
    browser.until(lambda: browser.all("#locked[open]"))
    for field, text in (("password", PASSWORD), ("code", "123456")):
        browser.all(f"#unlock-{field}")[0].send_keys(text)
    hand.press(browser.all("#unlock button")[0])
    browser.until_heading("Sign in")
    assert "with all that you typed" in browser.text and raised["kitCode"] not in browser.driver.page_source


# On call


@pytest.mark.parametrize("way", ways("keys"))
def test_a_clinician_hands_a_shift_over_and_takes_it_back(browser, town, way):
    if "colleague" not in town.people:
        town.people["colleague"] = staff(town, "clinician", "colleague@browser.example")
        town.people["colleague"].signed_in.ask(200, "PATCH", "/api/v1/auth/me", json={"name": "Moses Kamau"})
        town.administrator.ask(200, "POST", "/api/v1/teams/ward/members", json={"accountId": town.people["colleague"].account["accountId"]})
    enter(browser, town, "doctor")
    hand = WAYS[way](browser)
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/on-call")
    hand.press(browser.link("Changes of shifts"))
    browser.until(lambda: browser.path == "/on-call/ward")
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.button("Hand over a shift"))
    browser.until(lambda: "Choose a shift." in browser.text and "Choose who takes over." in browser.text)
    choose(browser, hand, "Which shift?", lambda option: "–" in option)
    choose(browser, hand, "To whom?", lambda option: option == "Moses Kamau")
    hand.fill("Note (not required)", "Swapped with her")
    hand.press(browser.button("Hand over a shift"))
    browser.until(lambda: "The shift is handed over." in browser.text)
    assert "Moses Kamau" in browser.all("main")[0].text and "Swapped with her" in browser.text
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.button("Take back"))
    browser.until(lambda: "The shift is yours again." in browser.text)
    assert "Swapped with her" not in browser.text
    assert browser.problems() == []


def choose(browser, hand, label, fits):
    """Chooses the first fitting option of a list, with the arrow keys."""
    field = browser.field(label)
    place = next(place for place, option in enumerate(field.find_elements("css selector", "option")) if fits(option.text))
    if isinstance(hand, Keyboard):
        hand.reach(field)
        hand.type(*[Keys.ARROW_DOWN] * place)
    else:
        Select(field).select_by_index(place)
