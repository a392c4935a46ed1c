"""A tenant for the model of several servers: a patient, two doctors, the keys of its programs, and steps that follow each other within seconds."""

import json
import types

from accounts import PUBLIC, Visitor, patient, staff
from examples import BIRTH, CARE, DETAILS, POLICY, SETTINGS, TEAMS
from fairkit import command

# No client of the model may be refused for being fast.
LIMITS = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN", "ALERT_LISTS")} | {"FAIRKIT_PUBLIC_URL": PUBLIC}
GROUPS = ("default", "paging")
# Seconds from an alert to each step, and whom it tells; how many receivers that is.
STEPS = [(0, ["patient", "care"], 2), (2, ["team:nights"], 1), (5, ["care"], 1)]
LAST_REPEATS = 3600


class Clinic:
    """`birth` and `profile` are the patient's; each doctor has `tokens`, which every server accepts."""

    birth = BIRTH

    def __init__(self, store, server, tenant, administrator):
        self.name, self.tenant, self.store = tenant or "default", tenant, store
        self.keys = {"administrator": administrator}
        client = self.client(server, "administrator")
        client.ask(200, "PATCH", SETTINGS, json={"suspectHoldHours": 0, "operatorContact": f"operator@{self.name}.example"})
        for role, more in (("laboratory", ("--laboratory", "Kisumu Central")), ("consumer", ())):
            self.keys[role] = json.loads(self.command("key", "create", "--role", role, "--name", role, "--json", *more).stdout)["key"]
        world = types.SimpleNamespace(store=store, server=server)
        self.doctors = [staff(world, "clinician", f"doctor{number}@{self.name}.example", tenant) for number in range(2)]
        self.profile = patient(world, f"patient@{self.name}.example", tenant, DETAILS).account["profileId"]
        first, second = (doctor.account["accountId"] for doctor in self.doctors)
        client.ask(201, "POST", CARE, json={"accountId": first, "profileId": self.profile})
        client.ask(201, "POST", TEAMS, json={"name": "nights", "timeZone": "UTC"})
        client.ask(200, "POST", f"{TEAMS}/nights/members", json={"accountId": second})
        steps = [{"afterSeconds": after, "tell": tell} for after, tell, _ in STEPS]
        steps[-1]["repeatSeconds"] = LAST_REPEATS
        client.ask(200, "PUT", POLICY, json={"steps": steps})
        client.ask(201, "POST", "/api/v1/alert-groups", json={"name": GROUPS[1]})

    def command(self, *words, path=None):
        return command(*words, "--data", path or self.store.path, *(["--tenant", self.tenant] if self.tenant else []))

    def headers(self, role=None, doctor=None):
        """Of a program by its role, or of a doctor by number."""
        known = {"X-API-Key": self.keys[role]} if role else {"Authorization": f"Bearer {self.doctors[doctor].tokens['accessToken']}"}
        return known | ({"X-Tenant-ID": self.tenant} if self.tenant else {})

    def client(self, server, role):
        client = server.client()
        client.headers.update(self.headers(role))
        return client

    def sign_in_again(self, server):
        """Access tokens last a quarter of an hour."""
        for doctor in self.doctors:
            visitor = Visitor(types.SimpleNamespace(server=server), tenant=self.tenant)
            doctor.tokens = visitor.refresh(doctor.tokens["refreshToken"])
