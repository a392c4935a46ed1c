"""The server's log on stderr identifies each request. test_marks checks that it holds no personal data."""

import re

from conftest import OTHER_PERSON, PERSON
from fairkit import problem
from kits import kit_code, photo

LEVELS = ["823.457", "917.131"]
FOREIGN = "PARCEL-0012345678"


def walk(world):
    """The main job and a number of errors; answers what may not be in the log, and the ids made."""
    typed, pictured, wrong = kit_code(), kit_code(), "FU-KIT-2025110701-Y"
    profile = world.clinician.ask(201, "POST", "/api/v1/profiles", json=PERSON)["id"]
    world.clinician.ask(200, "GET", f"/api/v1/profiles/{profile}")
    world.clinician.ask(404, "GET", f"/api/v1/profiles/{typed}")
    world.patient.register(typed)
    world.patient.register(photo=photo(pictured))
    world.patient.scan(photo(FOREIGN))
    problem(world.patient.post("/api/v1/test-kits/register", json={"barcode": wrong}), 422, "checksum-mismatch")
    problem(world.patient.post("/api/v1/test-kits/register", json={"barcode": typed}), 409, "already-registered")
    problem(world.patient.post("/api/v1/test-kits/register", files={"photo": ("Markerfilename.jpg", photo(typed, pictured))}), 422, "several-kits")
    result = world.laboratory.result(typed, 823.457, genotype="ZZ", reference="Markerreference-9")
    world.laboratory.ask(201, "POST", f"/api/v1/results/{result['id']}/corrections", json={"reason": "Markerreason-9", "level": {"value": 917.131, "unit": "mg/dL"}})
    world.laboratory.result(pictured, 823.457, status=409, reference="Markerreference-9")
    world.clinician.ask(200, "GET", "/api/v1/results", params={"patientId": world.profiles["patient"], "from": "2026-01-01"})
    world.patient.ask(200, "GET", f"/api/v1/results/{result['id']}")
    item = world.consumer.claim(consumer="Markerconsumer-9")[0]
    world.consumer.ack(item["token"])
    world.consumer.ask(200, "GET", f"/api/v1/alerts/{item['alertId']}")
    problem(world.server.client("fk_Markerkey-that-is-wrong").get("/api/v1/results"), 401, "unauthenticated")
    problem(world.clinician.post("/api/v1/profiles", content=b'{"name":{"given":"Markerbroken', headers={"content-type": "application/json"}), 400, "malformed-json")
    texts = [*PERSON["name"].values(), *PERSON["contact"].values(), PERSON["identifiers"][0]["value"], *OTHER_PERSON["name"].values(), PERSON["birthDate"]]
    texts += [text for code in (typed, pictured, wrong) for text in (code, code[7:17])] + LEVELS + [FOREIGN, "PARCEL", "Marker", item["token"]]
    texts += [*world.keys.values(), *(key[3:] for key in world.keys.values()), world.store.master.read_text().strip(), world.store.unwrapped().hex()]
    return texts, [profile, result["id"], item["alertId"]]


def test_every_request_has_an_id_and_its_routes_pattern(fresh):
    _, ids = walk(fresh)
    assert fresh.server.stop() == 0
    log = fresh.server.log
    requests = [line for line in log.splitlines() if re.search(r"\bstatus=\d{3}\b", line)]
    assert len(requests) == 19
    for line in requests:
        assert re.search(r"request[-_.]?(id)?=\S+|\.id=\S+", line), line
    for pattern in ("/api/v1/profiles", "/api/v1/test-kits/register", "/api/v1/test-kits/scan", "/api/v1/results", "/api/v1/alert-groups"):
        assert any(pattern in line for line in requests), pattern
    for part in ("results", "profiles", "alerts"):
        assert any(re.search(rf"/api/v1/{part}/(\{{id\}}|:id)", line) for line in requests), part
        assert not any(f"/{part}/{id}" in log for id in ids), "a request's own path is in the log"
    identities = [re.search(r"(?:request[-_.]?(?:id)?|\.id)=(\S+)", line)[1] for line in requests]
    assert len(set(identities)) == len(identities), "two requests have one id"
