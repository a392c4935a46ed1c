"""Ten thousand requests as a day brings them."""

import random
import threading
from collections import Counter

from .server import Client

CONNECTIONS = 8


class Keys:
    """A key for each role, made by the product's own command while no server runs."""

    def __init__(self, setting, path, patient):
        def make(*arguments):
            return setting.fairkit_json("key", "create", "--data", path, "--name", "benchmark", *arguments)["key"]

        self.patient_id = patient
        self.clinician = make("--role", "clinician")
        self.laboratory = make("--role", "laboratory", "--laboratory", "Laboratory 7")
        self.consumer = make("--role", "consumer")
        self.administrator = make("--role", "administrator")
        self.patient = make("--role", "patient", "--profile", patient)


def send(count, port, keys, photo, seed=1):
    """Sends them over eight connections at once. How often each route answered with which status."""
    outcomes = Counter()
    lock = threading.Lock()
    share = count // CONNECTIONS

    def work(number):
        own = Day(random.Random(seed * 100 + number), port, keys, photo, seed * 1000 + number)
        counted = Counter(own.request() for _ in range(share))
        with lock:
            outcomes.update(counted)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


class Day:
    """One connection's requests."""

    def __init__(self, chance, port, keys, photo, prefix):
        self.chance = chance
        self.keys = keys
        self.photo = photo
        self.prefix = prefix
        self.count = 0
        self.seen = []
        self.clients = {
            role: Client(port, getattr(keys, role))
            for role in ("clinician", "laboratory", "consumer", "administrator", "patient")
        }
        self.routes = [
            (40, self.list), (15, self.list_laboratory), (10, self.list_own), (10, self.read), (12, self.post),
            (5, self.consume), (6, self.alerts), (1, self.scan), (1, self.profile),
        ]

    def request(self):
        weights = [weight for weight, _ in self.routes]
        route = self.chance.choices([route for _, route in self.routes], weights)[0]
        self.count += 1
        return f"{route.__name__} {route()}"

    def list(self):
        return self._list("clinician")

    def list_laboratory(self):
        return self._list("laboratory")

    def list_own(self):
        return self.clients["patient"].ask("GET", "/api/v1/results")[0]

    def _list(self, role):
        day = f"20{self.chance.randint(24, 26)}-{self.chance.randint(1, 12):02}-{self.chance.randint(1, 28):02}"
        query = self.chance.choice(
            ["", "?flag=HH", "?flag=N&limit=100", "?status=corrected", "?unmatched=true", f"?to={day}", f"?from={day}",
             f"?flag=H&to={day}", f"?status=preliminary&to={day}&unmatched=true", "?status=entered-in-error"]
        )
        status, body = self.clients[role].ask("GET", f"/api/v1/results{query}")
        if role == "clinician" and body.get("items"):
            self.seen = [item["id"] for item in body["items"]]
        return status

    def read(self):
        if not self.seen:
            return self.list()
        return self.clients["clinician"].ask("GET", f"/api/v1/results/{self.chance.choice(self.seen)}")[0]

    def post(self):
        number = self.prefix * 10_000 + self.count
        body = {
            "reference": f"M-{number}", "kitCode": kit_code(number), "testDate": "2026-11-20",
            "level": {"value": self.chance.choice([820, 142, 150, 160]), "unit": "mg/dL"},
        }
        return self.clients["laboratory"].ask("POST", "/api/v1/results", body)[0]

    def consume(self):
        consumer = self.clients["consumer"]
        status, body = consumer.ask("POST", "/api/v1/alert-groups/default/claim", {"limit": 5, "leaseSeconds": 60})
        for item in body.get("items", []):
            consumer.ask("POST", "/api/v1/alert-groups/default/ack", {"token": item["token"]})
        return status

    def alerts(self):
        return self.clients["consumer"].ask("GET", "/api/v1/alerts")[0]

    def scan(self):
        return self.clients["administrator"].scan(self.photo)[0]

    def profile(self):
        return self.clients["administrator"].ask("GET", f"/api/v1/profiles/{self.keys.patient_id}")[0]


def kit_code(number):
    """A code with its check character (ISO/IEC 7064, MOD 37,36)."""
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    digits = f"{number % 10_000_000_000:010}"
    product = 36
    for character in f"FUKIT{digits}":
        total = (product + alphabet.index(character)) % 36 or 36
        product = total * 2 % 37
    return f"FU-KIT-{digits}-{alphabet[(37 - product) % 36]}"
