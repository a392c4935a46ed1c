"""How people come to an account in Chromium: by pointer, by keys alone, and without script."""

import re

import pytest
from selenium.webdriver.common.keys import Keys

import accounts
from accounts import PASSWORD, PUBLIC, mailed
from browser_town import WAYS, ways
from fairkit import command


@pytest.mark.parametrize("way", ways("keys"))
def test_a_patient_registers_by_the_code_of_a_mail(browser, town, way):
    email = f"{way.split()[0]}@register.example"
    browser.address, hand = town.address, WAYS[way](browser)
    browser.script(way != "without script")
    browser.open("/sign-in")
    hand.press(browser.link("Make an account"))
    browser.until_heading("Make an account")
    hand.fill("E-mail address", email)
    hand.press(browser.button("Send the code"))
    browser.until_heading("Type the code from the mail")
    hand.fill("The code that we sent", accounts.mailed_code(mailed(town)))
    hand.press(browser.button("Go on"))
    browser.until(lambda: email in browser.text)
    for label, text in (("Given name", "Mara"), ("Family name", "Otieno"), ("Day", "29"), ("Month", "2"), ("Year", "1980")):
        hand.fill(label, text)
    for consent in ("clinicians", "research", "partners"):
        choice = browser.all(f"input[name={consent}][value=yes]")[0]
        hand.press(choice) if way != "keys" else (hand.reach(choice), hand.type(Keys.SPACE))
    hand.fill("New password", PASSWORD)
    hand.fill("The new password once more", PASSWORD)
    hand.press(browser.button("Make my account"))
    browser.until_heading("Home")


@pytest.mark.parametrize("way", ways("without script"))
def test_an_invited_person_chooses_a_password(browser, town, way):
    email = f"{way.split()[0]}@invited.example"
    command("account", "invite", "--data", town.store.path, "--role", "coordinator", "--email", email)
    link = re.search(rf"{PUBLIC}(/invitation#\S+)", mailed(town)["text"])[1]
    browser.address, hand = town.address, WAYS[way](browser)
    browser.script(way != "without script")
    browser.driver.get(town.address + link)  # its script goes on by itself
    if way == "without script":
        hand.fill("The link from the mail", PUBLIC + link)
        hand.press(browser.button("Go on"))
    browser.until(lambda: email in browser.text)
    assert "#" not in browser.path, "the secret leaves the address"
    hand.fill("New password", PASSWORD)
    hand.fill("The new password once more", PASSWORD)
    hand.press(browser.button("Accept the invitation"))
    browser.until(lambda: "Your account is ready." in browser.text)
