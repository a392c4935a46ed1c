"""Invalid requests that hold marks: bodies, paths, queries, headers and command lines."""

import csv
import itertools
import json

from document import METHODS, OPERATIONS, follow
from fairkit import command
from kits import kit_code

JSON = ("application/json", "application/merge-patch+json")


def ask(client, method, path, **content):
    """Hears an answer; one that has no end is not waited for."""
    with client.stream(method, path, **content) as answer:
        if "event-stream" not in answer.headers.get("content-type", ""):
            answer.read()


def requests(town):
    """Every operation, in each allowed role, with marks in invalid places."""
    mark = town.marks.text
    clients = {role: getattr(town, role) for role in town.keys} | {"": town.server.client(), "bearer": town.doctor.signed_in}
    plain = {role: town.server.client() for role in clients}
    for role, client in clients.items():
        plain[role].headers.update({name: text for name, text in client.headers.items() if name in ("x-api-key", "authorization")})
    for method, path, operation in OPERATIONS.values():
        roles = operation.get("x-roles") or (["bearer"] if operation.get("security") == [{"bearer": []}] else [""])
        client = plain[next((role for role in roles if role in plain), "bearer")]
        wild = path
        for name in ("id", "name", "share", "rule", "account", "override"):
            wild = wild.replace(f"{{{name}}}", mark("path"))
        for query in ({mark("query"): mark("query")}, {"fields": f"id,{mark('fields')}"}, {"fields": mark("fields").replace("-", "")}):
            ask(client, method, wild, params=query)
        for parameter in (follow(one) for one in operation.get("parameters", [])):
            if parameter["in"] == "query":
                ask(client, method, wild, params={parameter["name"]: mark("query")})
            elif parameter["in"] == "header":
                ask(client, method, wild, headers={parameter["name"]: mark("header")})
        for kind, media in operation.get("requestBody", {}).get("content", {}).items():
            examples = [follow(example)["value"] for example in media.get("examples", {}).values()]
            # A valid group name would be shown, so this name is invalid.
            for content, kind in bodies(lambda what: f"Ä {mark(what)}", kind, examples):
                ask(client, method, wild, content=content, headers={"content-type": kind})


def bodies(mark, kind, examples):
    """Malformed bodies, each with its media type."""
    yield mark("not-json").encode(), kind
    yield f'{{"name": "{mark("cut-off")}'.encode(), kind
    yield json.dumps([mark("list")]).encode(), kind
    yield json.dumps({mark("member"): mark("value")}).encode(), kind
    yield json.dumps({mark("much"): mark("much") * 20_000}).encode(), kind
    yield mark("xml").encode(), f"text/{mark('kind').split()[1]}"
    if kind not in JSON:
        part = f'--b\r\nContent-Disposition: form-data; name="{{}}"; filename="{mark("file")}"\r\n\r\n{mark("part")}\r\n--b--\r\n'
        for name in ("photo", "barcode", "profileId", mark("part")):
            yield part.format(name).encode(), f"{kind}; boundary=b"
        yield mark("form").encode(), f'{kind}; boundary="{mark("boundary").split()[1]}"'
        return
    for example in examples:
        for wrong in itertools.chain(*(misfits(mark, example, at) for at in places(example))):
            yield json.dumps(wrong).encode(), kind


def places(tree, at=()):
    """Where a document has values, the whole and the parts."""
    yield at
    for name, part in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from places(part, (*at, name))


def misfits(mark, tree, at):
    """The document with something else at a place."""
    for other in (mark("value"), {mark("member"): mark("value")}, [mark("entry")], 1e300):
        yield changed(tree, at, other)
    if isinstance(part := reached(tree, at), dict):
        yield changed(tree, at, {**part, mark("member"): mark("value")})


def reached(tree, at):
    for name in at:
        tree = tree[name]
    return tree


def changed(tree, at, value):
    if not at:
        return value
    copy = tree.copy()
    copy[at[0]] = changed(tree[at[0]], at[1:], value)
    return copy


def headers(town):
    """Marks in unknown paths, invalid methods, and request headers."""
    mark, client = town.marks.text, town.administrator
    for path in (f"/{mark('path')}", f"/api/v1/{mark('path')}", f"/account/{mark('path')}", f"/local/{mark('path')}", f"/api/v1/results/%00{mark('path')}"):
        for method in METHODS:
            client.request(method, path, params={mark("query"): mark("query")})
    client.request(mark("method").upper(), "/api/v1/results")
    for name in ("X-Tenant-ID", "X-API-Key", "Authorization", "Idempotency-Key", "If-Match", "Last-Event-ID", "Host", "Accept", "Range", "Expect", "FairKit-Role"):
        for text in (mark("header"), f"Bearer {mark('header')}.{mark('header')}.{mark('header')}"):
            client.post("/api/v1/results", headers={name: text}, json={})
            ask(client, "GET", "/api/v1/alerts/stream", headers={name: text})
    for path in (f"/{mark('path')}", f"/metrics?{mark('query')}={mark('query')}"):
        client.get(f"http://{town.metrics}{path}", headers={"Host": mark("host")})
        client.get(f"http://{town.metrics}{path}")


def commands(town):
    """Commands that get a mark where they want something else, and files with lines that are wrong."""
    mark, run = town.marks.text, town.run
    # Messages repeat the paths and tenant names that the user typed, but never the content of files.
    file = town.inputs / "wrong"
    file.write_text(f"{mark('line')} {mark('line')}\nFAIRKIT_PORT={mark('setting')}\n")
    for words in (["profile", "erase"], ["account", "suspend"], ["api"], ["api", "settings", "--as"], ["settings", "registration"],
        ["key", "revoke"], ["outbox", "show"], ["outbox", "retry"], ["alert", "show"], ["tenant", "create", "X"],
        ["audit", "export", "--from"], ["alert", "list"], ["stats"]):  # fmt: skip
        town.failed(*words, mark("word"))
    for words in (["restore"], ["audit", "verify", "--anchor"], ["db", "stats", "--config"], ["result", "import", "--laboratory", "x"], ["kit", "issue", "--file"], ["api", "profiles", "--input"]):
        town.failed(*words, file)
    named = ["api", "profiles", "-f", f"name.given={mark('given')}", "-f", f"name.family={mark('family')}"]
    town.failed(*named, "-f", f"birthDate={mark('date')}")
    for member in ("contact.email", "contact.phone", "sex", "consents.clinicians"):
        town.failed(*named, "-f", "birthDate=1951-03-19", "-f", f"{member}={mark('value')}")
    town.failed("account", "invite", "--role", mark("role"), "--email", f"{mark('invited')}@example.org")
    town.failed("account", "invite", "--role", "clinician", "--email", mark("address"))
    town.failed("account", "invite", "--role", "laboratory", "--email", f"{mark('invited')}@example.org", "--laboratory", mark("laboratory"), "--profile", mark("profile"))
    town.failed("key", "create", "--role", "patient", "--name", mark("name"), "--profile", mark("profile"))
    given = ["api", "POST", "results", "--as", f"laboratory:{town.laboratory_name}", "-f", f"reference={mark('reference')}", "-f", "testDate=2026-11-20", "-f", "level.unit=mg/dL"]
    town.failed(*given, "-f", f"kitCode={mark('kit')}", "-f", "level.value=150")
    town.failed(*given, "-f", f"kitCode={kit_code()}", "-f", f"level.value={mark('level')}")
    town.failed("serve", "--mail-server", f"smtp://{mark('user')}:{mark('password')}@mail.example.org")
    town.failed("serve", "--public-url", f"https://{mark('user')}:{mark('password')}@example.org")
    town.failed("serve", "--port", mark("port"))
    town.failed("api", "PUT", "alert-groups/default/webhook", "-f", f"url=ftp://example.org/{mark('url')}")
    person = town.inputs / "person.json"
    person.write_text(json.dumps(town.person(41) | {"consents": mark("value")}))
    town.failed("api", "profiles", "--input", person)
    person.write_text(json.dumps(town.person(42)))
    run("api", "POST", "profiles", "--input", person)
    lines = town.inputs / "lines.csv"
    with open(lines, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["reference", "kitCode", "testDate", "value", "unit", "method"])
        for date, value in (("2026-11-20", "153.713"), (mark("date"), "150"), ("2026-11-20", mark("level"))):
            rows.writerow([mark("reference"), *town.codes(1), date, value, "mg/dL", mark("method")])
        rows.writerow([mark("reference"), mark("kit")])
    run("result", "import", "--decimals", "point", "--laboratory", town.laboratory_name, lines, status=1)
    lines.write_text(f"{mark('column')},kitCode\n{mark('cell')},x\n")
    town.failed("result", "import", "--laboratory", town.laboratory_name, lines)
    command("kit", "check", mark("code"), status=1)
    picture = town.inputs / f"{mark('file')}.jpg"
    picture.write_bytes(town.picture(*town.kits[:1])["photo"][1])
    command("scan", picture)
