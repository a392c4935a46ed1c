"""Requests to each route as each role, as `who_may.py` lists them."""

import re
import types

import pytest

from accounts import PUBLIC, Visitor, invited, staff
from conftest import World
from document import DOCUMENT, follow
from examples import NO_ID
from fairkit import Client, command
from kits import kit_code, photo
from people import API, PROFILES, House, Member
from who_may import BODIES, lines

STREAMS = (f"{API}/alerts/stream", f"{API}/notices/stream")


class Asker:
    """A client in a role, and what it may see about each person."""

    def __init__(self, column, client, people, sees):
        self.column, self.client, self.people, self.sees = column, client, people, sees
        self.has_key = "X-API-Key" in client.headers
        # No one helps with what a key is refused.
        client.socket = None

    def may_see(self, person):
        relations = [relation for relation, one in self.people.items() if one is person]
        return self.sees.get(relations[0] if relations else "other", set())


class Asking:
    """One line, sent about one person; with None, all names are unknown. What was made for an asker before stays in `kept` until it has changed."""

    def __init__(self, method, path, asker, person, kept=None):
        self.asker, self.person, self.made, self.kept = asker, person, {}, {} if kept is None else kept
        self.method, self.path = method, self.filled(path)
        body = BODIES.get(f"{method} {path}", sample(method, path))
        if body and (method, path) in PROVED:
            body = {name: value for name, value in body.items() if name not in ("password", "code")}
        if path == "/test-kits/scan":
            self.content = {"files": {"photo": ("a.jpg", photo(kit_code()), "image/jpeg")}}
        elif path.endswith("/batch") and path != "/batch":
            self.content = {"content": b"", "headers": {"content-type": "application/x-ndjson"}}
        else:
            self.content = {} if body is None else {"json": {name: self.filled(value) for name, value in body.items()}}
        # An answer may say again what it was asked.
        self.said = f"{self.path} {self.content.get('json')}"
        if person and method == "PATCH" and path.startswith("/profiles"):
            version = person.house.administrator.get(f"{PROFILES}/{person.profile}").headers.get("etag", '"1"')
            self.content["headers"] = {"if-match": version}
        changed = method in ("PATCH", "PUT") and path in ("/teams/{team}", "/teams/{team}/shifts")
        if changed or method != "GET" and path.startswith("/programmes/"):
            self.content["headers"] = {"if-match": "*"}

    def filled(self, value):
        """With things instead of their names."""
        if isinstance(value, list):
            return [self.filled(item) for item in value]
        if isinstance(value, dict):
            return {name: self.filled(item) for name, item in value.items()}
        if not isinstance(value, str):
            return value
        return re.sub(r"\{([a-z-]+)\}", lambda found: self.thing(found[1]), value)

    def thing(self, name):
        if name == "step":
            return {"patient": "mailed", "clinician": "mailed", "by-key": "mailed"}.get(self.asker.column, "received")
        if name not in self.made:
            if self.person and (self.person, name) not in self.kept:
                self.kept[self.person, name] = self.person.make(name)
            self.made[name] = self.kept[self.person, name] if self.person else NO_ID
        return self.made[name]

    def sent(self, **more):
        path = address(self.path)
        if path in STREAMS:
            with Client(self.asker.client.base_url.netloc.decode()) as client:
                headers = {name: text for name, text in self.asker.client.headers.items() if name in ("x-api-key", "authorization")}
                with client.stream("GET", path, headers={**headers, **more}) as response:
                    if response.status_code == 200:
                        # The stream never ends; `test_streams.py` checks its content.
                        return types.SimpleNamespace(status_code=200, text="", headers=response.headers)
                    response.read()
                    return response
        headers = {**self.content.get("headers", {}), **more}
        return self.asker.client.request(self.method, path, **{**self.content, "headers": headers})


def address(path):
    return path if path.startswith("/shared/results") or path.split("/")[1].split("?")[0] in ("", "health", "openapi.yaml", "docs", "account", "alert", ".well-known", "metrics", "calendar") else API + path


def route(method, path):
    """With the names in braces left out, since the document has its own, and with any page of the documentation for all of them."""
    path = re.sub(r"^/docs/[a-z.-]+$", "/docs/{}", address(path).split("?")[0])
    return f"{method} {re.sub('{[^}]*}', '{}', path)}"


def operations():
    return {f"{method.upper()} {path}": operation for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items() if method in ("get", "post", "put", "patch", "delete")}  # fmt: skip


SAMPLES = {}


for name, operation in operations().items():
    kinds = operation.get("requestBody", {}).get("content", {})
    content = kinds.get("application/json", kinds.get("application/merge-patch+json", {}))
    for example in list(content.get("examples", {}).values())[:1]:
        SAMPLES[re.sub("{[^}]*}", "{}", name)] = follow(example)["value"]


def sample(method, path):
    return SAMPLES.get(route(method, path))


PROVED = {(method, path) for method, path, cells in lines() if cells["administrator"] == ["proof"]}
EVERYTHING = {"name", "contact", "profile", "kit", "result", "level", "alert"}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """Two tenants, and in the first of them a signed-in user in each role, and machines with keys."""
    channels = tmp_path_factory.mktemp("who-may-channels") / "channels.json"
    channels.write_text('{"slack": {}}')
    world = World(template, tmp_path_factory.mktemp("who-may") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_CHANNELS=channels,
        FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_KEY="off", FAIRKIT_RATE_ACCOUNT="off", FAIRKIT_RATE_ADDRESS="off")  # fmt: skip
    # Patients are told of a critical level at once.
    steps = [{"afterSeconds": 0, "tell": ["patient", "operator"]}, {"afterSeconds": 600, "tell": ["care", "operator"], "repeatSeconds": 3600}]
    world.administrator.ask(200, "PUT", f"{API}/escalation-policies/0", json={"steps": steps})
    here = House(world, None, world.keys["administrator"], "here")
    away = House(world, "siaya", command("tenant", "create", "siaya", "--data", world.store.path).stdout.strip(), "away")
    ada = Member(here, "ada", 131.7, here.laboratory)
    ben = Member(here, "ben", 141.9, here.second_laboratory)
    eve = Member(here, "eve", 151.3, here.second_laboratory)
    # Askers with a key and those with an account erase people, each others.
    fay = Member(here, "fay", 171.3, here.second_laboratory)
    zuri = Member(away, "zuri", 161.9, away.laboratory)
    doctor = staff(world, "clinician", "wanjiru@here.example")
    here.administrator.ask(201, "POST", f"{API}/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": ada.profile})
    laboratory = staff(world, "laboratory", "lab@here.example", None, "--laboratory", "Nairobi")
    visitor, _, _ = invited(world, "coordinator", "partner@here.example")
    coordinator = Visitor(world, visitor.login("partner@here.example").json())
    administrator = staff(world, "administrator", "grace@here.example")

    machines, people = {"other": fay, "away": zuri}, {"other": ben, "away": zuri}
    own = {"own": EVERYTHING}
    # The events of alerts hold only ids.
    clinic = {"care": EVERYTHING, "other": {"alert"}}
    # A laboratory knows kits and what it posted, never whose they are.
    posted = {"own": {"kit", "result", "level", "alert"}, "other": {"kit"}}
    # Administrators see who there is and what is done, never a level; the audit log holds the ids of refused requests.
    office = {"other": EVERYTHING - {"level"}, "away": {"profile"}}
    pager = {"other": EVERYTHING - {"name", "contact"}}
    world.askers = [
        Asker("patient", eve.key, {"own": eve, **machines}, own),
        Asker("by-key", here.machine(here.key("clinician")), machines, {"other": EVERYTHING}),
        Asker("laboratory", here.laboratory, {"own": ada, **machines}, posted),
        Asker("administrator", here.machine(world.keys["administrator"]), machines, office),
        Asker("consumer", here.consumer, machines, pager),
        Asker("anonymous", here.machine(None), machines, {}),
        Asker("clinician", doctor.signed_in, {"care": ada, **people}, clinic),
        Asker("laboratory", laboratory.signed_in, {"own": ada, **people}, posted),
        Asker("coordinator", coordinator, people, {}),
        Asker("administrator", administrator.signed_in, people, office),
        Asker("patient", ada.account.signed_in, {"own": ada, **people}, own),
    ]
    world.people = [ada, ben, eve, fay, zuri]
    yield world
    assert world.server.stop() == 0
