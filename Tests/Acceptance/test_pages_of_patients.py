"""What patients do in Chromium: by pointer, by keys alone, and without script."""

import datetime

import pytest

import accounts
import page_checks
from accounts import ADA, PASSWORD, patient
from browser_town import WAYS, enter, sound, taken, ways
from kits import kit_code, photo


@pytest.mark.parametrize("way", ways("keys"))
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
    for words in ("150 mg/dL", "Dentro del intervalo normal", "Qué significa"):
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


@pytest.mark.parametrize("way", ways("without script"))
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


@pytest.mark.parametrize("way", ways("keys"))
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


def own(town, browser, name, way):
    """A patient of a test's own, on a screen of 320 pixels."""
    who = f"{name} {way}"
    town.people[who] = person = patient(town, f"{who.replace(' ', '.')}@browser.example", profile=ADA)
    enter(browser, town, who)
    browser.script(way != "without script")
    browser.look((320, 640))
    return person, WAYS[way](browser)


@pytest.mark.parametrize("way", ways("without script"))
def test_a_patient_shows_a_photo_and_changes_what_she_agreed_to(browser, town, way, tmp_path):
    _, hand = own(town, browser, "dora", way)
    browser.open("/profile")
    hand.press(browser.link("Your photo"))
    browser.until_heading("Your photo")
    browser.field("Choose a photo").send_keys(taken(tmp_path, "face.jpg", photo()))
    hand.press(browser.button("Save the photo"))
    browser.until(lambda: "Your photo is saved." in browser.text)
    assert browser.until(lambda: browser.run("return document.querySelector('main img.photo').naturalWidth > 0"))
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.button("Remove the photo"))
    browser.until(lambda: "Your photo is removed." in browser.text)
    assert not browser.all("main img.photo")
    browser.open("/profile/privacy")
    for agrees in (True, False):
        hand.press(browser.link("Invitations to studies"))
        browser.until_heading("Invitations to studies")
        hand.choose("Yes, I agree" if agrees else "No, I do not agree")
        sound(browser.run(page_checks.WIDE))
        hand.press(browser.button("Save"))
        browser.until(lambda: "Your change is saved." in browser.text)
        consent = browser.all("main a[href='/profile/consents/research']")[0].text
        assert ("You do not agree" in consent) != agrees and ("You agree" in consent) == agrees, consent
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("keys"))
def test_a_patient_ends_a_share(browser, town, way):
    person, hand = own(town, browser, "edna", way)
    made = f"/api/v1/profiles/{person.account['profileId']}/shares"
    person.signed_in.ask(201, "POST", made, json={"link": True, "pin": "314159"})
    browser.open("/results/shares")
    sound(browser.run(page_checks.WIDE))
    hand.press(browser.button("End now"))
    browser.until(lambda: "The share has ended. The link no longer opens your results." in browser.text)
    assert "Ended on" in browser.text and not [one for one in browser.all("main button") if one.text.startswith("End now")]
    assert browser.problems() == []


@pytest.mark.parametrize("way", ways("without script"))
def test_a_patient_asks_to_be_erased_and_stays_after_all(browser, town, way):
    person, hand = own(town, browser, "fay", way)
    browser.open("/profile/privacy")
    hand.press(browser.link("Erase your record"))
    browser.until_heading("Erase your record")
    assert "Your record is erased after three days." in browser.text
    sound(browser.run(page_checks.WIDE))
    hand.fill("Confirmation", "YES")
    hand.fill("Your present password", PASSWORD)
    hand.press(browser.button("Erase my record"))
    browser.until(lambda: "Type the word ERASE, and nothing else." in browser.text)
    assert person.signed_in.ask(200, "GET", "/api/v1/auth/me").get("erasure") is None
    hand.fill("Confirmation", "ERASE")
    hand.fill("Your present password", PASSWORD)
    hand.press(browser.button("Erase my record"))
    browser.until(lambda: "Your request is stored. Your record is erased after three days." in browser.text)
    due = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)
    shown = browser.all("#erasure time")[0].get_attribute("datetime")
    assert abs(datetime.datetime.fromisoformat(shown) - due) < datetime.timedelta(hours=1)
    sound(browser.run(page_checks.WIDE))
    browser.open("/profile/privacy")
    hand.press(browser.button("Keep my record"))
    browser.until(lambda: "Your record stays. Nothing was erased." in browser.text)
    assert not browser.all("#erasure") and browser.problems() == []
