"""What an administrator does in Chromium: by pointer, by keys alone, and without script."""

import pytest

import page_checks
from accounts import AUTH, PASSWORD, VERIFY, App, Visitor, invitation_of, staff
from browser_town import WAYS, enter, sound, ways


def come(browser, town, who, way):
    """A person comes in, on a telephone."""
    browser.clear()
    enter(browser, town, who)
    browser.script(way != "without script")
    browser.look((320, 640))


@pytest.mark.parametrize("way", ways("without script"))
def test_a_clinician_is_invited_approved_seen_as_active_and_suspended(browser, town, way):
    first, hand = way.split()[0], WAYS[way](browser)
    email, name, second = f"{first}@clinic.example", f"Cleo {first.title()}", f"second {first}"
    town.people[second] = staff(town, "administrator", f"{first}-second@browser.example")
    come(browser, town, "administrator", way)
    browser.open("/accounts")
    hand.press(browser.link("Invite a person"))
    browser.until_heading("Invite a person")
    hand.fill("E-mail address", email)
    hand.fill("Name", name)
    hand.choose("Clinician: sees patients in their care, acknowledges alerts")
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.button("Send the invitation"))
    browser.until_heading(name)
    assert "Another administrator has to approve this. Ask one of them" in browser.text
    come(browser, town, second, way)
    browser.open("/accounts?state=awaited")
    hand.press(browser.link("Approve"))
    browser.until_heading("Prove that it is you")
    hand.fill("Password", PASSWORD)
    hand.fill("The code from your app", town.people[second].app.code())
    hand.press(browser.button("Go on"))
    browser.until_heading("Approve")
    assert email in browser.text
    hand.press(browser.button("Approve"))
    browser.until(lambda: "You approved the invitation, and it is sent." in browser.text)
    visitor = Visitor(town)
    visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": invitation_of(town, email), "password": PASSWORD})
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": visitor.login(email).json()["mfaToken"]})
    visitor.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": App(begun["otpauthUri"]).code()})
    come(browser, town, "administrator", way)
    browser.open("/accounts?role=clinician&state=active")
    hand.press(browser.link(name))
    browser.until_heading(name)
    assert "Active" in browser.text
    hand.press(browser.link("Suspend the account"))
    browser.until_heading(f"Suspend the account: {name}")
    hand.press(browser.button("Suspend the account"))
    browser.until(lambda: "The account is suspended. The person is signed out everywhere." in browser.text)
    sound(browser.run(page_checks.WIDE))
    assert visitor.login(email).status_code == 403
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("keys"))
def test_a_key_is_shown_once(browser, town, way):
    hand, who = WAYS[way](browser), f"keeper {way}"
    town.people[who] = staff(town, "administrator", f"{way.split()[0]}-keeper@browser.example")
    come(browser, town, who, way)
    browser.open("/keys/new")
    hand.fill("Name of the key", f"Reader {way}")
    hand.choose("program that fetches alerts")
    hand.fill("Your present password", PASSWORD)
    hand.fill("The code from your app", town.people[who].app.code())
    hand.press(browser.button("Ask for the key"))
    browser.until_heading("Copy the key now")
    secret = browser.all("#secret")[0].text
    assert len(secret) > 40
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.link("I have copied it"))
    browser.until_heading(f"Reader {way}")
    browser.driver.back()
    browser.until_heading("Copy the key now")
    assert secret not in browser.driver.page_source, "Back does not show it"
    assert "is not shown again" in browser.text
    browser.open("/keys")
    assert f"Reader {way}" in browser.text and "Never used" in browser.text
    assert browser.problems() == []
