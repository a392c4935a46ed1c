"""A full disk: critical alerts still work, from a reserve; all other writes are refused completely, until there is space again."""

import json
import signal
import threading
import time

import httpx
import pytest

from accounts import ADA, PASSWORD, REFRESH, WRONG, Visitor, patient, staff
from disks import MEGABYTE, fill_up, refused, small  # noqa: F401
from fairkit import TODAY, command, problem
from kits import kit_code, photo
from observed import samples, scrape
from pages import Browser, hidden
from trials import tries

pytestmark = pytest.mark.on_files

# How often a disk fills under a server that is then killed.
FULL_DISKS = tries("FAIRKIT_FULL_DISKS", 1)
RESERVE = 32 * MEGABYTE
FULL = {"status": "ready", "warnings": ["disk-full"]}


class Critical:
    """Posts critical results, and uses their alerts in every way that a consumer can; keeps the responses."""

    def __init__(self):
        self.kits, self.results, self.acked = [], [], []

    def post(self, world, code=None, value=820):
        result = world.laboratory.result(code or kit_code(), value, status=201 if code else 202)
        assert result["flag"] == "HH"
        self.results.append(result["id"])
        return result

    def settle(self, world, count):
        """Claims, extends, releases one, claims it again, acks."""
        items = world.consumer.claim(limit=count, leaseSeconds=60)
        assert len(items) == count and {item["band"] for item in items} == {0}
        assert world.consumer.extend(items[0]["token"], leaseSeconds=90).status_code == 200
        assert world.consumer.release(items[0]["token"], reason="no line").status_code == 200
        items[:1] = world.consumer.claim(limit=1, leaseSeconds=60)
        for item in items:
            assert world.consumer.ack(item["token"]).status_code == 200
            self.acked.append(item["alertId"])
        return items


def ordinary(world, code=None):
    return ordinary_result(world.laboratory, code)


def ordinary_result(laboratory, code=None):
    """A result of every day."""
    code = code or kit_code()
    body = {"reference": f"LAB-{code[7:17]}", "kitCode": code, "testDate": TODAY, "level": {"value": 150, "unit": "mg/dL"}}
    return laboratory.post("/api/v1/results", json=body)


def until(condition, seconds=15):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


def is_full(world):
    return world.server.client().ask(200, "GET", "/health/ready") == FULL


def check_at_the_end(world, critical):
    assert world.server.stop() == 0
    verify_ordinary(world.store, critical)
    found = json.loads(command("db", "check", "--data", world.store.path, "--json").stdout)
    assert found["sound"] and found["findings"] == []


def verify_ordinary(store, critical):
    """As `verify`, for a store that has results of every day, too."""
    connection = store.witness()
    rows = {table: {cell.hex() for (cell,) in connection.execute(f"SELECT id FROM {table}")} for table in ("result", "alert")}
    acked = {cell.hex() for (cell,) in connection.execute("SELECT alert_id FROM delivery WHERE state = 'acked'")}
    codes = {code for (code,) in connection.execute("SELECT code FROM kit")}
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert {id.replace("-", "") for id in critical.results} <= rows["result"]
    assert {id.replace("-", "") for id in critical.acked} <= acked
    assert set(critical.kits) <= codes
    connection.close()


def test_band_zero_goes_on_and_all_else_waits_round_after_round(small):
    world, critical = small, Critical()
    assert world.disk.left == RESERVE
    assert world.server.client().ask(200, "GET", "/health/ready") == {"status": "ready"}
    known = world.patient.register(kit_code())["id"]
    lesser = kit_code()
    world.laboratory.result(lesser, 150, status=202)
    for round in range(3):
        registered = kit_code()
        world.patient.register(registered)
        critical.kits.append(registered)
        critical.kits += fill_up(world)
        assert is_full(world) and samples(scrape(world.server))[("fairkit_disk_reserve_given_up", frozenset())] == 1

        first = critical.post(world, registered)
        for _ in range(20):
            critical.post(world)
        open_alerts = world.clinician.ask(200, "GET", "/api/v1/alerts", params={"limit": 100})["items"]
        assert len(open_alerts) >= 21 and {alert["band"] for alert in open_alerts} == {0}
        assert world.clinician.ask(200, "GET", f"/api/v1/alerts/{first['alertId']}")["id"] == first["alertId"]
        # The same again is answered the same, and a correction of a critical value is as urgent as the value.
        assert world.laboratory.result(registered, 820, status=200)["id"] == first["id"]
        correction = {"reason": "mixed up", "level": {"value": 120, "unit": "mg/dL"}}
        corrected = world.laboratory.ask(201, "POST", f"/api/v1/results/{first['id']}/corrections", json=correction)
        assert corrected["flag"] == "N"
        critical.settle(world, 22)

        kit = kit_code()
        for response in (
            ordinary(world),
            ordinary(world, lesser),
            world.laboratory.post(f"/api/v1/results/{first['id']}/corrections", json={"reason": "again", "level": {"value": 130, "unit": "mg/dL"}}),
            world.patient.post("/api/v1/test-kits/register", json={"barcode": kit}),
            world.patient.post("/api/v1/test-kits/register", files={"photo": ("kit.jpg", photo(kit), "image/jpeg")}),
            world.patient.get(f"/api/v1/test-kits/{known}"),
            world.patient.get("/api/v1/test-kits"),
            world.clinician.get("/api/v1/results"),
            world.clinician.get(f"/api/v1/results/{first['id']}"),
            world.consumer.get("/api/v1/alert-groups/default/waiting"),
            world.clinician.get(f"/api/v1/profiles/{world.profiles['patient']}"),
            world.patient.change(world.profiles["patient"], {"language": "es"}),
            world.administrator.post("/api/v1/test-kits", json={"count": 1}),
            world.administrator.post("/api/v1/alert-groups", json={"name": "second"}),
        ):
            refused(response)
        # Reading that leaves no record needs no room.
        assert world.patient.scan(photo(kit)).json()["codes"] == [kit]
        assert world.consumer.get("/api/v1/alerts/events").status_code == 200

        world.disk.free()
        until(lambda: not is_full(world))
        assert world.disk.left == RESERVE
        assert samples(scrape(world.server))[("fairkit_disk_reserve_given_up", frozenset())] == 0
        world.patient.register(kit)
        critical.kits.append(kit)
        assert ordinary(world).status_code == 202
    log = world.server.log
    assert log.count("the disk is full") == 3 and log.count("the disk has free space again") == 3
    assert "request failed" not in log
    check_at_the_end(world, critical)


def test_lesser_alerts_are_neither_claimed_nor_settled_while_the_disk_is_full(small):
    world, critical = small, Critical()
    world.administrator.ask(200, "PATCH", "/api/v1/alert-rules/severe-low", json={"enabled": True})
    for _ in range(2):
        world.laboratory.result(kit_code(), 40, status=202)
    (held,) = world.consumer.claim(limit=1, leaseSeconds=60)
    assert held["band"] == 1
    fill_up(world)
    # None of them is critical: a list that begins with others says so instead of looking empty.
    refused(world.clinician.get("/api/v1/alerts"))
    refused(world.clinician.get(f"/api/v1/alerts/{held['alertId']}"))
    critical.post(world)
    page = world.clinician.ask(200, "GET", "/api/v1/alerts")
    assert [alert["band"] for alert in page["items"]] == [0]
    refused(world.clinician.get("/api/v1/alerts", params={"cursor": page["nextCursor"]}))
    for response in (world.consumer.ack(held["token"]), world.consumer.extend(held["token"]), world.consumer.release(held["token"])):
        refused(response)
    (item,) = world.consumer.claim(limit=10, leaseSeconds=60)
    assert item["band"] == 0
    both = world.consumer.post("/api/v1/alert-groups/default/ack", json={"tokens": [held["token"], item["token"]]}).json()["items"]
    assert both[0]["code"] == "disk-full" and both[1]["state"] == "acked"
    started = time.monotonic()
    assert world.consumer.claim(limit=10, wait=1) == [] and time.monotonic() - started > 0.9

    world.disk.free()
    until(lambda: not is_full(world))
    assert world.consumer.ack(held["token"]).status_code == 200, "the lease was still running"
    assert [item["band"] for item in world.consumer.claim(limit=10)] == [1]
    check_at_the_end(world, critical)


def test_a_clinician_answers_a_critical_alert_at_the_pages_while_the_disk_is_full(small):
    world = small
    ada = patient(world, "ada.full@example.org", profile=ADA)
    doctor = staff(world, "clinician", "doctor.full@example.org")
    body = {"accountId": doctor.account["accountId"], "profileId": ada.account["profileId"]}
    world.administrator.ask(201, "POST", "/api/v1/care-assignments", json=body)
    code = kit_code()
    world.administrator.register(code, profile=ada.account["profileId"])
    fill_up(world)
    others = Browser(world).sign_in(ada.email)
    assert others.status_code == 507 and "The disk of the server is full" in others.text
    browser = Browser(world)
    assert browser.sign_in(doctor.email, password=WRONG).status_code == 422
    browser.sign_in(doctor.email)
    assert browser.ask("POST", "/sign-in/code", data={"code": doctor.app.code(), "next": "/alerts"}).headers["location"] == "/alerts"
    refused(Visitor(world).post(REFRESH, json={"refreshToken": ada.tokens["refreshToken"]}))
    Visitor(world).refresh(doctor.tokens["refreshToken"])
    raised = world.laboratory.result(code, 820)
    path = f"/alerts/{raised['alertId']}"
    assert f'href="{path}"' in browser.ask("GET", "/alerts").text
    page = browser.ask("GET", path)
    assert page.status_code == 200 and "820" in page.text and "Ada" in page.text
    record = browser.ask("GET", f"/people/{ada.account['profileId']}")
    assert record.status_code == 507 and "The disk of the server is full" in record.text, "what is read is recorded"
    fields = {name: hidden(name, page) for name in ("token", "key")}
    fields |= {"value": "820", "unit": "mg/dL", "day": "29", "month": "2", "year": "1980", "kitCode": code, "reached": "no-other-person"}
    done = browser.ask("POST", f"{path}/acknowledge", data=fields)
    assert done.status_code == 303 and "done=acknowledged" in done.headers["location"]
    said = browser.ask("GET", done.headers["location"])
    assert said.status_code == 200 and "Acknowledged" in said.text
    token = {"token": fields["token"]}
    assert browser.ask("POST", "/unlock", data=token | {"lock": "yes"}).status_code == 200
    assert browser.ask("GET", path).status_code == 303, "the session is locked"
    assert browser.ask("POST", "/unlock", data=token | {"password": PASSWORD, "code": doctor.tokens["backupCodes"][0]}).status_code == 204
    page = browser.ask("GET", path)
    assert page.status_code == 200 and "Acknowledged" in page.text


def test_a_server_killed_on_a_full_disk_starts_again_on_it(small):
    world, critical = small, Critical()
    for round in range(FULL_DISKS):
        critical.kits += fill_up(world)
        for _ in range(10):
            critical.post(world)
        token = world.consumer.claim(limit=1, leaseSeconds=60)[0]
        left = world.disk.left
        assert world.server.stop(signal.SIGKILL) == -signal.SIGKILL
        world.disk.fill()
        world.start(FAIRKIT_METRICS_PORT=0)
        assert is_full(world) and world.disk.left <= left
        until(lambda: "the disk is full" in world.server.log)
        assert world.consumer.ack(token["token"]).status_code == 200, "a lease that was answered is gone"
        critical.acked.append(token["alertId"])
        critical.post(world)
        critical.settle(world, 10)
        refused(ordinary(world))
        world.disk.free()
        until(lambda: not is_full(world))
        assert world.disk.left == RESERVE and ordinary(world).status_code == 202
    check_at_the_end(world, critical)


class Traffic:
    """Critical and ordinary requests at the same time: the first must always be taken, the others may be refused whole."""

    def __init__(self, world):
        self.world, self.critical, self.ordinary, self.refused, self.surprises = world, Critical(), [], 0, []
        self.ended = threading.Event()
        works = [(self._post, "laboratory"), (self._post, "laboratory"), (self._settle, "consumer"), (self._report, "laboratory"), (self._register, "clinician")]
        self.threads = [threading.Thread(target=self._run, args=work, daemon=True) for work in works]
        for thread in self.threads:
            thread.start()

    def _run(self, work, role):
        try:
            with self.world.server.client(self.world.keys[role]) as client:
                while not self.ended.is_set():
                    work(client)
        except Exception as surprise:
            self.surprises.append(repr(surprise))

    def end(self):
        self.ended.set()
        for thread in self.threads:
            thread.join(30)
        assert not self.surprises, self.surprises[:3]

    def _post(self, client):
        self.critical.results.append(client.result(kit_code(), 820, status=202)["id"])

    def _settle(self, client):
        for item in client.claim(limit=5):
            assert client.ack(item["token"]).status_code == 200
            self.critical.acked.append(item["alertId"])

    def _report(self, client):
        self._take(ordinary_result(client), 202, lambda body: self.critical.results.append(body["id"]))

    def _register(self, client):
        code = kit_code()
        request = {"barcode": code, "profileId": self.world.profiles["patient"]}
        self._take(client.post("/api/v1/test-kits/register", json=request), 201, lambda body: self.critical.kits.append(code))

    def _take(self, response, status, keep):
        if response.status_code == status:
            self.ordinary.append(keep(response.json()))
        else:
            refused(response)
            self.refused += 1


@pytest.mark.long
@pytest.mark.alone
def test_under_load_the_disk_fills_and_empties_and_nothing_critical_is_refused(small):
    world, traffic = small, Traffic(small)
    for round in range(max(4, FULL_DISKS)):
        time.sleep(0.7)
        before, ordinary_before = len(traffic.critical.results), len(traffic.ordinary)
        # Another process keeps writing, and competes for the space that the reserve frees.
        end = time.monotonic() + 2
        while time.monotonic() < end:
            world.disk.fill()
            time.sleep(0.05)
        assert is_full(world) and traffic.refused
        assert len(traffic.critical.results) > before + 20
        world.disk.free()
        until(lambda: not is_full(world))
        assert world.disk.left == RESERVE
        until(lambda: len(traffic.ordinary) > ordinary_before + 5)
    traffic.end()
    check_at_the_end(world, traffic.critical)


@pytest.mark.long
def test_the_reserve_holds_thousands_of_critical_results(small, capsys):
    """Each result has its claim and its delivery. Then requests are refused, and no acknowledged write is lost."""
    world, critical = small, Critical()
    fill_up(world)
    codes = iter(kit_code, None)
    start = time.monotonic()
    ended = False
    with httpx.Client(base_url=f"http://{world.server.address}", headers={"X-API-Key": world.keys["laboratory"]}) as laboratory:
        while not ended:
            for _ in range(100):
                code = next(codes)
                body = {"reference": f"LAB-{code[7:17]}", "kitCode": code, "testDate": TODAY, "level": {"value": 820, "unit": "mg/dL"}}
                response = laboratory.post("/api/v1/results", json=body)
                if response.status_code != 202:
                    refused(response)
                    ended = True
                    break
                critical.results.append(response.json()["id"])
            if not ended:
                items = world.consumer.post("/api/v1/alert-groups/default/claim", json={"limit": 100, "leaseSeconds": 60})
                if items.status_code == 507:
                    break
                answers = world.consumer.post("/api/v1/alert-groups/default/ack", json={"tokens": [item["token"] for item in items.json()["items"]]})
                if answers.status_code == 507:
                    break
                critical.acked += [item["alertId"] for item in items.json()["items"]]
    with capsys.disabled():
        print(f"\n{len(critical.results)} critical results fitted in the reserve, in {time.monotonic() - start:.0f} s")
    assert len(critical.results) > 3000 and world.disk.left == 0
    # A full disk is ready only as long as critical results are taken.
    problem(world.server.client().get("/health/ready"), 503, "store-unavailable")
    world.disk.free()
    until(lambda: world.server.client().get("/health/ready").status_code == 200)
    until(lambda: not is_full(world))
    assert world.disk.left == RESERVE
    critical.post(world)
    check_at_the_end(world, critical)


def test_without_room_for_a_reserve_the_server_says_so_and_serves_band_zero(small):
    world, critical = small, Critical()
    assert world.server.stop() == 0
    world.disk.reserve.unlink()
    with open(world.disk.ballast, "wb") as file:
        file.write(bytes(60 * MEGABYTE))
    world.start(FAIRKIT_METRICS_PORT=0)
    until(lambda: "the disk is full" in world.server.log)
    assert is_full(world)
    critical.post(world)
    refused(ordinary(world))
    check_at_the_end(world, critical)
