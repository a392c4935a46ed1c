"""Tenants: created, named in requests, suspended, backed up and erased. Nothing of one tenant is valid in another."""

import json
import shutil
import time

import httpx_sse
import pytest
from cryptography.exceptions import InvalidTag

import databases
from fairkit import Store, api, command, later, problem, said, unlocked
from kits import kit_code
from tenants import key, made, of, tenant, tenants

RESULTS, PROFILES, KITS = "/api/v1/results", "/api/v1/profiles", "/api/v1/test-kits"


@pytest.fixture
def story(fresh):
    """A world with a second tenant, which has a person, a registered kit and a critical result."""
    world = fresh
    administrator = of(world.server, "kisumu", made(world.store, "kisumu"))
    person = administrator.ask(201, "POST", PROFILES, json={"name": {"given": "Kisumumarker", "family": "F"}, "birthDate": "1980-02-29", "timeZone": "UTC", "consents": {"clinicians": True}})["id"]
    keys = {
        "patient": key(world.store, "kisumu", "patient", "--profile", person),
        "laboratory": key(world.store, "kisumu", "laboratory", "--laboratory", "Kisumu Central"),
        "clinician": key(world.store, "kisumu", "clinician"),
        "consumer": key(world.store, "kisumu", "consumer"),
        "administrator": administrator.headers["X-API-Key"],
    }
    world.kisumu = {role: of(world.server, "kisumu", text) for role, text in keys.items()}
    code = kit_code()
    kit = world.kisumu["patient"].register(code)["id"]
    result = world.kisumu["laboratory"].result(code, 880)
    world.things = {"person": person, "kit": kit, "result": result["id"], "alert": result["alertId"]}
    return world


def test_two_names_in_one_request_are_refused(story):
    secret = story.kisumu["clinician"].headers["X-API-Key"]
    for names in (("kisumu", "default"), ("default", "kisumu"), ("kisumu", "kisumu")):
        headers = [("X-API-Key", secret), *(("X-Tenant-ID", name) for name in names)]
        problem(story.server.client().get(RESULTS, headers=headers), 401, "unauthenticated")


def test_alerts_and_streams_of_one_tenant_reach_nobody_else(story):
    assert story.consumer.claim(10) == []
    with httpx_sse.connect_sse(story.kisumu["consumer"], "GET", "/api/v1/alerts/stream?after=0") as events:
        first = next(event for event in events.iter_sse() if event.data)
        assert json.loads(first.data)["alertId"] == story.things["alert"]
    assert story.consumer.ask(200, "GET", "/api/v1/alerts/events")["items"] == []
    (delivery,) = story.kisumu["consumer"].claim(10)
    problem(story.consumer.ack(delivery["token"]), 404, "not-found")
    assert story.kisumu["consumer"].ack(delivery["token"]).status_code == 200


def test_a_cursor_of_one_tenant_is_refused_in_another(story):
    for number in range(3):
        story.kisumu["laboratory"].result(kit_code(), 150, reference=f"K-{number}", status=202)
    page = story.kisumu["laboratory"].ask(200, "GET", RESULTS, params={"limit": 1})
    next = {"limit": 100, "cursor": page["nextCursor"]}
    assert len(story.kisumu["laboratory"].ask(200, "GET", RESULTS, params=next)["items"]) >= 2
    problem(story.laboratory.get(RESULTS, params=next), 422, "invalid")


def test_a_new_tenant_has_no_account(story):
    assert story.kisumu["administrator"].everything("/api/v1/accounts") == story.administrator.everything("/api/v1/accounts") == []


def test_the_metrics_page_is_for_administrators_of_the_first_tenant(story):
    assert story.administrator.get("/metrics").status_code == 200
    problem(story.kisumu["administrator"].get("/metrics"), 404, "not-found")


def test_a_suspended_tenant_refuses_requests_until_it_is_resumed(story):
    tenant(story.store, "suspend", "kisumu")
    assert tenants(story.store)["kisumu"]["state"] == "suspended"
    suspended, unknown = story.kisumu["clinician"].get(RESULTS), of(story.server, "siaya", "fk_x").get(RESULTS)
    problem(suspended, 401, "unauthenticated")
    same = lambda headers: {name: text for name, text in headers.items() if name not in ("date", "ratelimit")}  # noqa: E731
    assert said(suspended) == said(unknown) and same(suspended.headers) == same(unknown.headers) and "ratelimit" in suspended.headers
    assert "is suspended" in command("key", "list", "--data", story.store.path, "--tenant", "kisumu", status=1).stderr
    assert "already suspended" in tenant(story.store, "suspend", "kisumu", status=1).stderr
    tenant(story.store, "resume", "kisumu")
    assert story.kisumu["clinician"].get(f"{RESULTS}/{story.things['result']}").status_code == 200


def test_suspending_ends_a_claim_that_waits(story):
    story.kisumu["consumer"].claim(10)
    waiting = [later(lambda: story.kisumu["consumer"].post("/api/v1/alert-groups/default/claim", json={"limit": 1, "waitSeconds": 25})) for _ in range(4)]
    tenant(story.store, "suspend", "kisumu")
    assert {one.result(15).status_code for one in waiting} <= {200, 401, 503}


def test_a_critical_alert_waits_over_a_restart_in_every_tenant(story):
    assert story.server.stop(9) != 0
    story.start()
    # No request has named the tenant yet: the server serves it anyway.
    oldest = 'fairkit_oldest_unacked_delivery_age_seconds{band="critical",tenant="kisumu"}'
    assert eventually(lambda: oldest in story.administrator.get("/metrics").text)
    again = of(story.server, "kisumu", story.kisumu["consumer"].headers["X-API-Key"])
    assert [item["alertId"] for item in again.claim(10)] == [story.things["alert"]]


def test_a_critical_result_that_came_while_no_server_ran_is_looked_after(story, tmp_path):
    made(story.store, "siaya")
    key(story.store, "siaya", "laboratory", "--laboratory", "Siaya Central")
    story.server.stop()
    result = {"reference": "S-1", "kitCode": kit_code(), "testDate": "2026-11-20", "level.value": 900, "level.unit": "mg/dL"}
    fields = [word for name, value in result.items() for word in ("-f", f"{name}={value}")]
    api(story.store, "POST", "results", "--as", "laboratory:Siaya Central", "--tenant", "siaya", *fields)
    story.start()
    oldest = 'fairkit_oldest_unacked_delivery_age_seconds{band="critical",tenant="siaya"}'
    assert eventually(lambda: oldest in story.administrator.get("/metrics").text)


def eventually(happens):
    """Whether something happens within ten seconds."""
    end = time.monotonic() + 10
    while not happens() and time.monotonic() < end:
        time.sleep(0.05)
    return happens()


def test_an_erased_tenant_can_not_be_opened_by_any_key_or_backup_of_today(story, tmp_path):
    before, id = story.store.master.read_text(), tenants(story.store)["kisumu"]["id"]
    folder, kept = story.store.path / "tenants" / id, tmp_path / "kept"
    if not databases.IN_USE:
        shutil.copytree(folder, kept)
    wrapped = story.store.key_file(id)
    assert story.store.unwrap(wrapped)
    assert "Nothing was erased" in tenant(story.store, "erase", "kisumu", status=1, typed="kisum\n").stderr
    assert story.kisumu["clinician"].get(RESULTS).status_code == 200
    said = tenant(story.store, "erase", "kisumu", typed="kisumu\n").stdout
    assert "2 remaining keys" in said and not folder.exists()
    if databases.IN_USE:
        assert len(databases.schemas(story.store.path)) == 1
    problem(story.kisumu["clinician"].get(RESULTS), 401, "unauthenticated")
    assert tenants(story.store)["kisumu"]["state"] == "erased"
    # What was kept of it opens with the old master key only, which is gone from here.
    assert story.store.master.read_text() != before
    assert wrapped["masterKeyId"] != story.store.key_file()["masterKeyId"]
    with pytest.raises(InvalidTag):
        story.store.unwrap(wrapped)
    if not databases.IN_USE:
        with pytest.raises(Exception, match="not a database|encrypted"):
            unlocked(kept / "health.db", story.store.unwrapped()).execute("SELECT COUNT(*) FROM audit").fetchone()
    # The others go on, here and after a restart.
    assert story.administrator.get(KITS).status_code == 200
    assert story.server.stop() == 0
    story.start()
    assert story.administrator.get(KITS).status_code == 200


def test_nothing_of_a_tenant_stands_in_clear_and_no_name_on_the_disk(story):
    story.server.stop()
    for path in story.store.path.rglob("*"):
        assert "kisumu" not in path.name
        if path.is_file():
            assert not any(mark in path.read_bytes() for mark in (b"kisumu", b"Kisumumarker", b"Kisumu Central")), path
    if databases.IN_USE:
        # The names of tenants and laboratories are in clear, those of people are not.
        rows = databases.dump(story.store.path)
        assert b"kisumu" in rows and b"Kisumu Central" in rows
        assert not any(mark in rows for mark in (b"Kisumumarker", b"Kisumumarker".hex().encode()))
    assert "kisumu" not in story.server.log and "Kisumu" not in story.server.log


@pytest.mark.on_files
def test_a_backup_has_every_tenant_and_brings_each_back(story, tmp_path):
    copy, place = tmp_path / "copy", tmp_path / "restored"
    made_of = json.loads(command("backup", copy, "--data", story.store.path, "--json").stdout)
    assert made_of["rows"]["profiles"] == 3
    story.server.stop()
    command("restore", copy, "--data", place, "--key-file", story.store.master)
    server = Store(place).serve("--key-file", story.store.master)
    again = of(server, "kisumu", story.kisumu["clinician"].headers["X-API-Key"])
    assert again.get(f"{RESULTS}/{story.things['result']}").status_code == 200
    assert server.client(story.keys["administrator"]).get(KITS).status_code == 200
    server.stop()


@pytest.mark.on_files
def test_a_backup_with_a_damaged_tenant_restores_nothing(story, tmp_path):
    copy, place = tmp_path / "copy", tmp_path / "restored"
    command("backup", copy, "--data", story.store.path)
    (other,) = (path for path in (copy / "tenants").iterdir() if path.name != "default")
    with open(other / "health.db", "r+b") as file:
        file.seek(6000)
        file.write(b"damage")
    refused = command("restore", copy, "--data", place, "--key-file", story.store.master, status=1)
    assert "damaged" in refused.stderr and not (place / "tenants/default").exists()


def test_commands_work_on_the_tenant_that_they_are_told_with_and_without_a_server(story):
    shown = command("result", "import", "--help").stdout
    assert "--tenant" in shown
    assert story.things["alert"] in command("alert", "list", "--data", story.store.path, "--tenant", "kisumu", "--json").stdout
    story.server.stop()
    assert story.things["alert"] in command("alert", "list", "--data", story.store.path, FAIRKIT_TENANT="kisumu").stdout
    assert story.things["alert"] not in command("alert", "list", "--data", story.store.path).stdout
    assert "no tenant siaya" in command("alert", "list", "--data", story.store.path, "--tenant", "siaya", status=1).stderr
    assert ("The store is sound" if databases.IN_USE else "files are sound") in command("db", "check", "--data", story.store.path, "--tenant", "kisumu").stdout


@pytest.mark.on_files
def test_a_directory_of_one_tenant_gets_its_list_when_it_is_opened(fresh):
    world = fresh
    world.server.stop()
    for name in ("control.db", "control.json"):
        (world.store.path / name).unlink()
    world.start()
    assert world.administrator.get(KITS).status_code == 200
    assert list(tenants(world.store)) == ["default"]


@pytest.mark.on_files
def test_a_lost_list_of_several_tenants_is_not_made_up(story):
    story.server.stop()
    (story.store.path / "control.db").unlink()
    assert "control.db, the list of tenants, is missing" in story.store.serve(status=1).stderr


@pytest.mark.parametrize("name", ["", "Kisumu", "-a", "a-", "a" * 64, "a b", "a/b", "é"])
def test_a_tenant_has_a_name_that_fits_into_a_header(world, name):
    assert tenant(world.store, "create", name, status=64 if name.startswith("-") else 1).stderr
