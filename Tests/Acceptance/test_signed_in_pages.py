"""The pages, by a browser's requests against the built server: cookies, forms, headers, and two tenants in one browser."""

import re

import pytest

from accounts import PUBLIC, patient, staff
from conftest import World
from fairkit import command
from kits import kit_code
from pages import Browser


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("pages") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    yield world
    assert world.server.stop() == 0


@pytest.fixture(scope="module")
def ana(world):
    ana = patient(world, "ana.pages@example.org")
    code = kit_code()
    world.administrator.issue(code, status="shipped")
    ana.signed_in.ask(201, "POST", "/api/v1/test-kits/register", json={"barcode": code})
    ana.result = world.laboratory.result(code, 142)["id"]
    return ana


def test_a_patient_signs_in_reads_a_result_and_signs_out(world, ana):
    browser = Browser(world)
    asked = browser.ask("GET", f"/results/{ana.result}")
    assert asked.status_code == 303
    page = browser.ask("GET", asked.headers["location"])
    next_ = re.search(r'name="next" value="([^"]*)"', page.text)[1]
    done = browser.sign_in(ana.email, next=next_)
    assert done.status_code == 303 and done.headers["location"] == f"/results/{ana.result}"
    result = browser.ask("GET", done.headers["location"])
    assert "142 <span" in result.text and "Normal range: 100–200 mg/dL" in result.text
    for asset in re.findall(r'(?:href|src)="(/assets/[^"]+)"', result.text):
        assert browser.ask("GET", asset).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ana.result in browser.ask("GET", "/results").text
    home = browser.ask("GET", "/home")
    token = re.search(r'name="token" value="([^"]+)"', home.text)[1]
    assert browser.ask("POST", "/sign-out", "cross-site", data={"token": token}).status_code == 403
    out = browser.ask("POST", "/sign-out", data={"token": token})
    assert out.status_code == 303 and out.headers["clear-site-data"] == '"cache"'
    assert browser.ask("GET", "/home").status_code == 303


def test_a_clinician_acknowledges_without_a_script(world):
    doctor = staff(world, "clinician", "cleo.pages@example.org")
    code = kit_code()
    body = {"reference": f"P-{code}", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}
    result = world.laboratory.ask(202, "POST", "/api/v1/results", json=body)
    browser = Browser(world)
    assert browser.sign_in(doctor.email).headers["location"] == "/sign-in/code?next="
    done = browser.ask("POST", "/sign-in/code", data={"code": doctor.app.code(), "next": "/alerts"})
    assert done.status_code == 303 and done.headers["location"] == "/alerts"
    (path,) = re.findall(rf'href="(/alerts/{result["alertId"]})">[^<]', browser.ask("GET", "/alerts").text)[:1]
    token = re.search(r'name="token" value="([^"]+)"', browser.ask("GET", path).text)[1]
    fields = {"token": token, "value": "820", "unit": "mg/dL", "kitCode": code, "reference": result["reference"], "reached": "no-other-person"}
    wrong = browser.ask("POST", f"{path}/acknowledge", data=fields | {"value": "802"})
    assert wrong.status_code == 422 and "differs from the record" in wrong.text
    assert browser.ask("POST", f"{path}/acknowledge", data=fields).headers["location"] == f"/alerts?done=acknowledged&alert={result['alertId']}"
    assert result["alertId"] not in browser.ask("GET", "/alerts").text


def test_two_tenants_in_one_browser_do_not_mix(world, ana):
    command("tenant", "create", "berlin", "--data", world.store.path)
    ben = patient(world, "ben.pages@example.org", "berlin")
    browser = Browser(world)
    assert browser.sign_in(ana.email).headers["location"] == "/home"
    assert browser.sign_in(ben.email, "/at/berlin").headers["location"] == "/at/berlin/home"
    tabs = set()
    for tenant, person, path in (("default", ana, "/home"), ("berlin", ben, "/at/berlin/home")):
        page = browser.ask("GET", path).text
        assert f'data-tenant="{tenant}"' in page and person.account["accountId"] not in page
        tabs.add(re.search('data-who="([^"]+)"', page)[1])
    assert len(tabs) == 2, "the script keeps them apart"
    assert browser.ask("GET", f"/at/berlin/results/{ana.result}").status_code == 404
    first = browser.jar["__Host-fk-default"]
    browser.jar["__Host-fk-berlin"] = first
    assert browser.ask("GET", "/at/berlin/home").status_code == 303
    browser.jar["__Host-fk-default"] = first
    assert browser.ask("GET", "/home").status_code == 200
    assert browser.ask("GET", "/at/nowhere/sign-in").status_code == 401
