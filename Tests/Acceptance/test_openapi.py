"""generated/openapi.yaml against its rules and the server: every route as each role, with data that fits and data that does not."""

import functools
import json
import os
import re
import subprocess
import sys

import jsonschema_rs
import openapi_spec_validator
import pytest

from document import DOCUMENT, OPENAPI, OPERATIONS, TEXT, follow
from fairkit import REPOSITORY, problem
from kits import kit_code, photo
from trials import LONG, tries

ROLES = ("administrator", "clinician", "laboratory", "patient", "consumer")
PROBLEM = "application/problem+json"


def answers(operation):
    return {status: follow(answer) for status, answer in operation["responses"].items()}


def codes(answer):
    code = answer["content"][PROBLEM]["schema"]["properties"]["code"]
    return code.get("enum") or [code["const"]]


def test_the_document_is_openapi():
    openapi_spec_validator.validate(DOCUMENT)


@functools.cache
def validator(schema):
    """Many operations have the same schema, and making a validator takes longer than using it."""
    whole = {"allOf": [json.loads(schema)], "components": DOCUMENT["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def test_every_example_fits_its_schema():
    seen = 0
    for name, (_, _, operation) in OPERATIONS.items():
        contents = [operation.get("requestBody", {}), *answers(operation).values()]
        for kind, media in (pair for content in contents for pair in content.get("content", {}).items()):
            if kind in ("image/jpeg", "application/zip", "application/yaml", "text/calendar", "text/html", "text/css", "text/javascript", "image/svg+xml", "image/png", "image/webp", "image/heic", "application/pdf"):
                continue
            assert media["examples"], (name, kind)
            for example in map(follow, media["examples"].values()):
                validator(json.dumps(media["schema"])).validate(example["value"])
                seen += 1
    assert seen > 200


def test_every_code_is_explained_once_and_answered_with_its_status():
    listed = DOCUMENT["components"]["schemas"]["ProblemCode"]["enum"]
    table = {code: str(about["status"]) for code, about in DOCUMENT["x-errors"].items()}
    assert list(table) == listed
    assert not table.keys() & DOCUMENT["x-local-errors"].keys()
    # Of every address, whatever is at it.
    answered = {"method-not-allowed", "not-by-proxy"}
    for name, (_, _, operation) in OPERATIONS.items():
        for status, answer in answers(operation).items():
            if PROBLEM in answer.get("content", {}):
                for code in codes(answer):
                    assert table[code] == status, (name, code)
                    answered.add(code)
    assert answered == set(listed)
    for code in listed:
        example = DOCUMENT["components"]["examples"][code]["value"]
        assert (example["code"], str(example["status"])) == (code, table[code])


def test_the_texts_are_short_and_plain():
    """A description has two sentences of at most 30 words; what takes more stands in docs/."""
    seen = 0

    def look(node, path):
        nonlocal seen
        if isinstance(node, list):
            for number, each in enumerate(node):
                look(each, [*path, number])
        elif isinstance(node, dict):
            for name, each in node.items():
                if name in ("description", "summary") and isinstance(each, str) and path[-1:] not in (["properties"], ["value"]):
                    seen += 1
                    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z`\[*])", each)
                    assert len(sentences) <= 2, (path, each)
                    assert all(len(sentence.split()) <= 30 for sentence in sentences), (path, each)
                    assert not re.search(r"\b(whoever|nobody|somebody|anybody|the own)\b", each, re.I), (path, each)
                elif name != "value":
                    look(each, [*path, name])

    look(DOCUMENT, [])
    assert seen > 900


def test_the_document_is_served_as_it_is(world):
    assert world.server.client().get("/openapi.yaml").text == TEXT


@pytest.mark.parametrize("name", [name for name, (_, _, operation) in OPERATIONS.items() if "x-scope" in operation])
def test_each_route_wants_the_scope_that_the_document_says(world, other_scope, name):
    method, path, operation = OPERATIONS[name]
    assert operation["x-scope"] in DOCUMENT["x-scopes"]
    role = operation["x-roles"][0]
    client = other_scope(role, operation["x-scope"])
    path = path.format(id="01990000-0000-7000-8000-000000000000", share="01990000-0000-7000-8000-000000000001", name="unknown", number="1", rule="severe-low", band="1", account="01990000-0000-7000-8000-000000000002", override="01990000-0000-7000-8000-000000000003", contact="01990000-0000-7000-8000-000000000004", code="22222222")
    assert problem(client.request(method, path), 403, "scope-missing")["scope"] == operation["x-scope"]


@pytest.fixture(scope="module")
def other_scope(world):
    """A client whose key is of a role, and for something else than a scope."""
    more = {"laboratory": ("--laboratory", "Markerlaboratory One"), "patient": ("--profile", world.profiles["patient"])}
    made = {}

    def client(role, scope):
        other = "photos:scan" if scope != "photos:scan" else "groups:read" if role in ("administrator", "clinician", "consumer") else "kits:read"
        if (role, other) not in made:
            key = world.store.key(role, "Markerkeyname scoped", "--scope", other, *more.get(role, ()))["key"]
            made[role, other] = world.server.client(key)
        return made[role, other]

    return client


@pytest.fixture(scope="module")
def seeded(template, tmp_path_factory):
    """A served store with something behind every id, and those ids."""
    from accounts import patient
    from conftest import World

    # Every request is sent without a key, too, and from one address.
    world = World(template, tmp_path_factory.mktemp("openapi") / "data", FAIRKIT_RATE_ADDRESS="off", FAIRKIT_RATE_SIGN_IN="off")
    code = kit_code()
    unread = world.patient.register(kit_code(), photo())
    kit = world.patient.register(code)
    result = world.laboratory.result(code, 820)
    for value in (150, 40, 900):
        world.laboratory.result(kit_code(), value, status=202)
    alert = world.consumer.everything("/api/v1/alerts")[0]
    # It wants what no rule raises, so nothing is ever sent to the addresses that are made up.
    world.administrator.ask(201, "POST", "/api/v1/alert-groups", json={"name": "hooked", "bands": [3]})
    world.administrator.ask(201, "POST", "/api/v1/teams", json={"name": "default", "timeZone": "UTC"})
    world.ids = {"code": code, "profile": world.profiles["patient"], "kit": kit["id"], "unread": unread["id"], "result": result["id"], "alert": alert["id"]}
    world.ids["laboratory"] = world.administrator.ask(200, "GET", "/api/v1/laboratories")["items"][0]["id"]
    world.ids["account"] = patient(world, "ada@example.org").tokens["accountId"]
    yield world
    assert world.server.stop() == 0


# Their answers have no end; test_streams.py reads them.
ENDLESS = {"streamAlertEvents", "openWebSocket"}
# Its bodies are lines and tables; test_result_batches.py sends them.
LINES = {"recordResults", "reportArrivals"}
# They take a clinician's account only, and there is none here; test_teams.py sends shifts and overrides.
OF_PEOPLE = {"assignCare", "addTeamMember", "setShifts", "addOverride", "handOverShift"}

# It takes a channel that the server has, and this one has none; test_team_contacts.py adds contact points.
OF_CHANNELS = {"addTeamContact"}

CONFIGURATION = """
seed = 20261121
continue-on-failure = true
hooks = "schemathesis_hooks"
request-timeout = 20
base-url = "http://{address}"

[auth.openapi.apiKey]
api_key = "{key}"

[generation]
database = "none"
deterministic = true
allow-x00 = true
# A token that is made up, beside the key, would have everything refused.
with-security-parameters = false

[phases.fuzzing.generation]
max-examples = {examples}
[phases.stateful]
max-steps = 5
[phases.stateful.generation]
max-examples = {examples}
[phases.coverage]
enabled = {coverage}
generate-duplicate-query-parameters = true

[checks]
missing_required_header.expected-statuses = ["401", "403", "428"]

[[operations]]
exclude-operation-id = {allowed}
enabled = false
"""

OPERATION = """
[[operations]]
include-operation-id = "{name}"
parameters = {{ "path.{parameter}" = "{value}" }}
"""


@pytest.mark.parametrize("role", ROLES)
def test_the_server_keeps_what_the_document_promises(seeded, role, tmp_path):
    allowed = [name for name, (_, _, operation) in OPERATIONS.items() if role in operation.get("x-roles", ["administrator"]) and name not in ENDLESS | LINES | OF_PEOPLE | OF_CHANNELS]
    configuration = CONFIGURATION.format(address=seeded.server.address, key=seeded.keys[role], allowed=json.dumps(allowed), examples=tries("FAIRKIT_EXAMPLES", 2), coverage=str(LONG).lower())
    for name in allowed:
        path = OPERATIONS[name][1]
        ids = {"profiles": "profile", "test-kits": "kit", "results": "result", "alerts": "alert", "accounts": "account", "laboratories": "laboratory"}
        place = path.split("/")[3] if "{id}" in path else None
        kind = "unread" if name in ("readKitPhoto", "reviewKit") else ids.get(place)
        if kind:
            configuration += OPERATION.format(name=name, parameter="id", value=seeded.ids[kind])
        elif "{name}" in path:
            configuration += OPERATION.format(name=name, parameter="name", value="hooked" if "/webhook" in path else "spare" if name == "removeTeam" else "default")
        elif "{rule}" in path:
            configuration += OPERATION.format(name=name, parameter="rule", value="severe-low")
        if "{band}" in path:
            configuration += OPERATION.format(name=name, parameter="band", value="1")
    (tmp_path / "schemathesis.toml").write_text(configuration)
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY / "Tests/Acceptance"),
        "FAIRKIT_IDS": json.dumps(seeded.ids),
        "FAIRKIT_ROLE": role,
        "FAIRKIT_KEYS": json.dumps(seeded.keys),
        "FAIRKIT_ADDRESS": f"http://{seeded.server.address}",
    }
    tool = [sys.executable, "-m", "schemathesis.cli", "--config-file", tmp_path / "schemathesis.toml", "run", OPENAPI]
    # Few random texts are addresses of mail.
    tool += ["--suppress-health-check", "filter_too_much"]
    if role in ("administrator", "clinician"):
        # A group that was just made has no webhook, and a person who was just added may hide results from clinicians: this check
        # takes either for a loss.
        tool += ["--exclude-checks", "ensure_resource_availability"]
    if role == "patient":
        # A share that was ended can still be read, which this check takes for one that was not deleted.
        tool += ["--exclude-checks", "use_after_free"]
    done = subprocess.run([*tool, "--no-color", "--checks", "all"], env=surroundings, cwd=tmp_path, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, "\n".join(line[:400] for line in [*done.stdout.splitlines(), *done.stderr.splitlines()])
    assert seeded.server.process.poll() is None
