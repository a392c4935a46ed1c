"""`fairkit api` sends any request of the API, on the socket and over the network, and refuses what the document does not know; `fairkit settings` sets a tenant's settings."""

import json
import subprocess

import pytest

from accounts import PASSWORD, PUBLIC, staff
from certificates import Authority
from commands import answer, run
from conftest import World
from fairkit import BINARY, command, surroundings
from kits import kit_code, photo


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    world = World(template, folder / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    world.boss = staff(world, "administrator", "boss@town.example")
    world.codes = iter(world.boss.tokens["backupCodes"])
    yield world
    assert world.server.stop() == 0
    assert PASSWORD not in world.server.log


def asked(town, *words, **more):
    return json.loads(run(town.store, "api", *words, **more).stdout)


def test_a_request_on_the_socket_acts_in_the_role_that_it_names(town):
    code = kit_code()
    made = asked(town, "results", "--as", "laboratory:Markerlaboratory One", "-f", f"kitCode={code}", "-f", "reference=A-1", "-f", "testDate=2026-01-02", "-f", "level.value=150.0", "-f", "level.unit=mg/dL")
    assert asked(town, f"results/{made['id']}", "--as", "clinician")["level"] == {"value": 150, "unit": "mg/dL"}
    assert "role" in run(town.store, "api", f"results/{made['id']}", status=1).stderr
    assert run(town.store, "api", "results", "--as", "surgeon", status=64).stdout == ""


def test_faults_are_named_before_anything_is_sent(town, tmp_path):
    """There is no store at all."""
    said = command("api", "results", "-f", "kitcode=x", "-f", "level.value=much", "--data", tmp_path, status=64).stderr
    for part in ("kitcode: There is no such member", "level.value: This is not a number", "testDate: This is missing"):
        assert part in said
    assert "--list" in command("api", "nowhere", "--data", tmp_path, status=64).stderr
    assert "GET, PATCH" in command("api", "DELETE", "settings", "--data", tmp_path, status=64).stderr


def test_a_list_is_followed_to_its_end_and_printed_as_a_table(town):
    made = {item["kitCode"] for item in asked(town, "test-kits", "-f", "count=5")["items"]}
    assert made <= {item["kitCode"] for item in asked(town, "GET", "test-kits", "-f", "limit=2", "--all")["items"]}
    first, *rows = run(town.store, "api", "test-kits", "--all", "--table", "kitCode,status").stdout.splitlines()
    assert first.split() == ["KITCODE", "STATUS"] and {row.split()[0] for row in rows} >= made and "issued" in rows[0]
    assert len(asked(town, "GET", "test-kits?status=issued", "-f", "limit=2")["items"]) == 2


def test_a_version_is_read_first_where_a_change_demands_one(town):
    profile = asked(town, "profiles", "-f", "name.given=Ada", "-f", "name.family=Okello", "-f", "birthDate=1980-02-29", "-f", "consents.clinicians=true")
    path = f"profiles/{profile['id']}"
    assert asked(town, "PATCH", path, "-f", "name.given=Adah")["name"]["given"] == "Adah"
    said = run(town.store, "api", "PATCH", path, "-f", "name.given=Ida", "--if-match", "1", status=1).stderr
    assert "Read it again" in said
    assert asked(town, "PATCH", path, "-f", "name.given=Ida", "--if-match", "2")["name"]["given"] == "Ida"


def test_files_are_sent_and_received(town, tmp_path):
    code, patient = kit_code(), f"patient:{town.profiles['patient']}"
    (tmp_path / "photo.jpg").write_bytes(photo(code))
    assert code in run(town.store, "api", "test-kits/scan", "-f", f"photo=@{tmp_path / 'photo.jpg'}", "--as", patient).stdout
    out = tmp_path / "record.zip"
    run(town.store, "api", f"profiles/{town.profiles['patient']}/export", "--as", patient, "--output", out)
    assert out.read_bytes().startswith(b"PK") and out.stat().st_mode & 0o777 == 0o600
    assert "can't be written" in run(town.store, "api", "settings", "--output", out, status=1).stderr


def test_a_person_proves_by_password_and_another_code(town):
    words = ["api", "PATCH", "alert-rules/severe-low", "-f", "enabled=true", "--as", town.boss.email, "--data", town.store.path]
    typed = "\n".join([PASSWORD, next(town.codes), next(town.codes), ""])
    assert json.loads(command(*words, typed=typed).stdout)["enabled"] is True
    assert command(*words, typed=f"{PASSWORD}x\n", status=1).stdout == ""
    entries = town.administrator.everything("/api/v1/audit", action="rule.switched-on")
    assert town.boss.account["accountId"] in json.dumps(entries)
    # Its sessions have ended.
    assert len(town.boss.signed_in.ask(200, "GET", "/api/v1/auth/sessions")["items"]) == 1


def test_a_server_is_reached_over_the_network_by_its_key(fresh, tmp_path):
    authority = Authority(tmp_path)
    certificate, key = authority.sign("server")
    assert fresh.server.stop() == 0
    fresh.start("--tls-certificate", certificate, "--tls-key", key)
    words = ["api", "settings", "--server", f"https://{fresh.server.address}"]
    more = {"FAIRKIT_API_KEY": fresh.keys["administrator"]}
    assert json.loads(command(*words, "--cacert", authority.certificate, **more).stdout)["registration"] == "open"
    assert "--cacert" in command(*words, status=1, **more).stderr
    assert "API key" in command(*words, "--cacert", authority.certificate, status=1).stderr
    assert "https://" in command("api", "settings", "--server", "http://fairkit.example", status=64, **more).stderr
    assert fresh.server.stop() == 0
    assert "No server answers" in command(*words, status=1, **more).stderr


def test_operations_are_found_described_and_completed():
    found = command("api", "--list", "escalation").stdout
    assert "escalation-policies/{band}" in found and "test-kits" not in found
    said = command("api", "PATCH", "settings", "--describe").stdout
    for part in ("Roles: administrator", "suspectHoldHours: a whole number, at least 0, at most 720", "registration: text: open, closed"):
        assert part in said
    words = ["---completion", "api", "--", "positional@0", "1", "0", "fairkit", "api", ""]
    offered = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=30, env=surroundings({})).stdout.split()
    assert {"GET", "profiles/search"} <= set(offered)


def test_settings_are_shown_and_set(town):
    assert "registration" in run(town.store, "settings").stdout
    assert run(town.store, "settings", "registration", "open").stdout == "open\n"
    assert run(town.store, "settings", "registration").stdout == "open\n"
    assert answer(town.store, "settings", "newsHosts", "a.example", "b.example")["newsHosts"] == ["a.example", "b.example"]
    assert run(town.store, "settings", "jumpFactors.g/L", "3.5").stdout == "3.5\n"
    assert run(town.store, "settings", "consentNotice").stdout == "There is none.\n"
    assert "at most 720" in run(town.store, "settings", "suspectHoldHours", "soon", status=64).stderr
    assert "There are" in run(town.store, "settings", "hold-time", "3", status=64).stderr
    typed = "\n".join([PASSWORD, next(town.codes), next(town.codes), ""])
    assert command("settings", "molarMass", "54", "--as", town.boss.email, "--data", town.store.path, typed=typed).stdout == "54\n"
