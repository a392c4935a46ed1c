"""The pages behind links, run by Node.js against a server: what their readers see, in which language, and what they ask for, in order."""

import json
import pathlib
import subprocess

import pytest

from accounts import ADA, AUTH, PASSWORD, PROFILES, PUBLIC, invited, patient
from conftest import World
from kits import kit_code

PAGE = pathlib.Path(__file__).parent / "page.mjs"
NASTY = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("pages") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")
    yield world
    assert world.server.stop() == 0


def shown(world, link, *steps, language="en"):
    """What a reader of the page at a link sees, at first and after each step."""
    address = link.replace(PUBLIC, f"http://{world.server.address}")
    done = subprocess.run(["node", PAGE, address, language, json.dumps([{}, *steps])], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_share_is_opened_by_its_pin_in_the_readers_language(town):
    ada = patient(town, "ada@pages.example", profile={**ADA, "name": {"given": NASTY, "family": "Otieno"}})
    profile = ada.account["profileId"]
    town.administrator.register(code := kit_code(), profile=profile)
    town.laboratory.result(code, 150)
    share = ada.signed_in.ask(201, "POST", f"{PROFILES}/{profile}/shares", json={"link": True, "pin": "314159"})
    assert share["url"] == f"{PUBLIC}/shared/results#{share['link']}"
    page = shown(town, share["url"], {"submit": "open"}, {"set": {"pin": "000000"}, "submit": "open"}, {"set": {"pin": "314159"}, "submit": "open"}, language="sw")
    first, empty, wrong, results = page["seen"]
    assert page["language"] == "sw" and "Weka PIN aliyokutajia." in first and "Otieno" not in first + wrong
    assert "Tafadhali jaza sehemu hii." in empty and "Kiungo au PIN si sahihi" in wrong
    assert f"Matokeo ya {NASTY} Otieno" in results and "img" not in page["tags"], "markup stays text"
    for fact in ("150 mg/dL", "100–200 mg/dL", "Ndani ya kiwango cha kawaida", "Markerlaboratory One"):
        assert fact in results, results
    assert page["calls"] == ["POST /api/v1/shared"] * 2, "the secret is in no path"
    assert "Ada" not in shown(town, f"{PUBLIC}/shared/results")["seen"][0]


def test_an_invited_clinician_sets_up_the_second_factor_and_reads_an_alert_back(town):
    invited(town, "clinician", "night@pages.example")
    alert = town.laboratory.result(code := kit_code(), 820, reference="N-820", status=202)["alertId"]
    page = shown(
        town, f"{PUBLIC}/alert/acknowledge#{alert}", {"set": {"email": "night@pages.example", "password": PASSWORD}, "submit": "sign-in"},
        {"code": "first-code", "submit": "setup"}, {"click": "kept"}, {"click": "ready"},
        {"set": {"value": "821", "unit": "mg/dL", "kit": code, "reference": "N-820", "reached": "colleague-by-phone"}, "submit": "read-back"},
        {"set": {"value": "820"}, "submit": "read-back"}, {"set": {"outcome": "false-alarm"}, "submit": "resolution"}, language="es")  # fmt: skip
    first, setup, codes, facts, _, wrong, done, resolved = page["seen"]
    assert "Abrir esta página no confirma nada." in first and "Configure su segundo factor" in setup and "Guarde sus códigos" in codes
    assert "Alerta crítica" in facts and "820 mg/dL" in facts and "Los datos difieren del expediente" in wrong
    assert "La alerta está confirmada" in done and "La alerta está resuelta" in resolved
    assert [call for call in page["calls"] if call.startswith("POST")] == [
        f"POST {AUTH}/login", f"POST {AUTH}/mfa/setup", f"POST {AUTH}/mfa/verify", f"POST /api/v1/alerts/{alert}/acknowledge",
        f"POST /api/v1/alerts/{alert}/acknowledge", f"POST /api/v1/alerts/{alert}/resolve"]  # fmt: skip
