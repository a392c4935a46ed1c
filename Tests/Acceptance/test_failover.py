"""A synchronous standby takes over from a primary that is killed, again and again, while clients write."""

import json
import random
import statistics
import threading
import time

import pytest

from alerts import events
from fairkit import Store, command
from kits import kit_code
from patroni import Cluster
from trials import tries

pytestmark = pytest.mark.long

FAILOVERS = tries("FAIRKIT_FAILOVERS", 3)


class Writers:
    """Post critical results, and claim and ack their alerts, each in a thread. A request that was refused with 503 is sent again."""

    def __init__(self, server, keys):
        self.server, self.keys = server, keys
        self.results, self.acked, self.refused, self.surprises, self.last = {}, {}, 0, [], time.monotonic()
        self.ends = threading.Event()
        self.threads = [threading.Thread(target=self._until_end, args=(work, role), daemon=True) for work, role in ((self._post, "laboratory"), (self._ack, "consumer")) for _ in range(4)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.ends.set()
        for thread in self.threads:
            thread.join(90)
            assert not thread.is_alive(), "a client got no answer"
        assert not self.surprises, self.surprises[:3]

    def _until_end(self, work, role):
        try:
            with self.server.client(self.keys[role]) as client:
                while not self.ends.is_set():
                    work(client)
        except Exception as surprise:
            self.surprises.append(repr(surprise))

    def _answered(self, send):
        """Sends until the answer is not 503."""
        while (response := send()).status_code == 503:
            assert int(response.headers["retry-after"]) <= 30, response.headers
            self.refused += 1
            time.sleep(random.uniform(0.05, 0.2))
        assert response.status_code in (200, 201, 202), response.text
        self.last = time.monotonic()
        return response.json()

    def _post(self, client):
        code = kit_code()
        body = {"reference": f"LAB-{code[7:17]}", "kitCode": code, "testDate": "2026-01-31", "level": {"value": 820, "unit": "mg/dL"}}
        self.results[body["reference"]] = self._answered(lambda: client.post("/api/v1/results", json=body))["id"]

    def _ack(self, client):
        for item in self._answered(lambda: client.post("/api/v1/alert-groups/default/claim", json={"limit": 3, "leaseSeconds": 120}))["items"]:
            assert item["alertId"] not in self.acked, "an acked delivery came again"
            self._answered(lambda: client.ack(item["token"]))
            self.acked[item["alertId"]] = item["deliveryId"]


@pytest.fixture
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.mark.alone
def test_no_acknowledged_change_is_lost_when_the_primary_is_killed(cluster, tmp_path):
    cluster.primary()
    cluster.until_synchronous()
    with cluster.connect() as connection:
        connection.execute("CREATE ROLE fairkit LOGIN CREATEROLE")
        connection.execute("CREATE DATABASE fairkit OWNER fairkit TEMPLATE template0")
    store = Store(tmp_path / "data")
    place = {"FAIRKIT_STORE": cluster.address("fairkit", "fairkit"), "FAIRKIT_DATA": store.path}
    command("init", **place)
    keys = {role: json.loads(command("key", "create", "--role", role, "--name", role, "--json", *more, **place).stdout)["key"] for role, more in (("laboratory", ("--laboratory", "Nairobi")), ("consumer", ()), ("administrator", ()))}
    server = store.serve(**place, FAIRKIT_RATE_KEY="off", FAIRKIT_RATE_ADDRESS="off", FAIRKIT_RATE_ALERT_LISTS="off")
    writers, outages = Writers(server, keys), []
    for _ in range(FAILOVERS):
        time.sleep(random.uniform(0.5, 2))
        primary = cluster.primary()
        killed = time.monotonic()
        primary.kill()
        while writers.last < killed + 1:
            assert time.monotonic() < killed + 30, f"not back within 30 s:\n{server.log[-3000:]}"
            time.sleep(0.05)
        outages.append(writers.last - killed)
        primary.start()
        cluster.until_synchronous()
    writers.end()
    print(f"{FAILOVERS} failovers: back after {statistics.median(outages):.1f} s in the median, {max(outages):.1f} s at most; {len(writers.results)} results, {writers.refused} times 503")
    with cluster.connect("fairkit") as connection:
        (schema,) = connection.execute("SELECT folder FROM control.tenant").fetchone()
        stored = {str(id.hex()) for (id,) in connection.execute(f"SELECT id FROM {schema}.result")}
        acked = {number for (number,) in connection.execute(f"SELECT number FROM {schema}.delivery WHERE state = 'acked'")}
    assert {id.replace("-", "") for id in writers.results.values()} <= stored
    assert {int(number) for number in writers.acked.values()} <= acked
    assert len(stored) == len(writers.results), "a result was stored twice"
    administrator = server.client(keys["administrator"])
    numbers = [event["number"] for event in events(administrator)]
    assert numbers == list(range(1, len(numbers) + 1)), "the history has a gap"
    for words in (("db", "check"), ("audit", "verify")):
        assert json.loads(command(*words, "--json", **place).stdout)["sound"]
    assert server.stop() == 0
