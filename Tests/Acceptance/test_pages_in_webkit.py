"""The pages in WebKit, the engine of Safari: a patient reads a result, and a clinician reads back a critical one. A smoke test: it is no Safari."""

import contextlib
import os
import subprocess
import time

import pytest
from accounts import ADA, PASSWORD, PUBLIC, patient, staff
from kits import kit_code
from secured import authority  # noqa: F401

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


@pytest.fixture
def screen(tmp_path):
    """A screen that is not there: WebKit's browser of Debian has no mode without one."""
    read, write = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        number = os.read(read, 16).decode().strip()
        yield {**os.environ, "DISPLAY": f":{number}", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        server.terminate()
    for end in (read, write):
        os.close(end)


@pytest.fixture
def webkit(screen):
    from selenium import webdriver  # only the tests of pages wait for it

    options = webdriver.WebKitGTKOptions()
    options.binary_location = MINI_BROWSER
    options.add_argument("--automation")
    options.accept_insecure_certs = True
    driver = webdriver.WebKitGTK(options=options, service=webdriver.WebKitGTKService("/usr/bin/WebKitWebDriver", env=screen))
    yield driver
    driver.quit()


def until(condition):
    deadline = time.monotonic() + 20
    while True:
        with contextlib.suppress(StopIteration):
            if found := condition():
                return found
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.long
def test_a_patient_and_a_clinician_work_in_webkit(fresh, authority, webkit):  # noqa: F811
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_PUBLIC_URL=PUBLIC)
    ana, doctor = patient(fresh, "ana@webkit.example", profile=ADA), staff(fresh, "clinician", "doctor@webkit.example")
    pair = {"accountId": doctor.account["accountId"], "profileId": ana.account["profileId"]}
    fresh.administrator.ask(201, "POST", "/api/v1/care-assignments", json=pair)
    fresh.administrator.register(code := kit_code(), profile=ana.account["profileId"])
    fresh.laboratory.result(code, 820)
    # Over TLS, as in a clinic: browsers differ in whether they keep a secure cookie of an unencrypted page.
    assert fresh.server.stop() == 0
    certificate, private_key = authority.sign("server")
    fresh.start("--tls-certificate", certificate, "--tls-key", private_key)
    address = f"https://localhost:{fresh.server.address.split(':')[1]}"

    def find(selector, text=""):
        return next(one for one in webkit.find_elements("css selector", selector) if text in one.text and one.is_displayed())

    def heading(text):
        return until(lambda: find("h1", text))

    def sign_in(person):
        webkit.get(f"{address}/sign-in")
        find("#email").send_keys(person.email)
        find("#password").send_keys(PASSWORD)
        find("main form button").click()

    sign_in(ana)
    heading("Home")
    find("nav a", "Results").click()
    heading("Results")
    find("main .list a", "820").click()
    heading("Result of")
    assert "Call your doctor" in webkit.find_element("tag name", "body").text
    assert webkit.execute_script("return document.querySelector('svg.range').getBoundingClientRect().width > 200")
    find("details.account > summary").click()
    find("button", "Sign out").click()
    heading("Sign in")

    sign_in(doctor)
    heading("One more step")
    find("#code").send_keys(doctor.app.code())
    find("main form button").click()
    until(lambda: "/sign-in" not in webkit.current_url)
    webkit.get(f"{address}/alerts")
    heading("Open alerts")
    find("#alerts .button", "Acknowledge").click()
    until(lambda: find("dialog[open] form #d-value"))
    assert webkit.execute_script("return document.querySelector('dialog[open]').matches(':modal')")
