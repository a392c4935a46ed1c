"""The pages in Chromium: each is examined as its readers see it, and what a patient and a clinician do is done by pointer, by keys alone, and without script."""

import re

import accounts
import page_checks
import pytest
from accounts import ADA, PASSWORD, PUBLIC, patient, staff
from browser import Keyboard, Pointer
from conftest import World
from fairkit import REPOSITORY
from kits import kit_code

# Who opens which page, and its status. Each page of the room is here; what stands in braces is a record of the town below.
PAGES = [
    ("visitor", "/sign-in"), ("visitor", "/sign-in?done=signedOut"), ("visitor", "/sign-in/factor"), ("visitor", "/forgotten"), ("halfway", "/sign-in/code"),
    ("ana", "/home"), ("ana", "/results"), ("ana", "/results/{normal}"), ("ana", "/results/{critical}"), ("ana", "/results/{corrected}"),
    ("bea", "/home"), ("bea", "/results"), ("bea", "/nowhere", 404), ("bea", "/alerts", 403),
    ("doctor", "/alerts"), ("doctor", "/alerts?state=acknowledged"), ("doctor", "/alerts/{alert}"), ("doctor", "/results"), ("doctor", "/results/{critical}"),
    ("administrator", "/home"),
    # Sessions, help and keys
    # Alerts: work and time
    ("doctor", "/home"), ("doctor", "/alerts?state=resolved"), ("doctor", "/alerts?state=all"), ("doctor", "/on-call"), ("administrator", "/on-call"),
    # Test kits and results of a patient
    # One's own account
    # Patients of a clinician
]  # fmt: skip
ROWS = [pytest.param(who, path, *(status or [200]), id=f"{who} {path}") for who, path, *status in PAGES]
WAYS = {"pointer": Pointer, "keys": Keyboard, "without script": Pointer}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A patient with results, one with none, a clinician with alerts, and an administrator."""
    off = dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS", "FAIRKIT_RATE_KEY"), "off")
    town = World(template, tmp_path_factory.mktemp("browser") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)
    town.address = f"http://localhost:{town.server.address.split(':')[1]}"
    town.people = {"ana": patient(town, "ana@browser.example", profile=ADA), "bea": patient(town, "bea@browser.example", profile=ADA)}
    town.people |= {role: staff(town, kind, f"{role}@browser.example") for role, kind in (("doctor", "clinician"), ("administrator", "administrator"))}
    normal, corrected, critical = (result(town, "ana", value, f"B-{value}") for value in (150, 57, 820))
    correction = {"reason": "Two samples were mixed up", "level": {"value": 75, "unit": "mg/dL"}}
    town.laboratory.ask(201, "POST", f"/api/v1/results/{corrected['id']}/corrections", json=correction)
    care(town, "doctor", "ana")
    town.records = {"normal": normal["id"], "corrected": corrected["id"], "critical": critical["id"], "alert": critical["alertId"]}
    town.cookies = {"visitor": []}
    yield town
    assert town.server.stop() == 0


def result(town, who, value, reference):
    code = kit_code()
    town.administrator.register(code, profile=town.people[who].account["profileId"])
    return town.laboratory.result(code, value, reference=reference) | {"kitCode": code}


def care(town, clinician, who):
    pair = {"accountId": town.people[clinician].account["accountId"], "profileId": town.people[who].account["profileId"]}
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json=pair)


def enter(browser, town, who):
    """Signs a person in, or takes the cookies of a sign-in before: each one-time code is good once."""
    browser.address = town.address
    if who not in town.cookies:
        person = town.people["doctor" if who == "halfway" else who]
        hand = Pointer(browser)
        browser.open("/sign-in")
        hand.fill("E-mail address", person.email)
        hand.fill("Password", PASSWORD)
        hand.press(browser.button("Sign in"))
        if hasattr(person, "app"):
            browser.until_heading("One more step")
            if who != "halfway":
                hand.fill("The code from your app", person.tokens["backupCodes"].pop())
                hand.press(browser.button("Go on"))
        town.cookies[who] = browser.until(lambda: browser.path.startswith("/sign-in") == (who == "halfway") and browser.cookies())
        browser.clear()
    browser.keep(town.cookies[who])


def sound(faults):
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("who, path, status", ROWS)
def test_a_page_is_fit_for_its_readers(browser, town, who, path, status):
    enter(browser, town, who)
    path = path.format(**town.records)
    sound(page_checks.of_page(browser, path, status))
    assert browser.path == path, "it is no other page"
    # Words of other languages are longer. The page of a refusal does not know the account.
    own = town.people[who].signed_in if who in town.people and status == 200 else None
    for language in ("es", "sw", "en"):
        if own:
            accounts.change(own, language=language)
        browser.open(path if own else f"{path}{'&' if '?' in path else '?'}language={language}")
        assert browser.run("return document.documentElement.lang") == language
        sound(page_checks.of_narrow(browser))


def test_every_page_of_the_room_is_examined():
    room = (REPOSITORY / "Sources/FairKitPages/Room.swift").read_text()
    patterns = {pattern.split("/{")[0] for pattern in re.findall(r'\.(?:page|open)\("([^"]+)"', room)}
    assert patterns == {re.split(r"/\{|\?", path)[0] for _, path, *status in PAGES if not status}


@pytest.mark.parametrize("way", WAYS)
def test_a_patient_reads_a_result_in_spanish_on_a_small_telephone(browser, town, way):
    browser.address, ana, hand = town.address, town.people["ana"], WAYS[way](browser)
    accounts.change(ana.signed_in, language="es")
    browser.script(way != "without script")
    browser.look((320, 640))
    browser.open("/sign-in")
    hand.press(browser.link("Español"))
    browser.until_heading("Iniciar sesión")
    hand.fill("Correo electrónico", ana.email)
    hand.fill("Contraseña", "not the password")
    hand.press(browser.button("Iniciar sesión"))
    browser.until(lambda: browser.driver.title.startswith("Error: "))
    assert browser.field("Correo electrónico").get_attribute("value") == ana.email, "what was typed is kept"
    assert browser.field("Contraseña").get_attribute("value") == "", "but no password"
    hand.fill("Contraseña", PASSWORD)
    hand.press(browser.button("Iniciar sesión"))
    browser.until_heading("Inicio")
    assert "Llame hoy a su médico o a su clínica" in browser.text
    hand.press(browser.link("Resultados"))
    browser.until_heading("Resultados")
    hand.press(browser.until(lambda: next(one for one in browser.all("main .list a") if "150" in one.text)))
    browser.until(lambda: browser.heading.startswith("Resultado del"))
    for words in ("150 mg/dL", "Dentro del intervalo de referencia", "Qué significa"):
        assert words in browser.text, words
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.all("details.account > summary")[0])
    hand.press(browser.button("Cerrar sesión"))
    browser.until_heading("Iniciar sesión")
    assert "Ha cerrado la sesión." in browser.text
    browser.driver.back()
    browser.until_heading("Iniciar sesión")
    assert "150" not in browser.text, "Back shows nothing that was read"
    assert browser.problems() == []
    accounts.change(ana.signed_in, language="en")


@pytest.mark.parametrize("way", WAYS)
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
    hand.fill("E-mail address", doctor.email)
    hand.fill("Password", PASSWORD)
    hand.press(browser.button("Sign in"))
    browser.until_heading("One more step")
    hand.fill("The code from your app", doctor.app.code())
    hand.press(browser.button("Go on"))
    browser.until_heading("Open alerts")
    assert browser.path == "/alerts", "the page that was asked for"
    row = browser.all(f"#alert-{raised['alertId']}")[0]
    assert "Ada Otieno" in row.text and "905 mg/dL" in row.text
    hand.press(browser.all(f"#alert-{raised['alertId']} .button")[0])
    browser.until(lambda: browser.field("Level"))
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
