"""People with accounts, signed in by independent implementations of one-time codes and tokens."""

import json
import re
import time
import types

import jsonschema_rs
import pyotp

from document import DOCUMENT, follow
from fairkit import Client, command, until

PUBLIC = "https://kit.example.org"
PASSWORD, OTHER, WRONG = "seven herons wade slowly", "nine otters nap at noon", "Markerwrong phrase of words"
ADA = {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29", "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}
ACCOUNTS, SETTINGS, AUDIT, PROFILES = "/api/v1/accounts", "/api/v1/settings", "/api/v1/audit", "/api/v1/profiles"
AUTH = "/api/v1/auth"
ME, LOGIN, VERIFY, REFRESH = f"{AUTH}/me", f"{AUTH}/login", f"{AUTH}/mfa/verify", f"{AUTH}/refresh"
CONTACTS, PREFERENCES, DEVICES = f"{ME}/contacts", f"{ME}/preferences", "/api/v1/mobile/devices"
# The patterns of the document's paths, those without a parameter first.
PATHS = {pattern: re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(pattern))) for pattern in sorted(DOCUMENT["paths"], key=lambda pattern: "{" in pattern)}
VALIDATORS = {}


def fits(response):
    """Asserts that the OpenAPI document describes the whole response."""
    response.read()
    path, method = response.request.url.path, response.request.method.lower()
    found = next(pattern for pattern, compiled in PATHS.items() if compiled.fullmatch(path))
    answer = follow(DOCUMENT["paths"][found][method]["responses"][str(response.status_code)])
    for name, header in answer.get("headers", {}).items():
        header = follow(header)
        assert not header.get("required") or name in response.headers, (path, name)
        if name in response.headers:
            described(header["schema"]).validate(response.headers[name])
    if "content" not in answer:
        assert response.content == b"", path
        return
    kind = response.headers["content-type"].split(";")[0]
    if not kind.endswith(("/json", "+json")):
        assert kind in answer["content"], path
        return
    schema = answer["content"][kind]["schema"]
    # Beside the whole, a GET's answer may be a selection, which everything is.
    described(schema["anyOf"][0] if "anyOf" in schema else schema).validate(response.json())


def described(schema):
    """The validator of a part of the document. Creating one takes 5 ms, and there are thousands of responses."""
    if id(schema) not in VALIDATORS:
        VALIDATORS[id(schema)] = jsonschema_rs.Draft202012Validator({"allOf": [schema], "components": DOCUMENT["components"]}, validate_formats=True)
    return VALIDATORS[id(schema)]


class Visitor(Client):
    """A user, signed in or not. Every response is validated against the OpenAPI document."""

    def __init__(self, world, tokens=None, tenant=None):
        super().__init__(world.server.address)
        self.event_hooks = {"response": [fits]}
        if tokens:
            self.headers["Authorization"] = f"Bearer {tokens['accessToken']}"
        if tenant:
            self.headers["X-Tenant-ID"] = tenant

    def login(self, email, password=PASSWORD, **more):
        return self.post(LOGIN, json={"email": email, "password": password}, **more)

    def refresh(self, token, status=200):
        return self.ask(status, "POST", REFRESH, json={"refreshToken": token})


class App:
    """Shows one-time passwords. Each is good once, so each that it shows is a later one."""

    def __init__(self, uri):
        self.maker, self.last = pyotp.parse_uri(uri), 0

    def code(self):
        self.last = max(int(time.time()) // 30, self.last + 1)
        return self.maker.at(self.last * 30)


def of(tenant):
    """The tenant option of a command."""
    return ["--tenant", tenant] if tenant else []


def mailed(world, *more):
    """The mail that was written last to whom it is about, with all it says: administrators get one of each account beside it."""
    items = json.loads(command("outbox", "list", "--data", world.store.path, "--json", *more).stdout)["items"]
    newest = next(item for item in items if item["kind"] not in ("account-prepared", "account-made", "alerting-changed", "key-prepared"))
    return json.loads(command("outbox", "show", newest["id"], "--data", world.store.path, "--json", *more).stdout)


def sent(world, address):
    """The first mail to an address that arrived at the town's mail server: it may leave the outbox at once."""
    until(lambda: any(mail["to"] == address for mail in world.post.parsed()))
    return {"text": next(mail for mail in world.post.parsed() if mail["to"] == address).get_content()}


def secret(mail):
    return re.search(r"\bfi_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])", mail["text"])[0]


def mailed_code(mail):
    """The six digits of a mail that confirms an address."""
    return re.search(r"\n\n(\d{6})\n\n", mail["text"])[1]


def invitation_of(world, email, tenant=None):
    """The secret of the mail to someone who was just invited or registered: in the outbox, which forgets a text that was sent, or at the town's mail server."""
    try:
        return secret(mailed(world, *of(tenant)))
    except (StopIteration, KeyError):
        return secret(sent(world, email))


def patient(world, email, tenant=None, profile=ADA):
    """A patient who has registered and signed in."""
    visitor = Visitor(world, tenant=tenant)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": email})
    token = invitation_of(world, email, tenant)
    account = visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": token, "password": PASSWORD, "profile": profile})
    tokens = visitor.login(email).json()
    return types.SimpleNamespace(email=email, account=account, tokens=tokens, signed_in=Visitor(world, tokens, tenant), invitation=token)


def invited(world, role, email, tenant=None, *more):
    """An invited user who has chosen a password."""
    command("account", "invite", "--data", world.store.path, "--role", role, "--email", email, *of(tenant), *more)
    visitor = Visitor(world, tenant=tenant)
    invitation = invitation_of(world, email, tenant)
    return visitor, invitation, visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": invitation, "password": PASSWORD})


def staff(world, role, email, tenant=None, *more):
    """An invited user who has set up a second factor and signed in."""
    visitor, invitation, account = invited(world, role, email, tenant, *more)
    challenge = visitor.login(email).json()
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge["mfaToken"]})
    app = App(begun["otpauthUri"])
    code = app.code()
    tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": code})
    return types.SimpleNamespace(
        email=email, account=account, challenge=challenge, begun=begun, app=app, code=code, tokens=tokens,
        signed_in=Visitor(world, tokens, tenant), invitation=invitation,
    )  # fmt: skip


def shown(person):
    """Every secret that a user was shown or sent."""
    secrets = [PASSWORD, WRONG, person.invitation, person.tokens["accessToken"], person.tokens["refreshToken"]]
    if hasattr(person, "begun"):
        secrets += [person.challenge["mfaToken"], person.begun["secret"], person.begun["otpauthUri"], *person.tokens["backupCodes"]]
    return secrets


def mails_to(world, address):
    """What was written to an address, the newest first."""
    items = json.loads(command("outbox", "list", "--data", world.store.path, "--json").stdout)["items"]
    whole = [json.loads(command("outbox", "show", item["id"], "--data", world.store.path, "--json").stdout) for item in items[:6]]
    return [mail for mail in whole if mail["recipient"] == address]


def change(visitor, **patch):
    return visitor.patch(ME, json=patch)


def mails(world, kind=None):
    """The mails that were written, the newest first, with all they say."""
    items = json.loads(command("outbox", "list", "--all", "--data", world.store.path, "--json").stdout)["items"]
    wanted = [item["id"] for item in items if kind in (None, item["kind"])]
    return [json.loads(command("outbox", "show", id, "--data", world.store.path, "--json").stdout) for id in wanted]


def stranger(world, name="mallory"):
    return patient(world, f"{name}@strangers.example").signed_in
