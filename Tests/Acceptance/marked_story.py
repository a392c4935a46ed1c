"""The whole story, in chapters that run one after the other."""

import json

from accounts import ACCOUNTS, AUTH, ME, PASSWORD, REFRESH, VERIFY, App, Visitor, mailed, patient, secret, shown, staff
from alerts import Group, events
from certificates import Authority
from fairkit import command, problem, until
from mail_server import SENDER, Post, context
from mail_server import Server as MailServer
from marked_town import LEVELS
from receivers import WEBHOOK, Receiver
from streams import opened
from tenants import of

PROFILES, KITS, RESULTS = "/api/v1/profiles", "/api/v1/test-kits", "/api/v1/results"


def beginning(town):
    """The first keys and profiles, and a client in each role."""
    said = command("init", "--data", town.store.path).stdout
    town.keys["administrator"] = said[said.index("fk_") :].split()[0]
    town.marks.secret("the first key", town.keys["administrator"])
    masters(town)
    town.start(FAIRKIT_PUBLIC_URL="https://kit.example.org")
    town.profiles = [town.administrator.ask(201, "POST", PROFILES, json=town.person(number))["id"] for number in (7, 8, 9)]
    town.laboratory_name = town.marks.text("laboratory")
    for role, more in {"patient": ["--profile", town.profiles[0]], "laboratory": ["--laboratory", town.laboratory_name], "clinician": [], "consumer": []}.items():
        town.keys[role] = town.key(role, *more)
        setattr(town, role, town.server.client(town.keys[role]))
    town.keys["other_patient"] = town.key("patient", "--profile", town.profiles[1])
    town.other_patient = town.server.client(town.keys["other_patient"])
    rotated = json.loads(town.run("key", "create", "--role", "consumer", "--name", town.marks.text("rotated"), "--json").stdout)
    successor = json.loads(town.run("api", f"keys/{rotated['id']}/rotate").stdout)
    town.marks.secret("a rotated key", rotated["key"], successor["key"])
    town.run("key", "revoke", successor["id"])
    town.run("key", "list")


def masters(town):
    """The keys of the files, which are in the place of marks, too."""
    town.marks.secret("the master key", town.store.master.read_text().strip())
    whole = town.store.unwrapped()
    for part in (whole, whole[:32]):
        town.marks.fact("a file's key", part)
        town.marks.fact("a file's key", part.hex())


def people(town):
    """Accounts: by mail that waits, with a second factor, locked, refreshed, stolen, forgotten."""
    text, marks = town.marks.text, town.marks
    address = lambda who: f"{text(who)}@example.org"  # noqa: E731
    town.ada = patient(town, address("ada"), profile=town.person(11))
    town.root, town.doctor = staff(town, "administrator", address("root")), staff(town, "clinician", address("doctor"))
    for one in (town.ada, town.root, town.doctor):
        marks.secret("a sign-in", *shown(one))
    marks.code(town.root.code, town.doctor.code)
    visitor = Visitor(town)
    for email, times in ((town.ada.email, 1), (address("nobody"), 6)):
        refusals = [visitor.login(email, marks.text("wrong-password")).status_code for _ in range(times)]
        assert refusals == [401] * min(times, 5) + [429] * (times - 5)
    challenge = visitor.login(town.doctor.email).json()["mfaToken"]
    problem(visitor.post(VERIFY, json={"mfaToken": challenge, "code": "000000"}), 401, "code-wrong")
    problem(visitor.post(VERIFY, json={"mfaToken": challenge, "backupCode": town.root.tokens["backupCodes"][0]}), 401, "code-wrong")
    code = town.doctor.app.code()
    marks.code(code)
    town.doctor.tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": challenge, "code": code})
    town.doctor.signed_in = Visitor(town, town.doctor.tokens)
    begun = town.ada.signed_in.ask(200, "POST", f"{ME}/mfa", json={"password": PASSWORD})
    app = App(begun["otpauthUri"])
    confirmed = town.ada.signed_in.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": app.code()})
    following = visitor.refresh(town.ada.tokens["refreshToken"])
    second = visitor.refresh(following["refreshToken"])
    problem(visitor.post(REFRESH, json={"refreshToken": town.ada.tokens["refreshToken"]}), 401, "refresh-failed")
    marks.secret("a challenge", challenge, begun["mfaToken"], begun["secret"], *confirmed.get("backupCodes", []))
    marks.secret("a token", *(tokens[name] for tokens in (following, second, town.doctor.tokens) for name in ("accessToken", "refreshToken")))
    visitor.ask(202, "POST", f"{AUTH}/password/forgot", json={"email": town.ada.email})
    link, chosen = secret(mailed(town)), marks.text("chosen-password")
    marks.secret("a link", link)
    problem(visitor.post(f"{AUTH}/password/reset", json={"token": link, "password": "password1234"}), 422, "invalid")
    assert visitor.post(f"{AUTH}/password/reset", json={"token": link, "password": chosen}).status_code == 204
    challenge = visitor.login(town.ada.email, chosen).json()["mfaToken"]
    code = app.code()
    marks.code(code)
    town.ada.tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": challenge, "code": code})
    town.ada.signed_in = Visitor(town, town.ada.tokens)
    marks.secret("a token", challenge, town.ada.tokens["accessToken"], town.ada.tokens["refreshToken"])
    body = {"oldPassword": marks.text("old-password"), "newPassword": marks.text("new-password")}
    problem(town.ada.signed_in.post(f"{AUTH}/password", json=body), 401, "sign-in-failed")
    town.root.signed_in.ask(201, "POST", f"{ACCOUNTS}/invitations", json={"email": address("invited"), "role": "laboratory", "laboratory": town.laboratory_name})
    for path in (ACCOUNTS, f"{ACCOUNTS}/invitations", f"{ACCOUNTS}/{town.ada.tokens['accountId']}"):
        town.root.signed_in.ask(200, "GET", path)
    for path in (ME, f"{AUTH}/sessions", f"{AUTH}/sign-ins"):
        town.ada.signed_in.ask(200, "GET", path)
    forged = Visitor(town, {"accessToken": town.doctor.tokens["accessToken"][:-6] + "AAAAAA"})
    problem(forged.get(ME), 401, "unauthenticated")
    problem(town.server.client(f"fk_{text('no-key')}").get(RESULTS), 401, "unauthenticated")


def kits_and_results(town):
    """Photos, typed codes, unreadable photos, results of each kind, corrections, and refusals."""
    text, patient, laboratory = town.marks.text, town.patient, town.laboratory
    # Suspect levels are not held, so that patients read them, too.
    town.administrator.ask(200, "PATCH", "/api/v1/settings", json={"suspectHoldHours": 0})
    typed, pictured, unread, rejected, early = town.kits = town.codes(5)
    town.administrator.issue(typed, status="shipped")
    answer = patient.ask(201, "POST", f"{KITS}/register", files=town.picture(pictured), data={"barcode": pictured})
    patient.register(typed)
    kept = patient.ask(201, "POST", f"{KITS}/register", files=town.picture(format="PNG"), data={"barcode": unread})
    assert kept["needsReview"] and answer["readFrom"] == "photo"
    laboratory.get(f"{KITS}/{kept['id']}/photo").raise_for_status()
    laboratory.post(f"{KITS}/{kept['id']}/review", json={}).raise_for_status()
    kit = town.other_patient.register(rejected)["id"]
    assert laboratory.report(kit, "received").status_code == 200
    assert laboratory.report(kit, "rejected", reason=text("kit-reason")).status_code == 200
    patient.kit(answer["id"])
    patient.ask(200, "POST", f"{KITS}/search", json={"kitCode": typed})
    assert patient.post(f"{KITS}/scan", files=town.picture(text("courier"))).status_code == 200
    problem(patient.post(f"{KITS}/register", json={"barcode": text("no-kit")}), 422, "not-a-kit")
    problem(patient.post(f"{KITS}/register", json={"barcode": typed}), 409, "already-registered")
    problem(patient.post(f"{KITS}/register", files=town.picture(typed, pictured)), 422, "several-kits")
    wrong = typed[:-1] + ("A" if typed[-1] != "A" else "B")
    problem(patient.post(f"{KITS}/register", json={"barcode": wrong}), 422, "checksum-mismatch")
    more = {"method": text("method"), "reference": text("reference")}
    critical = laboratory.result(typed, LEVELS["critical"], genotype=f"Z/{text('allele').replace('-', '').capitalize()}", **more)
    laboratory.result(pictured, LEVELS["usual"], genotype="ZZ", **more, status=409)
    town.mismatch = laboratory.result(pictured, LEVELS["usual"], genotype="ZZ", **{**more, "reference": text("reference")})
    laboratory.result(early, LEVELS["low"], reference=text("reference"), status=202)
    path = f"{RESULTS}/{critical['id']}"
    laboratory.ask(201, "POST", f"{path}/corrections", json={"reason": text("correction"), "level": {"value": LEVELS["corrected"], "unit": "mg/dL"}})
    for reader in (patient, town.clinician, laboratory):
        assert reader.everything(RESULTS) and reader.ask(200, "GET", path)
    town.critical = critical


def alerts(town):
    """Claimed, extended, released, parked, acked, replayed; by streams and by a webhook that fails first."""
    text, group = town.marks.text, Group(town)
    seen = []
    for way in ("sse", "websocket"):
        with opened(town, way, after=0) as told:
            seen.append(next(told)["number"])
    assert seen == [1, 1]
    for item in group.claim(10, consumer=text("consumer")):
        group.ack(item["token"])
    for name in ("parking", "hook"):
        town.administrator.ask(201, "POST", "/api/v1/alert-groups", json={"name": name, "bands": [0, 1, 2], "from": "2026-01-01T00:00:00Z"})
    parking = Group(town, "parking")
    for item in parking.claim(10, consumer=text("consumer")):
        if item["alertId"] != town.mismatch["alertId"]:
            parking.extend(item["token"], leaseSeconds=60)
            parking.ack(item["token"])
            continue
        [outcome] = parking.release(item["token"], reason=text("release"))
        while outcome["state"] == "pending":
            [again] = parking.claim(1)
            [outcome] = parking.release(again["token"], reason=text("release"))
        assert outcome["state"] == "parked"
    town.administrator.ask(200, "GET", "/api/v1/alert-groups/parking/parked")
    town.administrator.ask(200, "POST", "/api/v1/alert-groups/parking/redrive", json={"all": True})
    parking.drain()
    town.administrator.ask(200, "POST", "/api/v1/alert-groups/parking/replay", json={"alertIds": [town.critical["alertId"]]})
    parking.drain()
    group.drain()
    with Receiver("fail", "fail") as receiver:
        path = WEBHOOK.replace("default", "hook")
        made = town.administrator.ask(201, "PUT", path, json={"url": f"{receiver.url()}&token={text('webhook-url')}"})
        town.marks.secret("a webhook's secret", made["secret"])
        raised = {alert["id"] for alert in town.consumer.everything("/api/v1/alerts")}
        until(lambda: {event["alertId"] for event in events(town.consumer) if event["event"] == "acked" and event["group"] == "hook"} >= raised)
        town.sent = [body for _, body, _ in receiver.requests]
        town.administrator.ask(200, "GET", "/api/v1/alert-groups/hook/delivery-attempts")
        town.administrator.ask(200, "GET", "/api/v1/delivery-attempts")
        town.administrator.ask(200, "GET", path)
        town.administrator.delete(path).raise_for_status()


def relations(town):
    """Care, an emergency, shares with an account, an address and by link; figures; the list of accesses."""
    text, ada = town.marks.text, town.ada
    person, account = ada.account["profileId"], town.doctor.tokens["accountId"]
    reason = {"reason": text("break-glass")}
    emergency = town.doctor.signed_in.ask(201, "POST", f"{PROFILES}/{person}/break-glass", json=reason)
    town.doctor.signed_in.ask(200, "GET", f"{PROFILES}/{person}")
    town.root.signed_in.ask(200, "GET", "/api/v1/break-glass")
    search, saved = {"list": "people", "filters": {"text": text("saved-search")}}, f"{ME}/searches/seen-at-night"
    town.doctor.signed_in.ask(200, "PUT", saved, json=search)
    problem(town.doctor.signed_in.put(saved, json={**search, "filters": {"text": text("saved-search") * 9}}), 422, "invalid")
    town.doctor.signed_in.ask(200, "GET", f"{ME}/searches")
    town.root.signed_in.post(f"/api/v1/break-glass/{emergency['id']}/review").raise_for_status()
    town.doctor.signed_in.delete(f"{PROFILES}/{person}/break-glass").raise_for_status()
    care = town.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": account, "profileId": person})
    town.doctor.signed_in.ask(200, "GET", f"{PROFILES}/{person}")
    town.administrator.post(f"/api/v1/care-assignments/{care['id']}/end").raise_for_status()
    pin = town.marks.fact("a PIN", "730915248206")
    shares = [{"with": {"accountId": account}}, {"with": {"email": f"{text('shared')}@example.org"}}, {"link": True, "pin": pin}]
    made = [ada.signed_in.ask(201, "POST", f"{PROFILES}/{person}/shares", json=share) for share in shares]
    link = made[2]["link"]
    town.marks.secret("a share's link", link)
    stranger = town.server.client()
    problem(stranger.post("/api/v1/shared", json={"link": link, "pin": town.marks.fact("a wrong PIN", "730915248207")}), 404, "share-unknown")
    problem(stranger.post("/api/v1/shared", json={"link": f"fs_{text('link')}", "pin": pin}), 404, "share-unknown")
    stranger.ask(200, "POST", "/api/v1/shared", json={"link": link, "pin": pin})
    ada.signed_in.ask(200, "GET", f"{PROFILES}/{person}/shares")
    ada.signed_in.delete(f"{PROFILES}/{person}/shares/{made[2]['id']}").raise_for_status()
    address = f"{text('coordinator')}@example.org"
    town.run("account", "invite", "--role", "coordinator", "--email", address)
    invitation, visitor = secret(mailed(town)), Visitor(town)
    town.marks.secret("an invitation", invitation)
    visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": invitation, "password": PASSWORD})
    Visitor(town, visitor.login(address).json()).ask(200, "GET", "/api/v1/programmes")
    town.administrator.ask(200, "GET", "/api/v1/figures")
    town.administrator.everything("/api/v1/audit")
    ada.signed_in.ask(200, "GET", f"{PROFILES}/{person}/accesses")


def records(town):
    """Changes, exports, legal holds, erasures."""
    text, person = town.marks.text, town.profiles[0]
    change = {"contact": {"email": f"{text('changed')}@example.org"}, "name": {"family": text("married")}}
    assert town.administrator.change(person, change).status_code == 200
    problem(town.administrator.change(person, change), 412, "version-mismatch")
    assert town.patient.get(f"{PROFILES}/{person}/export").content.startswith(b"PK")
    town.run("api", f"profiles/{person}/export", "--as", f"patient:{person}", "--output", town.shown / "record.zip")
    town.administrator.ask(200, "PUT", f"{PROFILES}/{person}/hold", json={"reason": text("hold")})
    problem(town.patient.post(f"{PROFILES}/{person}/erase", json={"confirm": person, "password": text("password")}), 403, "no-account")
    problem(town.patient.post(f"{PROFILES}/{person}/erase", json={"confirm": text("confirm")}), 422, "invalid")
    town.run("api", "DELETE", f"profiles/{person}/hold")
    other = town.profiles[1]
    town.run("api", "PUT", f"profiles/{other}/hold", "-f", f"reason={text('hold')}")
    town.run("profile", "erase", other, "--confirm", other, status=1)
    town.run("api", "DELETE", f"profiles/{other}/hold")
    town.run("profile", "erase", person, "--confirm", person)
    town.run("profile", "erase", other, typed=f"{text('typed')}\n", status=1)
    town.run("profile", "erase", other, typed=f"{other}\n")


class Refusing(Post):
    """Refuses one recipient: notices that waited for a mail server arrive before."""

    def __init__(self, refused, answer):
        super().__init__()
        self.refused, self.answer, self.has_refused = refused, answer, False

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address != self.refused:
            return await super().handle_RCPT(server, session, envelope, address, options)
        self.has_refused = True
        return self.answer


def by_mail(town):
    """The same store served again, with a mail server that refuses one recipient and accepts the others."""
    password, authority = town.inputs / "password", Authority(town.inputs)
    password.write_text(town.marks.text("mail-password") + "\n")
    password.chmod(0o600)
    refused, taken, tested = (f"{town.marks.text(who)}@example.org" for who in ("refused", "taken", "tested"))
    post = Refusing(refused, f"550 5.1.1 <{refused}>: no such user, says {town.marks.text('smtp')}")
    mail = MailServer(post, starttls=context(authority), login=("fairkit", password.read_text().strip()))
    mail.start()
    settings = {"MAIL_FROM": SENDER, "MAIL_CA": authority.certificate, "MAIL_USER": "fairkit", "MAIL_PASSWORD_FILE": password}
    town.start("--mail-server", f"smtp://localhost:{mail.port}", **{f"FAIRKIT_{name}": value for name, value in settings.items()})
    try:
        visitor = Visitor(town)
        visitor.ask(202, "POST", f"{AUTH}/register", json={"email": refused})
        until(lambda: post.has_refused)
        visitor.ask(202, "POST", f"{AUTH}/register", json={"email": taken})
        message = until(lambda: next((one for one in post.parsed() if taken in one["To"]), None))
        link = secret({"text": message.get_content()})
        town.marks.secret("a mailed link", link)
        visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": link, "password": town.marks.text("chosen-password"), "profile": town.person(21)})
        town.run("outbox", "test", tested)
        listed = json.loads(town.run("outbox", "list", "--all", "--json").stdout)["items"]
        for item in listed:
            town.run("outbox", "show", item["id"])
        town.run("outbox", "retry", next(item["id"] for item in listed if item["state"] == "failed"))
    finally:
        mail.stop()


def another_tenant(town):
    """A second tenant with a person, a result and a mail of its own, which is suspended and erased."""
    text = town.marks.text
    key = town.run("tenant", "create", "kisumu").stdout.strip()
    town.marks.secret("a tenant's key", key)
    administrator = of(town.server, "kisumu", key)
    person = administrator.ask(201, "POST", PROFILES, json=town.person(31))["id"]
    keys = {}
    for role, more in (("patient", ["--profile", person]), ("laboratory", ["--laboratory", text("laboratory")])):
        made = json.loads(town.run("key", "create", "--role", role, "--name", text("key"), "--json", "--tenant", "kisumu", *more).stdout)["key"]
        town.marks.secret("a tenant's key", made)
        keys[role] = of(town.server, "kisumu", made)
    [code] = town.codes(1)
    keys["patient"].ask(201, "POST", f"{KITS}/register", files=town.picture(code))
    result = keys["laboratory"].result(code, LEVELS["critical"], reference=text("reference"))
    problem(town.clinician.get(f"{RESULTS}/{result['id']}"), 404, "not-found")
    town.keep("with two tenants")
    town.run("tenant", "suspend", "kisumu")
    problem(keys["patient"].get(RESULTS), 401, "unauthenticated")
    town.run("tenant", "resume", "kisumu")
    town.run("tenant", "rename", "kisumu", "siaya")
    town.run("tenant", "list")
    town.run("tenant", "erase", "siaya", typed=f"{text('typed')}\n", status=1)
    town.run("tenant", "erase", "siaya", typed="siaya\n")
    masters(town)
