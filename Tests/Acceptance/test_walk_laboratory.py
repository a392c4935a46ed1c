"""A laboratory's developer, from nothing to a corrected result, by the document alone: what it names is called as it says, with its own
examples, and every answer is held against it and looked at."""

import copy
import datetime
import json

import pytest
import yaml

from accounts import fits
from conftest import World
from document import follow
from fairkit import Client, command, problem
from kits import kit_code


class Developer:
    """A developer with an address, a key, and the document that the server provides."""

    def __init__(self, address, key=None):
        self.client = Client(address, key)
        self.client.event_hooks = {"response": [fits]}
        self.document = yaml.load(self.client.get("/openapi.yaml").text, Loader=yaml.CSafeLoader)
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
            if isinstance(operation, dict) and "operationId" in operation
        }

    def example(self, name, which=None):
        """The body that the document shows first, or under a name; one's own to change."""
        examples = self.operations[name][2]["requestBody"]["content"]["application/json"]["examples"]
        return copy.deepcopy(follow(examples[which] if which else next(iter(examples.values())))["value"])

    def call(self, name, body=None, status=None, headers=None, **parameters):
        """Calls an operation by its name in the document. What is no part of its path is a parameter, which the document has to have."""
        method, path, operation = self.operations[name]
        known = {follow(parameter)["name"] for parameter in operation.get("parameters", [])}
        for parameter in list(parameters):
            if "{%s}" % parameter in path:
                path = path.replace("{%s}" % parameter, parameters.pop(parameter))
        assert set(parameters) <= known, f"{name} has no parameter {set(parameters) - known}"
        content = {} if body is None else {"json": body}
        response = self.client.request(method, path, params=parameters, headers=headers or {}, **content)
        assert str(response.status_code) in operation["responses"], f"{name} is not said to answer {response.status_code}"
        assert status is None or response.status_code == status, response.text
        return response

    def done(self, name, body=None, status=200, **more):
        return self.call(name, body, status, **more).json()

    def refused(self, name, body, status, code, **more):
        return problem(self.call(name, body, status, **more), status, code)


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("walk") / "data")
    yield world
    assert world.server.stop() == 0


@pytest.fixture(scope="module")
def developer(world):
    """The key that the laboratory was handed: made by a command, shown once."""
    line = ["key", "create", "--data", world.store.path, "--role", "laboratory", "--laboratory", "Nairobi Central", "--name", "analyser", "--json"]
    return Developer(world.server.address, json.loads(command(*line).stdout)["key"])


def today(offset=0):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=offset)).isoformat()


def result(developer, code, value=150, **more):
    """The document's least result, as one's own."""
    body = developer.example("recordResult", "least")
    body.update(reference=f"NC-{code[7:17]}", kitCode=code, testDate=today(), level={**body["level"], "value": value})
    return {**body, **more}


def pointers(refusal):
    return sorted(error["pointer"] for error in refusal["errors"])


def test_the_document_is_there_before_there_is_a_key(world):
    stranger = Developer(world.server.address)
    assert stranger.client.get("/docs").headers["content-type"].startswith("text/html")
    assert {"recordResult", "correctResult", "listResults", "reportArrival"} <= set(stranger.operations)
    refusal = stranger.refused("listResults", None, 401, "unauthenticated")
    assert "X-API-Key" in refusal["detail"], "it says what to send"


def test_the_first_list_is_empty_and_what_the_role_may_not_do_is_said(developer):
    assert developer.done("listResults") == {"items": []}
    assert developer.refused("listAlerts", None, 403, "forbidden")["detail"]
    # What no document describes.
    response = Client(developer.client.base_url.netloc.decode(), developer.client.headers["x-api-key"]).delete("/api/v1/results")
    assert response.status_code == 405 and {"GET", "POST"} <= set(response.headers["allow"].split(", ")), response.headers
    refusal = problem(developer.client.post("/api/v1/results", content="reference=N-1", headers={"content-type": "text/plain"}), 415, "unsupported-media-type")
    assert "application/json" in refusal["detail"]


def test_a_body_with_many_faults_is_mended_in_two_steps(developer):
    assert pointers(developer.refused("recordResult", {}, 422, "invalid")) == ["/kitCode", "/level", "/reference", "/testDate"]
    body = {"reference": "", "kitCode": "FU-KIT-4233274040-0", "testDate": "25.11.2026", "level": {"value": "150", "unit": "mg/l"}, "genotype": "?"}
    refusal = developer.refused("recordResult", body, 422, "invalid")
    told = {error["pointer"]: error["detail"] for error in refusal["errors"]}
    assert sorted(told) == ["/genotype", "/kitCode", "/level/unit", "/level/value", "/reference", "/testDate"]
    assert told["/kitCode"] == "Check the last character: it is the letter O."
    assert "mg/dL" in told["/level/unit"] and "YYYY-MM-DD" in told["/testDate"] and "number" in told["/level/value"]
    body.update(reference="FIRST", kitCode="FU-KIT-4233274040-O", testDate=today(), level={"value": 150, "unit": "mg/dL"}, genotype="MM")
    assert developer.done("recordResult", body, 202)["flag"] == "N"


def test_a_result_is_posted_once_however_often_it_is_sent(developer):
    body = result(developer, kit_code(), 142)
    posted = developer.call("recordResult", body, 202)
    assert posted.headers["location"] == f"/api/v1/results/{posted.json()['id']}"
    assert developer.client.get(posted.headers["location"]).json()["id"] == posted.json()["id"]
    assert developer.done("recordResult", body) == posted.json(), "the same again is the first answer"
    refusal = developer.refused("recordResult", {**body, "level": {"value": 143, "unit": "mg/dL"}}, 409, "reference-taken")
    assert refusal["fields"] == ["level"] and "correction" in refusal["detail"]
    key = {"Idempotency-Key": "5b0c6e0e-1"}
    other = result(developer, kit_code())
    first = developer.call("recordResult", other, 202, headers=key)
    again = developer.call("recordResult", other, 202, headers=key)
    assert again.json() == first.json() and again.headers["idempotency-replayed"] == "true"
    developer.refused("recordResult", result(developer, kit_code()), 422, "idempotency-key-reused", headers=key)


def test_a_sample_without_a_registration_is_received_and_its_result_found_again(developer, world):
    code = kit_code()
    arrival = developer.example("reportArrival", "received")
    kit = developer.done("reportArrival", {**arrival, "kitCode": code})
    assert (kit["status"], kit["nextStatuses"]) == ("received", ["processing", "rejected"]) and "profileId" not in kit
    posted = developer.done("recordResult", result(developer, code, 95), 202)
    assert posted["matched"] is False and posted["flag"] == "L"
    # The developer has kept neither id.
    for by in ({"reference": posted["reference"]}, {"kitCode": code}):
        assert [found["id"] for found in developer.done("listResults", **by)["items"]] == [posted["id"]]
    assert developer.done("findKit", {"kitCode": code})["id"] == kit["id"]
    # A patient registers it now, and the laboratory confirms that it is the same kit.
    world.patient.register(code)
    assert developer.done("readKit", id=kit["id"])["needsReview"] is True
    assert developer.done("reviewKit", id=kit["id"])["status"] == "resulted"
    assert developer.done("readResult", id=posted["id"])["matched"] is True
    assert world.patient.ask(200, "GET", f"/api/v1/results/{posted['id']}")["flag"] == "L"


def test_a_sample_that_cant_be_used_is_rejected_with_its_reason(developer):
    body = {**developer.example("reportArrival", "rejected"), "kitCode": kit_code()}
    assert pointers(developer.refused("reportArrival", {key: value for key, value in body.items() if key != "reason"}, 422, "invalid")) == ["/reason"]
    kit = developer.done("reportArrival", body)
    assert kit["status"] == "rejected" and kit["history"][-1]["reason"] == body["reason"]
    refusal = developer.refused("reportArrival", {**body, "status": "processing"}, 409, "illegal-step")
    assert refusal["legal"] == [] and "rejected" in refusal["detail"]


def test_preliminary_final_corrected(developer, world):
    code = kit_code()
    world.patient.register(code)
    posted = developer.done("recordResult", result(developer, code, 120, status="preliminary"), 201)
    assert (posted["status"], posted["version"]) == ("preliminary", 1)
    final = developer.done("correctResult", developer.example("correctResult", "final"), 201, id=posted["id"])
    assert (final["status"], final["version"]) == ("final", 2)
    # A colleague has read version 1: no version is overwritten.
    body = developer.example("correctResult", "level")
    refusal = developer.refused("correctResult", body, 412, "version-mismatch", id=posted["id"], headers={"If-Match": '"1"'})
    assert refusal["version"] == 2
    tag = developer.call("readResult", id=posted["id"]).headers["etag"]
    assert tag == '"2"'
    corrected = developer.done("correctResult", body, 201, id=posted["id"], headers={"If-Match": tag})
    assert (corrected["status"], corrected["version"], corrected["level"]["value"], corrected["flag"]) == ("corrected", 3, 82, "L")
    assert corrected["reason"] == body["reason"]
    whole = developer.done("readResult", id=posted["id"])
    assert [(version["version"], version["status"], version["level"]["value"]) for version in whole["versions"]] == [
        (1, "preliminary", 120), (2, "final", 120), (3, "corrected", 82)]  # fmt: skip
    assert pointers(developer.refused("correctResult", {"level": {"value": 83, "unit": "mg/dL"}}, 422, "invalid", id=posted["id"])) == ["/reason"]
    withdrawn = developer.done("correctResult", developer.example("correctResult", "withdrawn"), 201, id=posted["id"])
    assert withdrawn["status"] == "entered-in-error"
    developer.refused("correctResult", body, 409, "result-withdrawn", id=posted["id"])


def test_a_critical_level_alerts_and_its_correction_takes_the_warning_back(developer, world):
    code = kit_code()
    world.patient.register(code)
    posted = developer.done("recordResult", result(developer, code, 820), 201)
    assert posted["flag"] == "HH" and posted["range"] == {"low": 100, "high": 200, "source": "standard", "number": 1}
    alert = world.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")
    assert (alert["band"], alert["state"], alert["payload"]["data"]["testId"]) == (0, "open", posted["id"])
    developer.done("correctResult", {"reason": "Decimal point misplaced", "level": {"value": 82, "unit": "mg/dL"}}, 201, id=posted["id"])
    assert world.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")["state"] == "retracted"


def test_a_date_that_cant_be_right_is_told_and_a_warning_is_not_lost_for_it(developer, world):
    code = kit_code()
    world.patient.register(code)
    refusal = developer.refused("recordResult", result(developer, code, testDate="1979-11-25"), 422, "invalid")
    assert refusal["errors"] == [{"pointer": "/testDate", "detail": "before the patient was born"}]
    held = developer.done("recordResult", result(developer, code, 900, testDate="1979-11-25"), 202)
    assert (held["heldFor"], held["needsVerification"]) == ("date-before-birth", True) and held["alertId"]
    assert [each["id"] for each in developer.done("listResults", held="true")["items"]] == [held["id"]]
    developer.done("correctResult", {"reason": "typed 1979 for 2026", "testDate": today()}, 201, id=held["id"])
    assert "heldFor" not in developer.done("releaseResult", id=held["id"])
    assert world.patient.ask(200, "GET", f"/api/v1/results/{held['id']}")["testDate"] == today()


def test_polling_without_changes_gets_304(developer):
    first = developer.call("listResults", status=200, unmatched="true")
    tag = first.headers["etag"]
    assert developer.call("listResults", status=304, headers={"If-None-Match": tag}, unmatched="true").content == b""
    developer.done("recordResult", result(developer, kit_code()), 202)
    assert developer.call("listResults", status=200, headers={"If-None-Match": tag}, unmatched="true").headers["etag"] != tag


def test_results_of_another_laboratory_are_hidden(developer, world):
    others = world.laboratory.result(kit_code(), status=202)
    developer.refused("readResult", None, 404, "not-found", id=others["id"])
    developer.refused("correctResult", developer.example("correctResult", "level"), 404, "not-found", id=others["id"])
    assert developer.done("listResults", kitCode=others["kitCode"]) == {"items": []}
