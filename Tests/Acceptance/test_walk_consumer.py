"""A consumer's developer goes from nothing to a paged person, by the documents alone; the response of every step is checked."""

import http.server
import json
import re
import ssl
import threading
import time

import pytest
import standardwebhooks
import yaml

from certificates import Authority
from fairkit import REPOSITORY, Store, api, command, later, problem
from kits import kit_code

PAGE = (REPOSITORY / "docs/alerts.md").read_text()
GROUPS = "/api/v1/alert-groups"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The operator's part: a server, and a key for each participant. An old critical alert waits in `default`."""
    store = Store(tmp_path_factory.mktemp("walk") / "data")
    administrator = re.search(r"fk_\S+", command("init", "--data", store.path).stdout)[0]
    server = store.serve()
    house = type("House", (), {})()
    house.store, house.server, house.administrator = store, server, server.client(administrator)
    house.laboratory = server.client(store.key("laboratory", "analyser", "--laboratory", "Nairobi Central")["key"])
    house.old = house.laboratory.result(kit_code(), 900, status=202)["alertId"]
    yield house
    house.server.process.kill()


def fairkit(house, *line):
    return json.loads(command(*line, "--data", house.store.path, "--json").stdout)


@pytest.fixture(scope="module")
def developer(house):
    """A key for a pager, as the page about alerts makes one."""
    made = fairkit(house, "key", "create", "--role", "consumer", "--scope", "alerts:consume", "--scope", "alerts:read", "--scope", "groups:read", "--name", "pager")
    assert made["role"] == "consumer" and made["key"].startswith("fk_") and "expiresAt" not in made, "a consumer's key does not end by itself"
    return house.server.client(made["key"])


def test_the_documents_say_what_to_call(house, developer):
    stranger = house.server.client()
    assert stranger.get("/docs").status_code == 200
    document = yaml.load(stranger.get("/openapi.yaml").text, Loader=yaml.CSafeLoader)
    for path in ("claim", "ack", "extend", "release"):
        operation = document["paths"][f"{GROUPS}/{{name}}/{path}"]["post"]
        assert operation["x-scope"] == "alerts:consume" and "consumer" in operation["x-roles"] and "409" in operation["responses"]
    for word in ("**`default`**", "PATCH alert-groups/default -f enabled=false", "from standardwebhooks import Webhook", "--allow-private-webhooks"):
        assert word in PAGE, word


def test_mistakes_are_told_with_what_to_do(house, developer):
    keyless = problem(house.server.client().post(f"{GROUPS}/default/claim", json={}), 401, "unauthenticated")
    typo = problem(developer.post(f"{GROUPS}/defualt/claim", json={}), 404, "group-unknown")
    scope = problem(developer.get("/metrics"), 403, "forbidden")
    lease = problem(developer.post(f"{GROUPS}/default/claim", json={"leaseSeconds": 1, "limit": 0}), 422, "invalid")
    filtered = problem(developer.get("/api/v1/alerts", params={"limit": "many"}), 422, "invalid")
    named = problem(developer.get(GROUPS, params={"fields": "name,bandz"}), 422, "invalid")
    assert "X-API-Key" in keyless["detail"] and "group" in typo["detail"] and scope["detail"]
    assert lease["errors"][0]["detail"] in ("1 to 100", "5 to 900 seconds")
    assert filtered["errors"] == [{"pointer": "/limit", "detail": "1 to 100"}]
    assert named["errors"] == [{"pointer": "/fields", "detail": "names of members of the response; name number 2 is unknown"}]
    numbers = [each["requestId"] for each in (keyless, typo, scope, lease, filtered, named)]
    assert len(set(numbers)) == 6, "each names its request to the operator"


def test_a_new_group_begins_now(house, developer):
    """The operator creates a group for the pager; older alerts page no one."""
    listed = developer.ask(200, "GET", GROUPS)["items"]
    assert [(group["name"], group["enabled"], group["bands"]) for group in listed] == [("default", True, [0, 1, 2, 3])]
    made = api(house.store, "POST", "alert-groups", "-f", "name=paging", "-f", "bands=0")
    assert (made["name"], made["enabled"], made["bands"], made["criticalLeaseSeconds"]) == ("paging", True, [0], 30)
    assert developer.ask(200, "GET", f"{GROUPS}/paging") == made
    assert developer.ask(200, "POST", f"{GROUPS}/paging/claim", json={}) == {"items": []}
    assert developer.ask(200, "GET", f"{GROUPS}/paging/waiting") == {"items": []}
    assert [item["alert"]["id"] for item in developer.ask(200, "GET", f"{GROUPS}/default/waiting")["items"]] == [house.old]


def test_a_person_is_paged_by_a_program_that_polls(house, developer):
    """Long poll, a page, a longer lease while the person is called, an ack; a second ack changes nothing."""
    waiting = later(lambda: developer.ask(200, "POST", f"{GROUPS}/paging/claim", json={"limit": 10, "wait": 20}))
    time.sleep(0.3)
    began = time.monotonic()
    result = house.laboratory.result(kit_code(), 820, status=202)
    [item] = waiting.result(10)["items"]
    assert time.monotonic() - began < 5, "within seconds of the result"
    assert item["alertId"] == result["alertId"] and (item["band"], item["deliveryAttempts"], item["replay"]) == (0, 0, False)
    page = item["payload"]
    assert (page["title"], page["priority"], page["sound"], page["badge"]) == ("⚠️ AAT Level Alert", "high", "critical_alert.wav", 1)
    assert page["body"] == "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."
    token = {"token": item["token"]}
    longer = developer.ask(200, "POST", f"{GROUPS}/paging/extend", json={**token, "leaseSeconds": 120})["leaseExpiresAt"]
    same = developer.ask(200, "POST", f"{GROUPS}/paging/extend", json=token)["leaseExpiresAt"]
    assert longer == same > item["leaseExpiresAt"], "an extension never shortens by itself"
    acked = developer.ask(200, "POST", f"{GROUPS}/paging/ack", json=token)
    assert acked["state"] == "acked" and developer.ask(200, "POST", f"{GROUPS}/paging/ack", json=token) == acked
    alert = developer.ask(200, "GET", f"/api/v1/alerts/{item['alertId']}")
    assert alert["state"] == "open" and "800" in alert["explanation"], "an ack ends the delivery, and not the alert"
    happened = developer.ask(200, "GET", f"/api/v1/alerts/{item['alertId']}/events")["items"]
    own = [event["event"] for event in happened if event.get("group", "paging") == "paging" and event["event"] not in ("escalated", "step-skipped")]
    assert own == ["raised", "leased", "extended", "extended", "acked"]


def test_failed_deliveries_are_redelivered_and_a_late_ack_is_reported(house, developer):
    result = house.laboratory.result(kit_code(), 830, status=202)
    [first] = developer.ask(200, "POST", f"{GROUPS}/paging/claim", json={})["items"]
    released = developer.ask(200, "POST", f"{GROUPS}/paging/release", json={"token": first["token"], "reason": "The gateway does not answer."})
    assert released["state"] == "pending"
    [second] = developer.ask(200, "POST", f"{GROUPS}/paging/claim", json={})["items"]
    assert (second["alertId"], second["deliveryAttempts"]) == (result["alertId"], 1) and second["token"] != first["token"]
    late = problem(developer.post(f"{GROUPS}/paging/ack", json={"token": first["token"]}), 409, "stale-lease")
    assert late["state"] == "leased" and "claim again" in late["detail"]
    assert developer.ask(200, "POST", f"{GROUPS}/paging/ack", json={"token": second["token"]})["state"] == "acked"


class Pager(http.server.ThreadingHTTPServer):
    """The documents' receiver: verifies, stores, returns 2xx, drops duplicates, and pages."""

    daemon_threads = True

    def __init__(self, context):
        self.secret, self.pages, self.known, self.refused = None, [], set(), 0
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                message = standardwebhooks.Webhook(self.server.secret).verify(body, dict(self.headers))
            except standardwebhooks.WebhookVerificationError:
                self.server.refused += 1
                self.send_response(401)
            else:
                if self.headers["webhook-id"] not in self.server.known:
                    self.server.known.add(self.headers["webhook-id"])
                    self.server.pages.append(message)
                self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass


def test_a_person_is_paged_by_a_webhook(house, developer, tmp_path_factory):
    """Refused with the option that it needs; set, verified by the standard's library, and paged once for each alert."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority.sign("server", names="DNS:localhost"))
    pager = Pager(context)
    url = f"https://localhost:{pager.server_port}/fairkit"
    told = command("api", "PUT", "alert-groups/paging/webhook", "-f", f"url={url}", "--data", house.store.path, status=1).stderr
    assert "--allow-private-webhooks" in told
    assert house.server.stop() == 0
    house.server = house.store.serve("--allow-private-webhooks", "--webhook-ca", authority.certificate)
    made = api(house.store, "PUT", "alert-groups/paging/webhook", "-f", f"url={url}", "-f", "sendsPayload=true")
    assert made["secret"].startswith("whsec_") and made["url"] == url
    pager.secret = made["secret"]
    assert "secret" not in api(house.store, "alert-groups/paging/webhook")
    house.laboratory = house.server.client(house.laboratory.headers["X-API-Key"])
    result = house.laboratory.result(kit_code(), 840, status=202)
    deadline = time.monotonic() + 20
    while not pager.pages:
        assert time.monotonic() < deadline, api(house.store, "alert-groups/paging/delivery-attempts")
        time.sleep(0.05)
    [page] = pager.pages
    assert (page["type"], page["alertId"], page["band"], page["replay"]) == ("alert.raised", result["alertId"], 0, False)
    assert page["payload"]["body"].startswith("Your AAT level is 4x normal (840 mg/dL).") and pager.refused == 0
    pager.shutdown()


def test_the_operator_switches_default_off_and_nothing_is_left_to_alarm_about(house):
    """The old alert, which no group has acked, goes to the pager before `default` is switched off."""
    administrator = house.server.client(house.administrator.headers["X-API-Key"])
    waiting = 'fairkit_deliveries{band="critical",group="default",state="pending",tenant="default"}'
    assert any(line.startswith(waiting) and not line.endswith((" 0", " 0.0")) for line in administrator.get("/metrics").text.splitlines())
    api(house.store, "DELETE", "alert-groups/paging/webhook")
    off = api(house.store, "PATCH", "alert-groups/default", "-f", "enabled=false")
    assert off["name"] == "default" and off["enabled"] is False
    key = fairkit(house, "key", "create", "--role", "consumer", "--scope", "alerts:consume", "--name", "second pager")["key"]
    pager = house.server.client(key)
    told = problem(pager.post(f"{GROUPS}/default/claim", json={}), 409, "group-disabled")
    assert "disabled this consumer group" in told["detail"]
    items = pager.ask(200, "POST", f"{GROUPS}/paging/claim", json={"limit": 10})["items"]
    assert [item["alertId"] for item in items] == [house.old], "no critical alert is lost"
    pager.ask(200, "POST", f"{GROUPS}/paging/ack", json={"token": items[0]["token"]})
    last = command("api", "PATCH", "alert-groups/paging", "-f", "enabled=false", "--data", house.store.path, status=1).stderr
    assert "band 0" in last
    deadline = time.monotonic() + 15
    while [line for line in administrator.get("/metrics").text.splitlines() if line.startswith("fairkit_deliveries{") and not line.endswith((" 0", " 0.0"))]:
        assert time.monotonic() < deadline, "the queue is counted every ten seconds at most"
        time.sleep(0.2)
