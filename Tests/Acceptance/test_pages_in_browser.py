"""The pages in Chromium: each is examined as its readers see it, and what a patient and a clinician do is done by pointer, by keys alone, and without script."""

import datetime
import re

import pytest
from selenium.webdriver.common.keys import Keys

import accounts
import page_checks
import pages
from accounts import ADA, PASSWORD, PUBLIC, mailed, patient, staff
from browser import Keyboard, Pointer
from conftest import World
from fairkit import REPOSITORY, command
from kits import kit_code, photo
from trials import LONG, rows

# Who opens which page, and its status. Each page of the room is here; what stands in braces is a record of the town below.
PAGES = [
    ("visitor", "/sign-in"), ("visitor", "/sign-in?done=signedOut"), ("visitor", "/sign-in/factor"), ("visitor", "/forgotten"), ("halfway", "/sign-in/code"),
    ("visitor", "/invitation"), ("visitor", "/reset"), ("visitor", "/register"), ("visitor", "/register/code?mail={mail}"), ("newcomer", "/register/details"),
    ("ana", "/home"), ("ana", "/results"), ("ana", "/results/{normal}"), ("ana", "/results/{critical}"), ("ana", "/results/{corrected}"),
    ("bea", "/home"), ("bea", "/results"), ("bea", "/nowhere", 404), ("bea", "/alerts", 403),
    ("doctor", "/alerts"), ("doctor", "/alerts?state=acknowledged"), ("doctor", "/alerts/{alert}"), ("doctor", "/results"), ("doctor", "/results/{critical}"),
    ("administrator", "/home"),
    # Sessions, help and keys
    ("ana", "/prove"), ("doctor", "/prove"), ("ana", "/help"), ("doctor", "/help"), ("administrator", "/help"), ("ana", "/help/keys"),
    # Alerts: work and time
    ("doctor", "/home"), ("doctor", "/alerts?state=resolved"), ("doctor", "/alerts?state=all"), ("doctor", "/on-call"), ("administrator", "/on-call"),
    ("doctor", "/on-call/{team}"), ("administrator", "/on-call/{team}"),
    # Test kits and results of a patient
    ("ana", "/kits"), ("ana", "/kits/new"), ("ana", "/kits/{kit}"), ("ana", "/kits/{kit}?done=kitPosted"), ("ana", "/results/trend"), ("ana", "/results/shares"),
    ("bea", "/kits"), ("bea", "/results/trend"), ("bea", "/results/shares?done=shareStopped"), ("doctor", "/kits/new", 403),
    # One's own account
    ("ana", "/profile"), ("ana", "/profile/details"), ("ana", "/profile/language"), ("ana", "/profile/privacy"), ("ana", "/profile/consents/{consent}"),
    ("ana", "/profile/accesses"), ("ana", "/profile/erasure"), ("ana", "/profile/security"), ("ana", "/profile/password"), ("ana", "/profile/factor"),
    ("ana", "/profile/sessions"), ("ana", "/profile/email"), ("ana", "/profile/email/code"), ("ana", "/profile/contacts"), ("ana", "/profile/contacts/{contact}"), ("ana", "/profile/notices"),
    ("ana", "/profile/test"), ("doctor", "/profile/test"), ("ana", "/profile/accesses?own=yes"), ("ana", "/profile/calendar"), ("ana", "/notices"), ("doctor", "/profile"), ("doctor", "/profile/details"), ("doctor", "/profile/factor"),
    ("ana", "/profile/photo"), ("bea", "/profile/photo"), ("ana", "/profile/devices"), ("bea", "/profile/devices"), ("ana", "/profile/record"), ("doctor", "/profile/language"), ("doctor", "/profile/devices"),
    # Patients of a clinician
    ("doctor", "/people"), ("doctor", "/people?relation=care"), ("doctor", "/people?relation=share"), ("doctor", "/people/{person}"), ("doctor", "/people/{person}/next-test"), ("ana", "/people/{person}/next-test"),
    ("doctor", "/emergency"), ("doctor", "/results/{corrected}"), ("doctor", "/results?flag=HH&from=2020-01-01"),
    ("doctor", "/results?held=true"), ("administrator", "/people"), ("administrator", "/people/{person}"), ("bea", "/people", 403),
]  # fmt: skip
# Spanish for one page and Swahili for the next; --long shows each in both.
OTHERS = [("es", "sw")] if LONG else [("es",), ("sw",)]
ROWS = [pytest.param(who, path, *(status or [200]), OTHERS[place % len(OTHERS)], id=f"{who} {path}") for place, (who, path, *status) in enumerate(PAGES)]
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
    kit = town.administrator.register(kit_code(), profile=town.people["ana"].account["profileId"])
    town.records = {"kit": kit["id"], "normal": normal["id"], "corrected": corrected["id"], "critical": critical["id"], "alert": critical["alertId"]}
    contact = town.people["ana"].signed_in.ask(201, "POST", "/api/v1/auth/me/contacts", json={"kind": "email", "address": "ana@work.example"})
    ana = town.people["ana"]
    device = {"deviceToken": f"apns:{'ab' * 32}", "platform": "ios", "label": "My telephone"}
    ana.signed_in.ask(201, "POST", "/api/v1/mobile/devices", json=device)
    assert ana.signed_in.put(f"/api/v1/profiles/{ana.account['profileId']}/photo", content=photo(), headers={"Content-Type": "image/jpeg"}).status_code == 204
    town.records |= {"consent": "research", "contact": contact["id"], "team": "ward"}
    town.records |= {name: town.people[who].account["profileId"] for name, who in (("person", "ana"), ("stranger", "bea"))}
    duty(town)
    registered = Pages(town)
    town.records["mail"] = registered.register("newcomer@browser.example")
    town.cookies = {"visitor": [], "newcomer": registered.kept(town.records["mail"], mailed(town))}
    yield town
    assert town.server.stop() == 0


class Pages(pages.Browser):
    """A browser without a screen."""

    def register(self, email):
        """Asks for the code; answers the id of its mail."""
        return self.ask("POST", "/register", data={"email": email}).headers["location"].split("mail=")[1]

    def kept(self, asked, mail):
        """The cookies of a person who has typed the code."""
        assert self.ask("POST", "/register/code", data={"mail": asked, "mailedCode": accounts.mailed_code(mail)}).status_code == 303
        return [{"name": name, "value": value, "domain": "localhost", "path": "/", "secure": True, "httpOnly": True, "sameSite": "Strict"} for name, value in self.jar.items()]


def result(town, who, value, reference, status=201):
    code = kit_code()
    town.administrator.register(code, profile=town.people[who].account["profileId"])
    return town.laboratory.result(code, value, status=status, reference=reference) | {"kitCode": code}


def duty(town):
    """A team of the doctor and the administrator, who have a week each, and a day that the doctor took over."""
    town.administrator.ask(201, "POST", "/api/v1/teams", json={"name": "ward", "timeZone": "Africa/Nairobi", "description": "Ward 4"})
    doctor, other = (town.people[who].account["accountId"] for who in ("doctor", "administrator"))
    for member in (doctor, other):
        town.administrator.ask(200, "POST", "/api/v1/teams/ward/members", json={"accountId": member})
    monday = datetime.date.today() - datetime.timedelta(days=datetime.date.today().weekday())
    week = {"weekdays": ["monday"], "start": "08:00", "end": "08:00", "days": 7, "everyWeeks": 2}
    shifts = [{"accountId": who, "from": f"{first}", "anchor": f"{first}", **week} for who, first in ((doctor, monday), (other, monday + datetime.timedelta(days=7)))]
    town.administrator.ask(200, "PUT", "/api/v1/teams/ward/shifts", json={"shifts": shifts}, headers={"If-Match": "*"})
    noon = datetime.datetime.now(datetime.UTC).replace(hour=9, minute=0, second=0, microsecond=0) + datetime.timedelta(days=3)
    change = {"accountId": doctor, "replaces": other, "from": f"{noon:%FT%TZ}", "until": f"{noon + datetime.timedelta(hours=4):%FT%TZ}", "note": "Swapped"}
    town.administrator.ask(201, "POST", "/api/v1/teams/ward/overrides", json=change)


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


@pytest.mark.parametrize("who, path, status, languages", ROWS)
def test_a_page_is_fit_for_its_readers(browser, town, who, path, status, languages):
    enter(browser, town, who)
    path = path.format(**town.records)
    sound(page_checks.of_page(browser, path, status))
    assert browser.path == path, "it is no other page"
    # Words of other languages are longer. An address that is no page does not know the account.
    own = town.people[who].signed_in if who in town.people and status != 404 else None
    for language in (*languages, "en"):
        if own:
            accounts.change(own, language=language)
        browser.open(path if own else f"{path}{'&' if '?' in path else '?'}language={language}")
        assert browser.run("return document.documentElement.lang") == language
        sound(page_checks.of_narrow(browser))


@pytest.mark.parametrize("way", WAYS)
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


@pytest.mark.parametrize("way", WAYS)
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


def taken(folder, name, picture):
    """A photo as a file that a browser can send."""
    (folder / name).write_bytes(picture)
    return str(folder / name)


@pytest.mark.parametrize("way", WAYS)
def test_a_patient_registers_a_kit_by_photo_in_her_first_week(browser, town, way, tmp_path):
    who = f"cleo {way}"
    town.people[who] = cleo = patient(town, f"{who.replace(' ', '.')}@browser.example", profile=ADA)
    enter(browser, town, who)
    accounts.change(cleo.signed_in, language="es")
    hand, code = WAYS[way](browser), town.administrator.issue(kit_code())[0]["kitCode"]
    browser.script(way != "without script")
    browser.look((360, 640))
    browser.open("/home")
    hand.press(browser.link("Registrar un kit de prueba"))
    browser.until_heading("Registrar un kit de prueba")
    hand.fill("Código del kit", "FU-KIT-2025110701-Y")
    hand.press(browser.button("Continuar"))
    browser.until(lambda: "no corresponde a las cifras 2025 1107 01" in browser.text)
    assert browser.field("Código del kit").get_attribute("value") == "FU-KIT-2025110701-Y", "what was typed is kept"
    if way != "without script":
        browser.open("/kits/new")
        assert browser.field("Código del kit").get_attribute("value") == "FU-KIT-2025110701-Y", "also by a page that was killed"
    browser.field("Código del kit").clear()
    browser.field("Foto del código de barras").send_keys(taken(tmp_path, "wall.jpg", photo()))
    hand.press(browser.button("Continuar"))
    browser.until(lambda: "no hay ningún código de barras" in browser.text)
    browser.field("Foto del código de barras").send_keys(taken(tmp_path, "kit.jpg", photo(code)))
    if way != "without script":
        assert browser.until(lambda: browser.all("img.photo")), "it is shown before it is sent"
    hand.press(browser.button("Continuar"))
    browser.until_heading("¿Es correcto?")
    for words in (code, "Ada Otieno", "29 de febrero de 1980", "Leído de su foto"):
        assert words in browser.text, words
    sound(browser.run(page_checks.WIDE))
    if way != "without script":
        sound(page_checks.of_axe(browser))
        browser.look((360, 640))
    hand.press(browser.button("Registrar este kit"))
    browser.until(lambda: "El kit está registrado." in browser.text)
    hand.press(browser.button("He enviado la muestra"))
    browser.until(lambda: "Su muestra está en camino" in browser.text)
    town.laboratory.result(code, 57, reference=f"W-{way}")
    hand.press(browser.link("Inicio"))
    browser.until(lambda: "Lea su último resultado" in browser.text)
    hand.press(browser.link("Leer este resultado"))
    browser.until(lambda: browser.heading.startswith("Resultado del"))
    assert "57 mg/dL" in browser.text and "Bajo" in browser.text
    hand.press(browser.link("Compartir"))
    browser.until_heading("Compartir")
    hand.fill("PIN del enlace", "246810")
    hand.press(browser.button("Crear el enlace"))
    browser.until_heading("Su enlace")
    assert "246810" in browser.text, "the PIN, for the telephone"
    if way != "without script":
        hand.press(browser.button("Copiar"))
        browser.until(lambda: browser.button("Copiado"))
    else:
        assert "Copiar" not in browser.text
    assert browser.problems() == []


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


# Patients of a clinician


@pytest.mark.parametrize("way", WAYS)
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


# One's own account


@pytest.mark.parametrize("way", WAYS)
def test_a_form_that_was_left_open_is_sent_after_signing_in_again(browser, town, way):
    enter(browser, town, "bea")
    hand = WAYS[way](browser)
    browser.script(way != "without script")
    browser.look((360, 640))
    browser.open("/profile/details")
    number = f"+25471100011{list(WAYS).index(way)}"
    hand.fill("Phone", number)
    browser.tell("Storage.clearCookies")
    hand.press(browser.button("Save"))
    browser.until_heading("Sign in")
    assert "with all that you typed" in browser.text and number not in browser.driver.page_source
    sound(browser.run(page_checks.WIDE))
    hand.fill("E-mail address", town.people["bea"].email)
    hand.fill("Password", PASSWORD)
    hand.press(browser.button("Sign in"))
    browser.until_heading("Send what you had written")
    hand.press(browser.button("Send it now"))
    browser.until(lambda: "Your change is saved." in browser.text)
    assert browser.field("Phone").get_attribute("value") == number
    assert browser.problems() == []


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
