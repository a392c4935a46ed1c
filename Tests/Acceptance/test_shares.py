"""No caller and no tenant takes the server's shares from the others."""

import concurrent.futures

from fairkit import problem
from kits import kit_code
from test_sign_in import staff

WAITING = "/api/v1/alert-groups/default/waiting"


def hidden(world, count):
    """Raises so many urgent alerts about a patient who is in no clinician's care."""

    def raise_some(some):
        with world.server.client(world.keys["patient"]) as patient, world.server.client(world.keys["laboratory"]) as laboratory:
            for _ in range(some):
                code = kit_code()
                patient.register(code)
                laboratory.result(code, genotype="ZZ")

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(raise_some, [count // 8] * 8))


def test_a_page_of_what_waits_looks_at_so_many_deliveries_however_few_are_in_view(fresh):
    """It took the time of all that wait, in the writer, for a clinician who sees none of them."""
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
        assert statuses[0] in (200, 429) and statuses[-1] == 429, path
    refusal = fresh.consumer.get(WAITING)
    problem(refusal, 429, "rate-limited")
    assert refusal.headers["ratelimit-policy"] == '"alert-lists";q=20;w=10' and refusal.headers["retry-after"] == "1"
    assert fresh.clinician.get(WAITING).status_code == 200, "another key has a rate of its own"
    [item] = fresh.consumer.claim()
    assert fresh.consumer.get(f"/api/v1/alerts/{item['alertId']}").status_code == 200
    assert fresh.consumer.extend(item["token"]).status_code == 200
    assert fresh.consumer.ack(item["token"]).status_code == 200
    page = fresh.administrator.get("/metrics").text
    assert 'fairkit_rate_limited_total{by="alert-lists"}' in page
