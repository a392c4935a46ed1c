"""What the clients of the model were answered, and how they send: to a server at random, and to another one while no answer comes."""

import collections
import random
import threading
import time

import httpx

from fairkit import PLAIN
from model import milliseconds

# How far behind the database's clock a server's time may be; the clocks of their machines differ by much more.
BEHIND = 5


class Lease:
    """Times are in milliseconds, by the database's clock."""

    def __init__(self, item, seconds):
        self.delivery, self.token, self.alert, self.seconds = int(item["deliveryId"]), item["token"], item["alertId"], seconds
        self.until = milliseconds(item["leaseExpiresAt"])
        self.start = self.until - 1000 * seconds
        # Whether it may have ended before, or ends at another time: by a release, or by an extension without an answer.
        self.is_doubtful = False


class Alert:
    """A critical alert whose patient is known."""

    def __init__(self, id, code, value):
        self.id, self.code, self.value, self.since = id, code, value, time.monotonic()
        # The doctors who have sent a read-back, and whether a correction was sent.
        self.asked, self.is_corrected, self.is_done = set(), False, False


class Answers:
    """All that one tenant's clients know."""

    def __init__(self):
        self.lock, self.surprises = threading.Lock(), []
        self.kits, self.results, self.alerts, self.other_alerts = {}, {}, {}, set()
        # What was sent once and not answered: codes of kits, references of results; and values by result.
        self.unanswered, self.unanswered_values = set(), {}
        self.leases, self.acked, self.releases = collections.defaultdict(dict), {}, collections.Counter()
        self.acknowledged, self.events, self.counts = {}, [], collections.Counter()

    def lease(self, item, seconds):
        lease = Lease(item, seconds)
        with self.lock:
            known = self.leases[lease.delivery]
            assert lease.token not in known, "a token was given twice"
            known[lease.token] = lease
        return lease

    def ack(self, lease, at):
        with self.lock:
            assert self.acked.setdefault(lease.delivery, (lease.token, at)) == (lease.token, at), f"delivery {lease.delivery} was acked twice"

    def acknowledge(self, alert, account, at):
        with self.lock:
            alert.is_done = True
            assert self.acknowledged.setdefault(alert.id, (account, at)) == (account, at), f"alert {alert.id} was acknowledged twice"


def expect(response, *statuses):
    """Asserts the status of an answer; answers its body."""
    request = response.request
    assert response.status_code in statuses, f"{request.method} {request.url.path}: {response.status_code} {response.text}"
    return response.json()


def assert_is_now(text, asked):
    """A time that a server noted between a request and its answer is one of the database's clock."""
    at = milliseconds(text) / 1000
    assert asked - BEHIND <= at <= time.time() + 0.01, f"noted {at - asked:.3f} s after the request"


class Sender:
    """Sends for one client. `load` has the servers, and tells when to give up."""

    def __init__(self, load, name, headers):
        self.load, self.name, self.headers = load, name, headers
        self.dice, self.clients, self.count = random.Random(f"{load.seed} {name}"), {}, 0

    def once(self, method, path, **content):
        """The answer of one server; None: none came, so it may have done it or not."""
        server = self.dice.choice(self.load.sites).server
        if server is None:
            return None
        if server.address not in self.clients:
            self.clients[server.address] = httpx.Client(base_url=f"http://{server.address}", headers=self.headers, verify=PLAIN, timeout=6)
        try:
            response = self.clients[server.address].request(method, path, **content)
        except httpx.TransportError:
            self.clients.pop(server.address).close()
            self.load.answers.counts["without an answer"] += 1
            return None
        if response.status_code == 503:
            assert 1 <= int(response.headers["retry-after"]) <= 30, response.headers
            self.load.answers.counts["503"] += 1
            return None
        self.load.answers.counts["answered"] += 1
        return response

    def surely(self, method, path, **content):
        """An answer, and whether an attempt before got none."""
        is_doubtful = False
        while (response := self.once(method, path, **content)) is None:
            is_doubtful = True
            assert time.monotonic() < self.load.patience, f"no server answers {method} {path}"
            time.sleep(self.dice.uniform(0.02, 0.2))
        return response, is_doubtful

    def make(self, status, path, body):
        """Makes something under an idempotency key of its own; None: it was sent once, and not answered."""
        self.count += 1
        sent = {"json": body, "headers": {"Idempotency-Key": f"{self.name}-{self.count}".replace(" ", "-")}}
        if self.dice.random() < 0.05:
            if (response := self.once("POST", path, **sent)) is None:
                return None
        else:
            response, _ = self.surely("POST", path, **sent)
        made = expect(response, status)
        if self.dice.random() < 0.1 and (again := self.once("POST", path, **sent)) is not None:
            assert expect(again, status) == made and again.headers["idempotency-replayed"] == "true", "a repeated request had another answer"
        return made
