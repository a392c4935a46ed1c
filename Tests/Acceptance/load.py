"""Clients that write until the server stops, and a check that all acknowledged writes are on disk."""

import contextlib
import threading

import httpx

import databases
from fairkit import assert_whole
from kits import kit_code


class Load:
    """Registers kits, posts critical results, claims and acks alerts, each in threads; keeps the responses."""

    def __init__(self, world, registering=2, posting=2, acking=2, earlier=()):
        self.world = world
        self.gone = {alert for load in earlier for alert in load.acked}
        self.kits, self.results, self.acked, self.surprises = [], [], [], []
        self.unused = []  # codes of registered kits without a result
        self.held = {}  # token by alert: claimed, and no answer yet to its delivery
        self._threads = []
        for work, role, count in ((self._register, "clinician", registering), (self._post, "laboratory", posting), (self._ack, "consumer", acking)):
            self._threads += [threading.Thread(target=self._until_it_goes, args=(work, role), daemon=True) for _ in range(count)]

    def start(self):
        for thread in self._threads:
            thread.start()
        return self

    def join(self):
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive(), "a client got neither an answer nor an end"
        assert not self.surprises, self.surprises[:3]

    def _until_it_goes(self, work, role):
        with contextlib.suppress(httpx.TransportError), self.world.server.client(self.world.keys[role]) as client:
            try:
                while True:
                    work(client)
            except httpx.TransportError:
                raise
            except Exception as surprise:
                self.surprises.append(repr(surprise))

    def _register(self, client):
        code = kit_code()
        client.register(code, profile=self.world.profiles["patient"])
        self.kits.append(code)
        self.unused.append(code)

    def _post(self, client):
        """Every second result comes before its kit."""
        registered = None
        if len(self.results) % 2:
            with contextlib.suppress(IndexError):
                registered = self.unused.pop()
        self.results.append(client.result(registered or kit_code(), 820, status=201 if registered else 202)["id"])

    def _ack(self, client):
        items = client.claim(limit=3)
        self.held |= {item["alertId"]: item["token"] for item in items}
        for item in items:
            assert item["alertId"] not in self.gone and item["alertId"] not in self.acked, "an acked delivery came again"
            response = client.ack(item["token"])
            assert response.status_code == 200, response.text
            self.acked.append(item["alertId"])
            del self.held[item["alertId"]]


def verify(store, loads):
    """Asserts, with another SQLCipher on a copy of the files, that all that was answered is there and hangs together."""
    connection = store.witness()

    def column(query):
        return [cell for (cell,) in connection.execute(query)]

    def ids(query):
        return {cell.hex() for cell in column(query)}

    def plain(texts):
        return {text.replace("-", "") for text in texts}

    assert_whole(connection)
    kits = {code for load in loads for code in load.kits}
    # A database has the codes sealed.
    assert column("SELECT count(*) FROM kit")[0] >= len(kits) if databases.IN_USE else kits <= set(column("SELECT code FROM kit"))
    assert plain(id for load in loads for id in load.results) <= ids("SELECT id FROM result")
    assert plain(id for load in loads for id in load.acked) <= ids("SELECT alert_id FROM delivery WHERE state = 'acked'")
    without = "SELECT id FROM result r WHERE NOT EXISTS (SELECT 1 FROM {} WHERE {})"
    assert not ids(without.format("result_version v", "v.result_id = r.id AND v.flag = 'HH'"))
    versions = "SELECT count(*) FROM alert a WHERE a.result_id = v.result_id AND a.result_version = v.number"
    assert set(column(f"SELECT ({versions}) FROM result_version v")) <= {1}, "a critical result without its alert, or with two"
    assert not ids("SELECT a.id FROM alert a WHERE NOT EXISTS (SELECT 1 FROM result_version v WHERE v.result_id = a.result_id AND v.number = a.result_version)")
    assert set(column("SELECT (SELECT count(*) FROM delivery d WHERE d.alert_id = a.id) FROM alert a")) <= {1}
    assert column("SELECT count(*) FROM audit WHERE number > (SELECT count(*) FROM audit)") == [0], "the audit has a gap"
    assert column("SELECT count(*) FROM alert_event WHERE number > (SELECT count(*) FROM alert_event)") == [0], "the history has a gap"
    assert column("SELECT count(*) FROM alert_event WHERE kind = 'raised'") == column("SELECT count(*) FROM alert")
    connection.close()
