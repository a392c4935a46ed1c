"""The log and the metrics of a server, and a walk that fills them."""

import re
import time

import httpx
from prometheus_client.parser import text_string_to_metric_families

from conftest import OTHER_PERSON, PERSON
from fairkit import PLAIN, problem
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


def metrics_address(server):
    """Its line may come after that of the API's port."""
    deadline = time.monotonic() + 30
    while not (found := re.search(r"metrics=(127\.0\.0\.1:\d+)", server.log)):
        assert time.monotonic() < deadline, "the log names no address of metrics"
        time.sleep(0.01)
    return found[1]


def scrape(server):
    """The page on the port that needs no key."""
    page = httpx.get(f"http://{metrics_address(server)}/metrics", verify=PLAIN)
    assert page.status_code == 200
    return page.text


def samples(text):
    """The value of every series, by its name and its labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
