"""Every route that takes an idempotency key, and what it is sent."""

import itertools

from conftest import PERSON
from examples import PROFILES, REGISTER, RESULTS, result
from kits import kit_code, photo

KITS = "/api/v1/test-kits"
_keys = itertools.count(1)
ROUTES = ["profile", "batch", "drawn batch", "registration", "photo", "result", "early result", "correction"]


def key():
    return {"Idempotency-Key": f"k-{next(_keys)}"}


def send(client, request, headers):
    method, path, content = request
    return client.request(method, path, headers=headers, **content)


def prepared(world, route):
    """A client, and a request that makes something; called again, one of the same kind with another body."""
    code = kit_code()
    posted = result(reference=f"IDEM-{code}", kitCode=code, level={"value": 820, "unit": "mg/dL"})
    if route in ("result", "correction"):
        world.patient.register(code)
    match route:
        case "profile":
            return world.clinician, ("POST", PROFILES, {"json": {**PERSON, "identifiers": [{"system": "urn:kit", "value": code}]}})
        case "batch":
            return world.administrator, ("POST", KITS, {"json": {"codes": [code, "x", kit_code()], "status": "shipped"}})
        case "drawn batch":
            return world.administrator, ("POST", KITS, {"json": {"count": 2 + int(code[7:17]) % 90}})
        case "registration":
            return world.patient, ("POST", REGISTER, {"json": {"barcode": code}})
        case "photo":
            return world.patient, ("POST", REGISTER, {"files": {"photo": ("kit.jpg", photo(code), "image/jpeg")}})
        case "result" | "early result":
            return world.laboratory, ("POST", RESULTS, {"json": posted})
        case "correction":
            made = world.laboratory.ask(201, "POST", RESULTS, json=posted)
            body = {"reason": f"Decimal misread in {code}", "level": {"value": 910, "unit": "mg/dL"}}
            return world.laboratory, ("POST", f"{RESULTS}/{made['id']}/corrections", {"json": body})


def made(world):
    """How much there is of everything that can be counted over HTTP."""
    versions = [(each["id"], each["version"]) for each in world.laboratory.everything(RESULTS)]
    # How far a level is from the patient's last one depends on what other tests have posted.
    alerts = [alert for alert in world.clinician.everything("/api/v1/alerts") if alert["rule"] != "implausible-jump"]
    return len(alerts), versions, len(world.administrator.everything(KITS))
