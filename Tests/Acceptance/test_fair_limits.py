"""No caller and no tenant can use up the server's resources."""

import concurrent.futures
import contextlib
import io
import re
import socket

import pytest
from PIL import Image

from accounts import staff
from fairkit import command, problem
from kits import kit_code
from wire import head

WAITING = "/api/v1/alert-groups/default/waiting"


def hidden(world, count):
    """Raises urgent alerts about a patient who is in no clinician's care."""

    def raise_some(some):
        with world.server.client(world.keys["patient"]) as patient, world.server.client(world.keys["laboratory"]) as laboratory:
            for _ in range(some):
                code = kit_code()
                patient.register(code)
                laboratory.result(code, genotype="ZZ")

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(raise_some, [count // 8] * 8))


@pytest.mark.long
def test_a_page_of_what_waits_looks_at_so_many_deliveries_however_few_are_in_view(fresh):
    """It once took the writer's time for all waiting deliveries, although the clinician sees none of them."""
    hidden(fresh, 2104)
    assert fresh.server.stop() == 0
    fresh.start()
    clinician = staff(fresh, "clinician", "grace@example.org").signed_in
    for path in (WAITING, "/api/v1/alerts"):
        first = clinician.ask(200, "GET", path, params={"limit": 10})
        assert first["items"] == [] and first["nextCursor"], path
        second = clinician.ask(200, "GET", path, params={"limit": 10, "cursor": first["nextCursor"]})
        assert second == {"items": []}, path
    # What is in view is found behind them, and the consumer's pages are full.
    critical = fresh.laboratory.result(kit_code(), 820, status=202)["alertId"]
    seen = clinician.everything(WAITING)
    assert [item["alert"]["id"] for item in seen] == [critical]
    assert len(fresh.consumer.everything(WAITING)) == 2105


def test_lists_of_alerts_have_a_rate_of_their_own_and_what_is_done_with_alerts_has_none(fresh):
    assert fresh.server.stop() == 0
    fresh.start("--rate-alert-lists", "2/20")
    fresh.laboratory.result(kit_code(), 820, status=202)
    for path in ("/api/v1/alerts", "/api/v1/alerts/events", WAITING):
        statuses = [fresh.consumer.get(path).status_code for _ in range(30)]
        # Each refusal delays the next answer, so there is room again now and then.
        assert statuses[0] in (200, 429) and statuses.count(429) >= 5, path
    refusal = next(answer for answer in (fresh.consumer.get(WAITING) for _ in range(30)) if answer.status_code == 429)
    problem(refusal, 429, "rate-limited")
    assert refusal.headers["ratelimit-policy"] == '"alert-lists";q=20;w=10' and refusal.headers["retry-after"] == "1"
    assert fresh.clinician.get(WAITING).status_code == 200, "another key has a rate of its own"
    [item] = fresh.consumer.claim()
    assert fresh.consumer.get(f"/api/v1/alerts/{item['alertId']}").status_code == 200
    assert fresh.consumer.extend(item["token"]).status_code == 200
    assert fresh.consumer.ack(item["token"]).status_code == 200
    page = fresh.administrator.get("/metrics").text
    assert 'fairkit_rate_limited_total{by="alert-lists"}' in page


def opened(world, who, method, path, body=None):
    """A connection on which a request was sent."""
    made = socket.create_connection(world.server.address.split(":"), timeout=10)
    content = "" if body is None else body
    fields = {} if body is None else {"Content_Type": "application/json", "Content_Length": len(content)}
    made.sendall((head(method, path, world.keys[who], **fields) + content).encode())
    return made


def test_a_key_follows_alerts_by_fifty_streams_and_others_by_theirs(fresh):
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(opened(fresh, "consumer", "GET", "/api/v1/alerts/stream")) for _ in range(50)]
        assert {line.recv(12) for line in lines} == {b"HTTP/1.1 200"}
        refusal = fresh.consumer.get("/api/v1/alerts/stream")
        problem(refusal, 429, "too-many-open")
        assert int(refusal.headers["retry-after"]) >= 1
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        with fresh.server.client(fresh.keys["consumer"]) as other:
            problem(other.get("/api/v1/ws", headers=upgrade), 429, "too-many-open")
        with fresh.clinician.stream("GET", "/api/v1/alerts/stream") as other:
            assert other.status_code == 200, "another key has streams of its own"
        assert fresh.consumer.claim() == [] and fresh.consumer.get("/api/v1/alerts/events").status_code == 200
        page = fresh.administrator.get("/metrics").text
        assert re.search(r'fairkit_slots_refused_total\{of="streams"\} 2\b', page)
    for _ in range(100):
        with fresh.consumer.stream("GET", "/api/v1/alerts/stream") as again:
            if again.status_code == 200:
                return
    raise AssertionError("places come back when streams end")


def test_a_claim_that_finds_no_place_to_wait_gets_what_there_is(fresh):
    with contextlib.ExitStack() as held:
        def hold():
            held.enter_context(opened(fresh, "consumer", "POST", "/api/v1/alert-groups/default/claim", '{"wait": 30}'))

        for _ in range(500):
            hold()
        for _ in range(25):
            refusal = fresh.consumer.post("/api/v1/alert-groups/default/claim", json={"wait": 1})
            if refusal.status_code == 429:
                break
            # It had the place of one of them that came to the server later.
            hold()
        problem(refusal, 429, "too-many-open")
        # Ready deliveries go to any claim; waiting claims get the new ones.
        other = fresh.store.key("consumer", "Another")["key"]
        assert fresh.server.client(other).claim(wait=0) == []


def test_of_one_person_twenty_photos_are_kept_and_kits_are_registered_nevertheless(fresh):
    """They are kept for a review, 256 KB each; one patient could fill the disk."""
    picture = io.BytesIO()
    Image.new("L", (400, 300), 128).save(picture, "JPEG")
    noise = picture.getvalue()
    kits = [fresh.patient.register(kit_code(), noise) for _ in range(22)]
    assert {(kit["status"], kit["needsReview"]) for kit in kits} == {("registered", True)}
    statuses = [fresh.laboratory.get(f"/api/v1/test-kits/{kit['id']}/photo").status_code for kit in kits]
    assert statuses == [200] * 20 + [404] * 2
    assert re.search(r"kept photos +20 of 4096", command("db", "stats", "--data", fresh.store.path).stdout)
    assert 'fairkit_photos_not_kept_total{by="profile"} 2' in fresh.administrator.get("/metrics").text
    fresh.laboratory.post(f"/api/v1/test-kits/{kits[0]['id']}/review").raise_for_status()
    assert fresh.patient.register(kit_code(), noise)["needsReview"]
    assert fresh.store.path.exists() and 'by="profile"} 2' in fresh.administrator.get("/metrics").text
