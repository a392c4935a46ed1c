"""What a schema can't say, for schemathesis: dates that have come, codes whose check character fits, photos, whole answers.

Only data that is meant to be taken is touched; what is meant to be refused goes out as it was made.
"""

import datetime
import itertools
import json
import os
import re

import jsonschema_rs
import schemathesis
from schemathesis.generation import GenerationMode

from fairkit import Client
from kits import kit_code, photo

IDS = json.loads(os.environ["FAIRKIT_IDS"])
ADDRESS = os.environ["FAIRKIT_ADDRESS"]
KEYS = json.loads(os.environ["FAIRKIT_KEYS"])
ROLE = os.environ["FAIRKIT_ROLE"]
me, laboratory, consumer, administrator = (Client(ADDRESS.removeprefix("http://"), KEYS[role]) for role in (ROLE, "laboratory", "consumer", "administrator"))
# Each role's run has codes of its own: all of them use one store.
numbers = itertools.count(4_000_000_000 + 10_000_000 * sorted(KEYS).index(ROLE))


def new_code():
    return kit_code(next(numbers))


PHOTOS = itertools.cycle([photo(new_code()), photo(format="PNG"), photo(new_code(), new_code())])
keys = itertools.count(1)
addresses = itertools.count(1)

# A body that is a photo is this text until it is sent: schemathesis takes bytes for a body that has to be refused.
PICTURE = "(the bytes of a photo)"
PICTURES = {f"image/{name}": photo(format=format, size=(640, 480)) for name, format in {"jpeg": "JPEG", "png": "PNG", "webp": "WEBP", "heic": "HEIF"}.items()}


@schemathesis.serializer(*PICTURES)
def picture(context, body):
    if body == PICTURE:
        return PICTURES[context.case.media_type]
    return body if isinstance(body, bytes) else str(body).encode("utf-8", "replace")


def unbind(node):
    """A part of a form that is bytes has no type when it is made: bytes are taken for what has to be refused."""
    if isinstance(node, dict):
        if node.get("format") == "binary":
            node.pop("format"), node.pop("type", None)
        for each in node.values():
            unbind(each)
    elif isinstance(node, list):
        for each in node:
            unbind(each)


@schemathesis.hook
def before_load_schema(context, document):
    """Making texts for a pattern that looks ahead takes minutes: what is sent is made without, and `mend_address` does what it looks ahead for.
    Answers are held against the document as it is."""
    unbind(document)
    schemas = document["components"]["schemas"]
    address = {**schemas["MailAddress"], "pattern": schemas["MailAddress"]["pattern"].replace("^(?=[^@]{1,64}@)", "^")}
    for name in ("AddressOnly", "NewRegistration", "EmailChange", "Login", "NewInvitation"):
        schemas[name]["properties"]["email"] = address


def mend_address(body):
    """At most 64 characters before the @."""
    name, at, domain = body["email"].partition("@")
    body["email"] = name[:64].rstrip(".") + at + domain


def is_meant_to_be_taken(case):
    return case.meta is None or case.meta.generation.mode == GenerationMode.POSITIVE


def past(text, first="1800-01-01"):
    """The date, or one in its place that has come."""
    try:
        day = datetime.date.fromisoformat(text)
    except (TypeError, ValueError):
        return text
    within = datetime.date.fromisoformat(first) <= day <= datetime.date.today()
    return text if within else (datetime.date.today() - datetime.timedelta(days=day.toordinal() % 20_000)).isoformat()


def amount(number):
    """At most three decimals."""
    return min(round(number, 3), 999_999.999) if isinstance(number, (int, float)) and not isinstance(number, bool) else number


def mend_findings(body):
    if "testDate" in body:
        body["testDate"] = past(body["testDate"], "1990-01-01")
    for name, members in (("level", ["value"]), ("range", ["low", "high"])):
        if isinstance(body.get(name), dict):
            body[name] = {**body[name], **{member: amount(body[name].get(member)) for member in members}}
    sample = body.get("sample")
    if isinstance(sample, dict):
        body["sample"] = sample = {**sample, **{name: "2026-01-01T00:00:00Z" for name in ("collectedAt", "receivedAt") if sample.get(name)}}
        if isinstance(sample.get("crp"), dict):
            sample["crp"] = {**sample["crp"], "value": amount(sample["crp"]["value"])}
    if isinstance(body.get("range"), dict) and not body["range"]["low"] < body["range"]["high"]:
        body["range"].update(low=1, high=2)
    level = body.get("level")
    if isinstance(level, dict) and level.get("unit") == "umol/L" and not isinstance(body.get("range"), dict):
        body["range"] = {"low": 20, "high": 53}


def mend_beginning(body):
    """A time that has come."""
    if body.get("from"):
        body["from"] = "2026-01-01T00:00:00Z"


def members(schema, document):
    """The names of the members that a value of this schema can have."""
    if "$ref" in schema:
        return members(document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], document)
    parts = [part for kind in ("allOf", "anyOf", "oneOf") for part in schema.get(kind, [])]
    return [*schema.get("properties", {}), *(name for part in parts for name in members(part, document))]


def mend_fields(case):
    """Names of members of this answer; of a list, those of its entries."""
    document = case.operation.schema.raw_schema
    answer = case.operation.definition.raw["responses"]["200"]
    if "$ref" in answer:
        answer = document["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
    schema = answer["content"]["application/json"]["schema"]
    whole = schema["anyOf"][0] if "anyOf" in schema else schema
    while "$ref" in whole:
        whole = document["components"]["schemas"][whole["$ref"].rsplit("/", 1)[1]]
    names = members(whole["properties"]["items"]["items"] if "items" in whole.get("properties", {}) else whole, document)
    asked = [names[len(name) % len(names)] for name in case.query["fields"].split(",")]
    case.query["fields"] = ",".join(asked)


def fresh_token():
    """The token of a delivery that was just claimed, of an alert that was just raised."""
    for _ in range(100):
        laboratory.result(new_code(), 900, status=202)
        # A consumer of its own, whose maxInFlight is not reached by what other requests claimed. One of these may be faster.
        for item in consumer.claim(leaseSeconds=60, consumer=f"{ROLE}-{next(keys)}"):
            return item["token"]
    raise AssertionError("a hundred critical alerts were raised, and the group default hands none out")


def mend(operation, body, is_form):
    if operation == "setCoordinators":
        body["accountIds"] = []  # this store has no coordinator
    if operation in ("createProfile", "changeProfile"):
        if isinstance(body.get("name"), dict):
            body["name"] = {part: text or "A" for part, text in body["name"].items()}
        if "birthDate" in body:
            body["birthDate"] = past(body["birthDate"], "1900-01-01")
        if body.get("timeZone"):
            body["timeZone"] = "Africa/Nairobi"
        if isinstance(body.get("consents"), dict):
            # This store has shown no text.
            body["consents"] = {name: value for name, value in body["consents"].items() if name != "notice"}
    elif operation == "releaseResult":
        # A level is read back with its unit, or not at all.
        if body.get("value") is None or body.get("unit") is None:
            body.pop("value", None), body.pop("unit", None)
    elif operation == "recordResult":
        body["kitCode"] = new_code()
        mend_findings(body)
    elif operation == "correctResult":
        # A result without its level needs a genotype or a phenotype.
        body.pop("withdrawLevel", None)
        mend_findings(body)
        # Only a preliminary result becomes final without one.
        body["reason"] = body.get("reason") or "checked again"
    elif operation == "changeAlertGroup":
        # Other roles' runs claim what is critical from this group afterwards.
        if isinstance(body.get("bands"), list):
            body["bands"] = sorted({0, *body["bands"]})
        body.pop("enabled", None)
        mend_beginning(body)
    elif operation == "reportArrival":
        body["kitCode"] = new_code()
    elif operation == "correctKitCode":
        body["kitCode"] = new_code()
        body.pop("secret", None)
    elif operation == "setWebhook":
        body["url"] = "https://hooks.example.org/fairkit"
    elif operation == "findProfiles":
        # Three letters, and a cursor of this list.
        if body.get("text") is not None:
            body["text"] = f"oti {'ada' if len(body['text']) % 2 else '1980'}"
        body.pop("cursor", None)
    elif operation == "findKit":
        body["kitCode"] = new_code() if len(body["kitCode"]) % 2 else IDS["code"]
    elif operation == "registerKit":
        if "barcode" in body:
            body["barcode"] = new_code()
        if is_form and "photo" in body:
            body["photo"] = photo(body["barcode"] if "barcode" in body else new_code())
        if body.get("profileId") or ROLE != "patient":
            body["profileId"] = IDS["profile"]
    elif operation == "scanPhoto":
        body["photo"] = next(PHOTOS)
    elif operation == "claimAlerts" and body.get("wait"):
        body["wait"] = 0
    elif operation in ("deliverAlert", "extendLease", "releaseDelivery"):
        if isinstance(body.get("tokens"), list):
            body["tokens"] = [fresh_token() for _ in body["tokens"][:3]]
        else:
            body["token"] = fresh_token()
    elif operation == "shareResults":
        # This store has no accounts.
        if isinstance(body.get("with"), dict):
            body["with"] = {"email": "sister@example.org"}
            # Ten a day are the most.
            if next(addresses) > 8:
                body.update({"with": None, "link": True, "pin": "314159"})
        if body.get("expiresAt"):
            body["expiresAt"] = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    elif operation in ("openShare", "replayDeliveries"):
        body.pop("cursor", None)
    elif operation in ("createTeam", "changeTeam"):
        if "name" in body:
            body["name"] = f"team-{next(keys)}"
        if body.get("timeZone"):
            body["timeZone"] = "Africa/Nairobi"
    elif operation == "setEscalationPolicy":
        # Times rise, the first step tells someone who can acknowledge, and the last one alone repeats.
        for place, step in enumerate(body["steps"]):
            step["afterSeconds"] = 60 * place
            step.pop("repeatSeconds", None)
        body["steps"][0]["tell"] = ["care"]
        body["steps"][-1].update(tell=["care", "operator"], repeatSeconds=900)
    elif operation == "changeSettings":
        if isinstance(body.get("jumpFactors"), dict):
            body["jumpFactors"] = {unit: amount(factor) for unit, factor in body["jumpFactors"].items()}
        if isinstance(body.get("consentNotice"), dict):
            body["consentNotice"] = {"text": "We keep your results.", "url": "https://clinic.example.org/privacy"}
        if isinstance(body.get("consentNotices"), dict):
            body["consentNotices"] = {"es": {"text": "Guardamos sus resultados.", "url": "https://clinic.example.org/es"}}
    elif operation == "publishNews":
        if body.get("link"):
            body["link"] = "https://studies.example.org/breathing"
    elif operation == "addReferenceRange":
        # No result of today is judged by it: other roles' runs want what is critical by the ranges that came with FairKit.
        body.update(validFrom="2090-01-01", **{"mg/dL": {"low": 93, "high": 251}, "g/L": {"low": 0.9, "high": 2.5}}.get(body["unit"], {"low": 20, "high": 53}))
        if body.get("criticalMultiple") is not None:
            body["criticalMultiple"] = min(amount(body["criticalMultiple"]), 10)
        if body.get("severeLimit") is not None:
            body["severeLimit"] = min(amount(body["severeLimit"]), body["low"])
        if body.get("laboratory"):
            body["laboratory"] = "Markerlaboratory One"
        if body.get("fromAge") is not None and body.get("toAge") is not None and not body["fromAge"] < body["toAge"]:
            body.update(fromAge=18, toAge=65)
    elif operation == "endReferenceRange":
        body["on"] = "2099-01-01"
    elif operation == "setNextTest":
        if body.get("date"):
            body["date"] = (datetime.date.today() + datetime.timedelta(days=30)).isoformat()
    elif operation == "createAlertGroup":
        body["name"] = f"group-{next(keys)}"
        mend_beginning(body)
    elif operation == "signIn":
        # Five failures would lock an address.
        body["email"] = f"person-{next(keys)}@example.org"
    elif operation == "issueKits":
        if body.get("laboratory"):
            body["laboratory"] = "Markerlaboratory One"
        if body.get("useBy"):
            body["useBy"] = (datetime.date.today() + datetime.timedelta(days=500)).isoformat()
        if body.get("issuedOn"):
            body["issuedOn"] = past(body["issuedOn"], "2000-01-01")
    elif operation == "assignKit":
        if body["laboratory"] is not None:
            body["laboratory"] = "Markerlaboratory One"
    elif operation == "changeKitStatus":
        if body["status"] != "shipped":
            body.pop("profileId", None)
        elif body.get("profileId"):
            body["profileId"] = IDS["profile"]
        if body["status"] not in ("shipped", "mailed"):
            body.pop("carrier", None)
            body.pop("trackingNumber", None)
    elif operation in ("createKey", "rotateKey"):
        # One of them says when a key ends, and a scope has to be one of the role's.
        for name in ("expiresAt", "expiresInSeconds", "scopes"):
            body.pop(name, None)
        if body.get("role"):
            body.pop("profileId", None)
            body.pop("laboratory", None)
            body.update({"patient": {"profileId": IDS["profile"]}, "laboratory": {"laboratory": "Markerlaboratory One"}}.get(body["role"], {}))
    elif operation in ("register", "forgetPassword", "changeEmail"):
        mend_address(body)
    elif operation == "invitePerson":
        mend_address(body)
        if body["role"] == "patient":
            body["profileId"] = IDS["profile"]
        if body["role"] == "laboratory":
            body["laboratory"] = "Markerlaboratory One"


def mend_erasure(case):
    """Erases a person who was just added: all others are still needed. Of two codes, one is sent."""
    case.body.pop("backupCode", None)
    person = {"name": {"given": "Nobody", "family": "Nobody"}, "birthDate": "1980-02-29"}
    case.path_parameters["id"] = case.body["confirm"] = administrator.ask(201, "POST", "/api/v1/profiles", json=person)["id"]


def mend_version(case):
    """The version in force: what is tested is the rest of the request."""
    if case.headers and re.fullmatch(r'"\d+"', str(case.headers.get("If-Match", ""))):
        answer = me.get(case.formatted_path.removesuffix("/corrections").removesuffix("/release").removesuffix("/targets").removesuffix("/coordinators").removesuffix("/join-code"))
        if answer.status_code == 200:
            case.headers["If-Match"] = answer.headers["ETag"]


@schemathesis.hook
def before_call(context, case, kwargs):
    if not is_meant_to_be_taken(case):
        mend_version(case)
        # What is refused is refused at once; a wait that is taken must not hold up the test.
        if isinstance(case.body, dict) and case.operation.definition.raw["operationId"] == "claimAlerts" and case.body.get("wait") in range(31):
            case.body["wait"] = 0
        return
    # No number that was never given is taken.
    if case.operation.definition.raw["operationId"] in ("listAlertEvents", "streamAlertEvents") and "after" in (case.query or {}):
        case.query["after"] = 0
    if case.query and "cursor" in case.query:
        del case.query["cursor"]
    if case.query and "kitCode" in case.query:
        case.query["kitCode"] = IDS["code"]
    if case.query and "fields" in case.query:
        mend_fields(case)
    if case.query and case.operation.definition.raw["operationId"] == "listProfiles" and ROLE == "administrator":
        case.query.pop("openAlerts", None)
    if case.query and case.operation.definition.raw["operationId"] == "listAlerts" and case.query.get("state") not in (None, "open", "acknowledged"):
        case.query.pop("sort", None)
    if case.query and case.operation.definition.raw["operationId"] in ("listResults", "listResultsAsCSV") and "unit" not in case.query:
        # Levels are compared within one unit.
        compares = case.query.get("sort") in ("highest", "lowest") or {"levelFrom", "levelTo"} & set(case.query)
        case.query = {**case.query, **({"unit": "mg/dL"} if compares else {})}
    if case.query and case.operation.definition.raw["operationId"] in ("readFigures", "readProgrammeFigures"):
        # Days that there are, in order.
        case.query = {name: value for name, value in case.query.items() if name != "period"}
    if case.query and case.operation.definition.raw["operationId"] in ("readOnCall", "readCalendar"):
        # Times in order, and not too far from each other.
        case.query = {name: value for name, value in case.query.items() if name not in ("at", "from", "until")}
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = f"key-{next(keys)}"
    if case.headers and "If-Match" in case.headers and not re.fullmatch(r'\*|"\d+"', str(case.headers["If-Match"])):
        case.headers["If-Match"] = "*"
    mend_version(case)
    if case.operation.definition.raw["operationId"] in ("setProfilePhoto", "setLogo"):
        case.body = PICTURE
    if isinstance(case.body, dict):
        is_form = case.media_type == "multipart/form-data"
        case.body = dict(case.body) if is_form else json.loads(json.dumps(case.body))
        mend(case.operation.definition.raw["operationId"], case.body, is_form)
        if case.operation.definition.raw["operationId"] == "requestErasure":
            mend_erasure(case)


validators = {}


@schemathesis.check
def whole_answers(ctx, response, case):
    """Without `fields` an answer is the whole, not a selection of its members."""
    if response.status_code != 200 or (case.query and "fields" in case.query) or case.method != "GET":
        return
    document = case.operation.schema.raw_schema
    content = document["paths"][case.path][case.method.lower()]["responses"]["200"].get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    if "anyOf" not in schema:
        return
    if case.path not in validators:
        whole = {"allOf": [schema["anyOf"][0]], "components": document["components"]}
        validators[case.path] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    for error in validators[case.path].iter_errors(response.json()):
        raise AssertionError(f"not the whole answer: {error.message}")
