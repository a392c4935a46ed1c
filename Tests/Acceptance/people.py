"""Tenants, people with accounts, and the resources of all routes, each created when it is first used."""

import json
import secrets
import time

from accounts import Visitor, patient, staff
from commands import local
from fairkit import SOON, command
from kits import kit_code, photo

API, PROFILES, ALERTS, TEAMS = "/api/v1", "/api/v1/profiles", "/api/v1/alert-groups", "/api/v1/teams"


class House:
    """A tenant with what makes things in it."""

    def __init__(self, world, tenant, administrator, marker):
        self.world, self.marker, self.count = world, marker, 0
        self.more = ["--tenant", tenant] if tenant else []
        self.tenant = tenant
        self.administrator = self.machine(administrator)
        self.administrator.ask(200, "PATCH", f"{API}/settings", json={"suspectHoldHours": 0})
        self.laboratory = self.machine(self.key("laboratory", "--laboratory", "Nairobi"))
        self.second_laboratory = self.machine(self.key("laboratory", "--laboratory", "Mombasa"))
        self.consumer = self.machine(self.key("consumer"))
        self.doctor = staff(world, "clinician", f"night@{marker}.example", tenant)
        self.team = self.administrator.ask(201, "POST", TEAMS, json={"name": f"of-{marker}", "timeZone": "UTC"})["name"]
        self.group = self.administrator.ask(201, "POST", ALERTS, json={"name": f"of-{marker}"})["name"]

    def key(self, role, *more):
        words = ["key", "create", "--data", self.world.store.path, "--role", role, "--name", "n", "--json"]
        return json.loads(command(*words, *more, *self.more).stdout)["key"]

    def machine(self, key):
        client = self.world.server.client(key)
        if self.tenant:
            client.headers["X-Tenant-ID"] = self.tenant
        return client

    def warning(self):
        """A critical alert about a person outside this cast, since every clinician can see it until it is acknowledged."""
        return self.laboratory.result(kit_code(), 820, status=202)["alertId"]

    def number(self):
        self.count += 1
        return f"{self.marker}{self.count}"


class Member:
    """A person with an account, whose things are made when a line first names them; each has marks that can't be missed."""

    def __init__(self, house, marker, level, laboratory):
        self.house, self.level, self.laboratory = house, level, laboratory
        names = {"given": f"Given{marker}", "family": f"Family{marker}"}
        contact = {"email": f"contact@{marker}.example", "phone": f"+2547{int(level * 10):08}"}
        details = {"name": names, "contact": contact, "birthDate": "1980-02-29", "timeZone": "UTC", "consents": {"clinicians": True}}
        self.email = f"account@{marker}.example"
        self.account = patient(house.world, self.email, house.tenant, details)
        self.profile = self.account.account["profileId"]
        self.key = house.machine(house.key("patient", "--profile", self.profile))
        # What stands for this person in an answer, by kind.
        self.marks = {"name": list(names.values()), "contact": [*contact.values(), self.email], "profile": [self.profile],
            "kit": [], "result": [], "level": [f"{level}"], "alert": []}  # fmt: skip

    def make(self, thing):
        """The id, or the text, of a new one."""
        return getattr(self, f"_{thing.replace('-', '_')}")()

    def _profile(self):
        return self.profile

    def _key(self):
        return json.loads(command("key", "create", "--data", self.house.world.store.path, "--role", "consumer", "--name", "n", "--json", *self.house.more).stdout)["id"]

    def _contact(self):
        return self.marks["contact"][0]

    def _code(self):
        code = kit_code()
        self.kit = self.house.administrator.register(code, profile=self.profile)["id"]
        self.marks["kit"] += [code, self.kit]
        return code

    def _kit(self):
        code = kit_code()
        self.kit = self.house.administrator.register(photo=photo(code), profile=self.profile)["id"]
        self.marks["kit"] += [code, self.kit]
        return self.kit

    def _posted(self, value, **more):
        result = self.laboratory.result(self._code(), value, **more)
        self.marks["result"] += [result["id"], result["reference"]]
        self.marks["alert"].append(result["alertId"])
        return result

    def _result(self):
        return self._posted(self.level, genotype="ZZ")["id"]

    def _alert(self):
        return self._posted(self.level, genotype="ZZ")["alertId"]

    def _critical(self):
        return self.house.warning()

    def _range(self):
        """A range that came with FairKit."""
        return "1"

    def _laboratory(self):
        """The one that the person's samples go to, in the person's own tenant."""
        return self.house.administrator.ask(200, "GET", f"{API}/laboratories")["items"][0]["id"]

    def _blurred(self):
        code = kit_code()
        kit = self.house.administrator.register(code, photo(), self.profile)
        self.marks["kit"] += [code, kit["id"]]
        return kit["id"]

    def _typed(self):
        code = kit_code()
        self.kit = self.house.administrator.register(code, profile=self.profile)["id"]
        self.marks["kit"] += [code, self.kit]
        return self.kit

    def _held(self):
        self.house.administrator.ask(200, "PUT", f"{PROFILES}/{self.profile}/hold", json={"reason": "A case"})
        return self.profile

    def _erasable(self):
        """A legal hold prevents an erasure."""
        store = self.house.world.store.path
        command("api", "DELETE", f"profiles/{self._held()}/hold", "--data", store, *self.house.more)
        return self.profile

    def _token(self):
        self.house.warning()
        return self.house.consumer.claim()[0]["token"]

    def _shared(self):
        return self.key.ask(201, "POST", f"{PROFILES}/{self.profile}/shares", json={"link": True, "pin": "314159"})

    def _share(self):
        return self._shared()["id"]

    def _link(self):
        return self._shared()["link"].split("#")[-1]

    def _channel(self):
        """The channel of a gateway that the operator could have described."""
        return "sms"

    def _feed(self):
        """The last part of a new calendar feed's address."""
        return self.account.signed_in.ask(201, "POST", f"{API}/auth/me/calendar")["url"].split("/")[-1].split("?")[0]

    def _assignment(self):
        return self.house.administrator.ask(201, "POST", f"{API}/care-assignments", json=self._care())["id"]

    def _care(self):
        return {"accountId": self._doctor(), "profileId": self.profile}

    def _doctor(self):
        return self.house.doctor.account["accountId"]

    def _opening(self):
        path = f"{PROFILES}/{self.profile}/break-glass"
        return self.house.doctor.signed_in.post(path, json={"reason": "Unconscious"}).json()["id"]

    def _account(self):
        return self.account.account["accountId"]

    def _made_account(self):
        return patient(self.house.world, f"leaves@{self.house.number()}.example", self.house.tenant).account["accountId"]

    def _invitation(self):
        body = {"email": self._new_address(), "role": "coordinator"}
        return self.house.administrator.ask(201, "POST", f"{API}/accounts/invitations", json=body)["id"]

    def _signed_in(self):
        """Another line may have ended the first session, or locked sign-ins to the account."""
        visitor = Visitor(self.house.world, self.account.tokens, self.house.tenant)
        if visitor.get(f"{API}/auth/me").status_code == 200:
            return visitor
        tokens = Visitor(self.house.world, tenant=self.house.tenant).login(self.email).json()
        return Visitor(self.house.world, tokens, self.house.tenant)

    def _new_token(self):
        return f"apns:{secrets.token_hex(32)}"

    def _device(self):
        body = {"deviceToken": self._new_token(), "platform": "ios"}
        return self._signed_in().ask(201, "POST", f"{API}/mobile/devices", json=body)["id"]

    def _search(self):
        """The name of a search that the person keeps."""
        name = f"search-{self.house.number()}"
        self._signed_in().ask(200, "PUT", f"{API}/auth/me/searches/{name}", json={"list": "kits", "filters": {"overdue": "true"}})
        return name

    def _contact_point(self):
        """The same one for all askers, since a person gets few codes in a day."""
        person = self._signed_in()
        if added := person.ask(200, "GET", f"{API}/auth/me/contacts")["items"]:
            return added[0]["id"]
        body = {"kind": "email", "address": self._new_address()}
        return person.ask(201, "POST", f"{API}/auth/me/contacts", json=body)["id"]

    def _notice(self):
        """Patients are told of a critical level at once."""
        alert = self.laboratory.result(self._code(), 820)["alertId"]
        person, deadline = self._signed_in(), time.monotonic() + 30
        while True:
            notices = person.everything(f"{API}/notices")
            if found := [notice["id"] for notice in notices if notice.get("alertId") == alert]:
                return found[0]
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def _session(self):
        return Visitor(self.house.world, tenant=self.house.tenant).login(self.email).json()["sessionId"]

    def _group(self):
        return self.house.group

    def _standard(self):
        return "default"

    def _rule(self):
        return "severe-low"

    def _urgency(self):
        # That of critical alerts is always there; an asker sets none without a proof.
        return "0"

    def _made_group(self):
        # Few alerts are urgent, so the group is complete at once, and can be removed.
        settings = {"name": self._new_group(), "bands": [1]}
        return self.house.administrator.ask(201, "POST", ALERTS, json=settings)["name"]

    def _hooked(self):
        name = self._made_group()
        self.house.administrator.ask(201, "PUT", f"{ALERTS}/{name}/webhook", json={"url": "https://pager.example.org/"})
        return name

    def _team(self):
        """The house's team, whose member is a clinician."""
        name = self.house.team
        self.house.administrator.ask(200, "POST", f"{TEAMS}/{name}/members", json={"accountId": self._doctor()})
        return name

    def _member(self):
        return self._doctor()

    def _override(self):
        body = {"accountId": self._doctor(), "until": SOON}
        return self.house.administrator.ask(201, "POST", f"{TEAMS}/{self.house.team}/overrides", json=body)["id"]

    def _team_contact(self):
        path = f"{TEAMS}/{self.house.team}/contacts"
        # A team has few.
        if added := self.house.administrator.ask(200, "GET", path)["items"]:
            return added[0]["id"]
        return self.house.administrator.ask(201, "POST", path, json={"kind": "slack", "address": "https://hooks.slack.example/a"})["id"]

    def _made_team(self):
        return self.house.administrator.ask(201, "POST", TEAMS, json={"name": self._new_team(), "timeZone": "UTC"})["name"]

    def _made_news(self):
        body = {"kind": "article", "texts": {"sw": {"title": "Kupumua", "text": "Vizuri"}}}
        # With a key alone no one publishes.
        with local(self.house.world.store) as machine:
            headers = {"X-Tenant-ID": self.house.tenant} if self.house.tenant else {}
            return machine.post(f"{API}/news", json=body, headers=headers).raise_for_status().json()["id"]

    def _news(self):
        return self._made_news()

    def _programme(self):
        """The house's first programme, whose coordinator is the house's."""
        path, body = f"{API}/programmes", {"name": "Breathing", "partner": "Lung Fund", "startsOn": "2026-01-01"}
        # A tenant has few.
        items = self.house.administrator.ask(200, "GET", path)["items"]
        made = items[0]["id"] if items else self.house.administrator.ask(201, "POST", path, json=body)["id"]
        if (partner := self._partner()) != made:
            self.house.administrator.ask(200, "PUT", f"{path}/{made}/coordinators", json={"accountIds": [partner]}, headers={"If-Match": "*"})
        return made

    def _partner(self):
        """The house's coordinator; where there is none, an id that no account has."""
        found = self.house.administrator.ask(200, "GET", f"{API}/accounts", params={"role": "coordinator"})["items"]
        return found[0]["id"] if found else self.house.administrator.ask(200, "GET", f"{API}/programmes")["items"][0]["id"]

    def _join_code(self):
        return self.house.administrator.ask(200, "GET", f"{API}/programmes/{self._programme()}")["joinCode"]

    def _new_team(self):
        return f"team-{self.house.number()}"

    def _new_group(self):
        return f"new-{self.house.number()}"

    def _new_address(self):
        return f"new@{self.house.number()}.example"

    def _new_code(self):
        """Of a kit that was issued: an account registers no other."""
        return self.house.administrator.issue(kit_code())[0]["kitCode"]
