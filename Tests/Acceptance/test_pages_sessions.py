"""The lock of a page whose reader went away, and what several tabs of one person do together: only a browser can show it."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

from accounts import ADA, PASSWORD, PUBLIC, patient, staff
from browser import Keyboard, Pointer, sign_in
from conftest import World
from kits import kit_code

MINUTES = 15


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    off = dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS"), "off")
    world = World(template, tmp_path_factory.mktemp("sessions") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)
    world.address = f"http://localhost:{world.server.address.split(':')[1]}"
    administrator = staff(world, "administrator", "root@sessions.example")
    proof = {"password": PASSWORD, "backupCode": administrator.tokens["backupCodes"].pop()}
    administrator.signed_in.ask(200, "PATCH", "/api/v1/settings", json={"inactivityMinutes": MINUTES, **proof})
    world.ana = patient(world, "ana@sessions.example", profile=ADA)
    world.doctor = staff(world, "clinician", "doctor@sessions.example")
    yield world
    assert world.server.stop() == 0


def enter(browser, world, person):
    browser.address = world.address
    browser.open("/sign-in?next=%2Fhelp%2Fkeys")
    code = person.tokens["backupCodes"].pop() if hasattr(person, "app") else None
    sign_in(Pointer(browser), person.email, PASSWORD, code)
    browser.until_heading("Keys")


def later(browser, minutes):
    """Lets the page's clock, which decides about the lock, be so much later."""
    browser.run("const now = Date.now; Date.now = () => now() + arguments[0]", minutes * 60_000)


def typing(browser):
    """A form that its reader is filling in."""
    browser.run("""const form = document.querySelector("main form"), field = document.createElement("textarea");
        field.name = "note"; field.id = "typed"; field.setAttribute("aria-label", "Note"); form.prepend(field)""")
    browser.all("#typed")[0].send_keys("Seen twice")


def is_open(browser, name):
    return browser.run("return document.getElementById(arguments[0]).open", name)


def unlock(browser, password):
    field = browser.all("#locked input[type=password]")[0]
    field.clear()
    field.send_keys(password)


def test_a_page_locks_after_a_question_and_keeps_what_was_typed(browser, world):
    enter(browser, world, world.ana)
    typing(browser)
    later(browser, MINUTES - 0.9)
    browser.until(lambda: is_open(browser, "still"))
    assert "Are you still there?" in browser.text
    Pointer(browser).press(browser.button("I am here"))
    browser.until(lambda: not is_open(browser, "still"))
    later(browser, MINUTES + 0.1)
    browser.until(lambda: is_open(browser, "locked"))
    assert "Seen twice" not in browser.text and not browser.all("h1")[0].is_displayed(), "nothing of the page is seen"
    assert browser.run("return document.querySelector('main').inert"), "nor read aloud"
    # The server has locked the session, too.
    assert browser.run("return fetch('/home', {redirect: 'manual'}).then(answer => answer.type)") == "opaqueredirect"
    unlock(browser, "not the password")
    Pointer(browser).press(browser.button("Unlock"))
    browser.until(lambda: "The password is wrong." in browser.text)
    unlock(browser, PASSWORD + Keys.ENTER)
    browser.until(lambda: not is_open(browser, "locked"))
    assert browser.all("#typed")[0].get_attribute("value") == "Seen twice"
    assert browser.run("return fetch('/home').then(answer => answer.status)") == 200
    browser.run("window.onbeforeunload = null; document.querySelector('main form').reset()")


def test_staff_reads_at_the_lock_how_many_criticals_are_open_and_no_name(browser, world):
    code = kit_code()
    world.administrator.register(code, profile=world.ana.account["profileId"])
    world.laboratory.result(code, 820)
    enter(browser, world, world.doctor)
    later(browser, MINUTES + 1)
    browser.until(lambda: is_open(browser, "locked") and "critical alert" in browser.text)
    assert "Otieno" not in browser.text
    assert browser.field("The code from your app")


def test_an_open_worklist_locks_whatever_its_stream_brings(browser, world):
    """Trap 18: in the middle of the time an alert comes, and its row is fetched. No person did anything."""
    enter(browser, world, world.doctor)
    browser.open("/alerts")
    later(browser, MINUTES / 2)
    code = kit_code()
    world.administrator.register(code, profile=world.ana.account["profileId"])
    alert = world.laboratory.result(code, 830)["alertId"]
    browser.until(lambda: browser.all(f"#alert-{alert}"))
    assert not is_open(browser, "locked")
    later(browser, MINUTES / 2 + 0.1)
    browser.until(lambda: is_open(browser, "locked"))


def test_a_page_that_a_browser_kept_as_it_was_is_asked_for_again(browser, world):
    """Trap 82: Chromium keeps no page that may not be stored, and others do, so the event is made here."""
    enter(browser, world, world.ana)
    browser.tell("Storage.clearCookies")
    browser.run("setTimeout(() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true})))")
    browser.until_heading("Sign in")


def test_back_after_a_lock_shows_no_page_from_before(browser, world):
    enter(browser, world, world.ana)
    browser.open("/profile")
    later(browser, MINUTES + 0.1)
    browser.until(lambda: is_open(browser, "locked"))
    # The page's clock is ahead of the server's here: what the page sends at the lock has to arrive first.
    browser.until(lambda: browser.run("return fetch('/home', {redirect: 'manual'}).then(answer => answer.type)") == "opaqueredirect")
    for way, place in ((browser.driver.back, "%2Fhelp%2Fkeys"), (browser.driver.forward, "%2Fprofile")):
        way()
        browser.until(lambda: browser.path == f"/sign-in?next={place}" and browser.heading == "Sign in")
        assert "ana@sessions.example" not in browser.text
    sign_in(Pointer(browser), world.ana.email, PASSWORD, None)
    browser.until_heading("Profile")


def two_tabs(browser, world):
    """Two pages of one person; the second one is in front."""
    enter(browser, world, world.ana)
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open("/help")
    return first, browser.driver.current_window_handle


def test_the_tabs_of_a_person_lock_unlock_and_sign_out_together(browser, world):
    first, second = two_tabs(browser, world)
    # Work in one tab keeps the other one open.
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        later(browser, MINUTES - 0.4)
    Keyboard(browser).type(Keys.TAB, Keys.TAB)
    browser.driver.switch_to.window(first)
    browser.until(lambda: not is_open(browser, "still"))
    later(browser, MINUTES + 1)
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        browser.until(lambda: is_open(browser, "locked"))
    unlock(browser, PASSWORD + Keys.ENTER)
    for tab in (second, first):
        browser.driver.switch_to.window(tab)
        browser.until(lambda: not is_open(browser, "locked"))
    Pointer(browser).press(browser.all("details.account > summary")[0])
    Pointer(browser).press(browser.button("Sign out"))
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        browser.until_heading("Sign in")


def test_an_answer_in_one_tab_takes_the_question_away_in_all_within_a_second(browser, world):
    first, second = two_tabs(browser, world)
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        later(browser, MINUTES - 0.6)
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        browser.until(lambda: is_open(browser, "still"))
    Pointer(browser).press(browser.button("I am here"))
    began = time.monotonic()
    browser.driver.switch_to.window(first)
    browser.until(lambda: not is_open(browser, "still"))
    assert time.monotonic() - began < 1 and not is_open(browser, "locked")


def test_single_keys_do_nothing_until_they_are_switched_on(browser, world):
    enter(browser, world, world.ana)
    hand = Keyboard(browser)
    browser.open("/help")
    hand.type("?")
    assert browser.path == "/help"
    browser.open("/help/keys")
    hand.press(browser.button("Switch on"))
    browser.until(lambda: "The keys are switched." in browser.text)
    browser.open("/help")
    hand.type("?")
    browser.until_heading("Keys")
    hand.press(browser.button("Switch off"))
    browser.until(lambda: "They are switched off" in browser.text)


def test_a_second_press_and_a_reload_send_nothing_again(browser, world):
    enter(browser, world, world.ana)
    browser.run("""const form = document.querySelector("main form"), button = form.querySelector("button");
        button.click(); button.click()""")
    browser.until(lambda: "The keys are switched." in browser.text)
    sent = browser.sent(lambda: browser.driver.refresh())
    assert sent.status == 200 and "done=keysSwitched" in browser.path, "a reload asks for the page after the form"
