"""Every route in every role, about their own record, people in care, other people, and people of another tenant, as `who_may.py` lists."""

import re
import types

import pytest

from conftest import World
from fairkit import Client, command, problem
from kits import kit_code, photo
from people import API, PROFILES, House, Member
from test_commands import local
from test_errors import NO_ID
from test_openapi import DOCUMENT, follow
from test_sign_in import PUBLIC, Visitor, invited, staff
from who_may import BODIES, PERSONAL, lines

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
    """One line, sent about one person; with None, all names are unknown."""

    def __init__(self, method, path, asker, person):
        self.asker, self.person, self.made = asker, person, {}
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
        if method in ("PATCH", "PUT") and path in ("/teams/{team}", "/teams/{team}/shifts"):
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
            self.made[name] = self.person.make(name) if self.person else NO_ID
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
# They say 401 of what is sent to them.
OPEN = {("POST", f"/auth/{call}") for call in ("login", "refresh", "mfa/setup", "mfa/verify")}

# The data in a response, for readers who may see it.
SHOWS = {
    "GET /profiles/{profile}": {"name", "contact", "profile"},
    "GET /profiles?limit=100": {"name", "profile"},
    "POST /profiles/search": {"name", "contact"},
    "GET /test-kits/{kit}": {"kit", "profile"},
    "POST /test-kits/search": {"kit", "profile"},
    "GET /results": {"result", "level", "profile"},
    "GET /results/{result}": {"result", "level", "profile"},
    "GET /alerts/{alert}": {"alert", "level", "profile"},
    "GET /accounts/{account}": {"contact"},
}
# The data for a holder of a link and its PIN.
LINKED = {"name", "result", "level"}
EVERYTHING = {"name", "contact", "profile", "kit", "result", "level", "alert"}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """Two tenants, and in the first of them a signed-in user in each role, and machines with keys."""
    channels = tmp_path_factory.mktemp("who-may-channels") / "channels.json"
    channels.write_text('{"slack": {}}')
    world = World(template, tmp_path_factory.mktemp("who-may") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_CHANNELS=channels,
        FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_KEY="off", FAIRKIT_RATE_ACCOUNT="off", FAIRKIT_RATE_ADDRESS="off")  # fmt: skip
    # Patients are told of a critical level at once.
    steps = [{"afterSeconds": 0, "tell": ["patient", "operator"]}, {"afterSeconds": 3600, "tell": ["operator"], "repeatSeconds": 3600}]
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


def test_every_route_has_a_line():
    table, document = {route(method, path) for method, path, _ in lines()}, {re.sub("{[^}]*}", "{}", name) for name in operations()}
    assert table - document == set(), "not served"
    assert document - table == set(), "without a line"


def test_the_document_names_the_roles_whose_keys_a_line_lets_in():
    """Accounts and keys get the same responses, except where the table has separate columns."""
    columns = {"administrator": "administrator", "clinician": "by-key", "laboratory": "laboratory", "patient": "patient", "consumer": "consumer"}
    document = {re.sub("{[^}]*}", "{}", name): set(operation["x-roles"]) for name, operation in operations().items() if "x-roles" in operation}
    said = {(route(method, path), role) for method, path, cells in lines() for role, column in columns.items() if cells[column] != ["403"]}
    assert len(document) > 60
    for name, roles in document.items():
        assert {role for line, role in said if line == name} == roles, name


def test_what_lets_in_at_one_tenant_lets_in_at_no_other(town):
    for method, path, cells in lines():
        if cells["anonymous"] == ["401"] and (method, path) not in OPEN:
            for asker in town.askers:
                response = Asking(method, path, asker, None).sent(**{"x-tenant-id": "siaya"})
                assert response.status_code == 401, (method, path, asker.column, response.text)


def test_no_key_or_a_wrong_one_opens_nothing(town):
    good = town.keys["clinician"]
    for key in (None, "", "nonsense", "fk_", "fk_" + "A" * 43, good[:-2], good + "A"):
        stranger = Asker("anonymous", town.server.client(key), {}, {})
        for method, path, cells in lines():
            if cells["anonymous"] == ["401"] and (method, path) not in OPEN:
                response = Asking(method, path, stranger, None).sent()
                problem(response, 401, "unauthenticated")
                assert response.headers["www-authenticate"] == "ApiKey, Bearer" and (key or "fk_") not in response.text


def test_the_role_is_checked_before_the_body(town):
    for method, path, cells in lines():
        for asker in town.askers:
            # What people do with their own account is for no role, and receipts are for providers.
            if cells[asker.column] == ["403"] != cells["anonymous"] and not path.startswith(PERSONAL):
                asking = Asking(method, path, asker, None)
                response = asker.client.request(method, address(asking.path))
                assert response.status_code == 403 and response.json()["code"] == "forbidden", (method, path, asker.column, response.text)


def test_a_coordinator_for_whom_the_machine_speaks_gets_figures_and_news_alone(town):
    with local(town.store, "coordinator") as client:
        coordinator, told = Asker("coordinator", client, {}, {}), []
        for method, path, cells in lines():
            if cells["anonymous"] == ["401"] and not path.startswith(PERSONAL):
                asking = Asking(method, path, coordinator, None)
                response = client.request(method, address(asking.path))
                told += [path] if response.status_code != 403 else []
        # Each request of a batch is refused by itself.
        assert told == ["/batch", "/figures?from=2026-01&to=2026-02", "/news", "/news", "/news/{news}", "/news/{made-news}/withdraw"]


def test_each_line_is_answered_as_it_says(town):
    wrong = []
    for method, path, cells in lines():
        for asker in town.askers:
            column = "by-key" if path.startswith(PERSONAL) and asker.has_key else asker.column
            statuses = cells[column] * (len(asker.people) if len(cells[column]) == 1 else 1)
            statuses = [("403" if asker.has_key else "422") if status == "proof" else status for status in statuses]
            # The own comes last: it is erased in the end.
            for (relation, person), status in reversed(list(zip(asker.people.items(), statuses, strict=True))):
                if "-" in (status, cells[asker.column][0]):
                    continue
                asking = Asking(method, path, asker, person)
                response = asking.sent()
                faults = list(told(response, asking, asker, town.people))
                if response.status_code != int(status):
                    faults.append(f"{response.status_code} and not {status}: {response.text[:150]}")
                elif response.status_code == 200 and f"{method} {path}" in SHOWS:
                    # The list of people shows those of its own tenant.
                    faults += missing(response, asker, town.people[0] if path.startswith("/profiles?") else person, SHOWS[f"{method} {path}"])
                who = f"{asker.column} ({'key' if asker.has_key else 'account'}), {relation}"
                wrong += [f"{method} {path} {who}: {fault}" for fault in faults]
                if not asking.made:
                    break
    assert not wrong, "\n".join(wrong)


def told(response, asking, asker, people):
    """The data in a response and its headers that its reader may not see. In a refusal, that is all data about any person."""
    text = response.text + str(response.headers)
    refused = response.status_code >= 400
    for person in people:
        for kind, marks in person.marks.items():
            is_linked = asking.path == "/shared" and person is asking.person and kind in LINKED
            # An emergency names the person whom it found.
            is_linked |= (asking.method, asking.path) == ("POST", "/break-glass") and person is asking.person and kind == "profile"
            if refused or not (is_linked or kind in asker.may_see(person)):
                yield from (f"tells {kind} {mark}" for mark in marks if mark in text and (refused or mark not in asking.said))


def missing(response, asker, person, kinds):
    """The data that a response lacks although its reader may see it: without this, empty responses would pass."""
    for kind in kinds & asker.may_see(person):
        if not any(mark in response.text for mark in person.marks[kind]):
            yield f"does not tell {kind}"
