"""Signing in, with independent implementations for one-time codes, tokens and the QR code."""

import base64
import hashlib
import json
import re
import subprocess

import jwt
import pytest
from PIL import Image, ImageDraw

import databases
from accounts import ACCOUNTS, ADA, AUDIT, AUTH, ME, PASSWORD, PUBLIC, REFRESH, SETTINGS, VERIFY, App, Visitor, mailed, patient, secret, staff
from conftest import World
from fairkit import command, problem, tables


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A served store that knows where people reach it. Each test has people of its own in it."""
    world = World(template, tmp_path_factory.mktemp("sign-in") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    yield world
    assert world.server.stop() == 0


# From the invitation to signing out.


def test_an_administrator_is_invited_by_a_command_and_sets_up_a_second_factor(town):
    command("account", "invite", "--data", town.store.path, "--role", "administrator", "--email", "Root@Example.org")
    mail = mailed(town)
    assert mail["recipient"] == "root@example.org" and mail["mail"]["kind"] == "invitation"
    assert f"\n{PUBLIC}/invitation#{secret(mail)}\n" in mail["text"]
    visitor = Visitor(town)
    confirmed = visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mail), "password": PASSWORD})
    assert confirmed["role"] == "administrator" and "profileId" not in confirmed
    problem(visitor.post(f"{AUTH}/confirm", json={"token": secret(mail), "password": PASSWORD}), 404, "link-unknown")
    challenge = visitor.login("root@example.org").json()
    assert challenge["mfaRequired"] and challenge["mfaSetupRequired"] and "accessToken" not in challenge
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge["mfaToken"]})
    app = App(begun["otpauthUri"])
    assert (app.maker.secret, app.maker.issuer) == (begun["secret"], "FairKit") and app.maker.name.endswith("root@example.org")
    tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": challenge["mfaToken"], "code": app.code()})
    assert len(tokens["backupCodes"]) == 10 and tokens["roles"] == ["administrator"]
    me = Visitor(town, tokens).ask(200, "GET", ME)
    assert (me["email"], me["mfaEnabled"], me["backupCodesLeft"], me["sessionId"]) == ("root@example.org", True, 10, tokens["sessionId"])
    # What administrators do is done with the token, too.
    emails = [account["email"] for account in Visitor(town, tokens).everything(ACCOUNTS, role="administrator")]
    assert "root@example.org" in emails
    assert Visitor(town, tokens).ask(200, "GET", SETTINGS)["registration"] == "open"
    (begun,) = town.administrator.ask(200, "GET", AUDIT, params={"action": "session.started", "limit": 1})["items"]
    assert (begun["accountId"], begun["sessionId"], begun["role"]) == (tokens["accountId"], tokens["sessionId"], "administrator")
    assert begun["address"] == "127.0.0.1" and "keyId" not in begun


def test_a_session_outlives_the_server(fresh):
    ada = patient(fresh, "ada@example.org")
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    assert Visitor(fresh, ada.tokens).ask(200, "GET", ME)["accountId"] == ada.tokens["accountId"]
    other = Visitor(fresh).login(ada.email).json()
    (own,) = (item for item in Visitor(fresh, ada.tokens).ask(200, "GET", f"{AUTH}/sessions")["items"] if item["current"])
    assert own["id"] == ada.tokens["sessionId"] and own["address"] == "127.0.0.1" and own["client"].startswith("python-httpx")
    second = Visitor(fresh).refresh(ada.tokens["refreshToken"])
    assert second["sessionId"] == ada.tokens["sessionId"]
    Visitor(fresh).refresh(second["refreshToken"])
    problem(Visitor(fresh).post(REFRESH, json={"refreshToken": ada.tokens["refreshToken"]}), 401, "refresh-failed")
    assert fresh.server.log.count("a refresh token was used twice") == 1
    ended = {item["id"]: "endedAt" in item for item in Visitor(fresh, other).ask(200, "GET", f"{AUTH}/sign-ins")["items"]}
    assert ended == {ada.tokens["sessionId"]: True, other["sessionId"]: False}


# Tokens.


def test_somebody_elses_library_checks_the_access_token(town):
    ada = patient(town, "token@example.org")
    token = ada.tokens["accessToken"]
    Visitor(town).ask(200, "GET", "/.well-known/jwks.json")
    key = jwt.PyJWKClient(f"http://{town.server.address}/.well-known/jwks.json").get_signing_key_from_jwt(token)
    required = ["iss", "aud", "sub", "tenant", "sid", "roles", "iat", "nbf", "exp", "jti"]
    claims = jwt.decode(token, key.key, algorithms=["EdDSA"], audience="fairkit", issuer=PUBLIC, options={"require": required})
    assert sorted(claims) == sorted(required)
    assert (claims["sub"], claims["sid"], claims["roles"]) == (ada.tokens["accountId"], ada.tokens["sessionId"], ["patient"])
    assert claims["exp"] - claims["iat"] == ada.tokens["expiresIn"] == 900
    header = jwt.get_unverified_header(token)
    assert header == {"alg": "EdDSA", "typ": "at+jwt", "kid": key.key_id}


def test_a_leaked_signing_key_is_dropped_by_a_command(fresh):
    def kids():
        return [key["kid"] for key in Visitor(fresh).ask(200, "GET", "/.well-known/jwks.json")["keys"]]

    def rotate():
        return json.loads(command("signing-key", "rotate", "--data", fresh.store.path, "--json").stdout)

    ada, old = patient(fresh, "ada@example.org"), kids()
    rotated = rotate()
    assert rotated["dropped"] == old and kids() == [rotated["kid"]]
    problem(ada.signed_in.get(ME), 401, "unauthenticated")
    tokens = Visitor(fresh).refresh(ada.tokens["refreshToken"])
    assert jwt.get_unverified_header(tokens["accessToken"])["kid"] == rotated["kid"]
    assert Visitor(fresh, tokens).get(ME).status_code == 200
    entries = {(entry["action"], entry["object"]) for entry in fresh.administrator.everything(AUDIT) if entry["action"].startswith("signing-key.")}
    assert {("signing-key.dropped", old[0]), ("signing-key.made", rotated["kid"])} <= entries
    # Where no server runs, the next one begins with the new key.
    assert fresh.server.stop() == 0
    last = rotate()
    assert last["dropped"] == [rotated["kid"]]
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    assert kids() == [last["kid"]]
    problem(Visitor(fresh, tokens).get(ME), 401, "unauthenticated")
    assert Visitor(fresh).refresh(tokens["refreshToken"])["sessionId"] == tokens["sessionId"]


# The QR code.


def test_a_scanner_reads_the_qr_code(town, tmp_path):
    begun = staff(town, "clinician", "camera@example.org").begun
    width, path = re.fullmatch(
        r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges">'
        r'<path fill="#fff" d="M0 0h\1v\1H0z"/><path d="((?:M\d+ \d+h1v1h-1z)+)"/></svg>',
        begun["qrSvg"],
    ).groups()
    scale = 8
    picture = Image.new("L", (int(width) * scale, int(width) * scale), 255)
    draw = ImageDraw.Draw(picture)
    for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", path):
        left, top = int(column) * scale, int(row) * scale
        draw.rectangle((left, top, left + scale - 1, top + scale - 1), fill=0)
    picture.save(tmp_path / "code.png")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "code.png"], capture_output=True, text=True)
    assert read.stdout.strip() == begun["otpauthUri"], read.stderr


# Mail.


def test_without_a_public_url_a_mail_holds_only_the_secret(fresh):
    Visitor(fresh).ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    mail = mailed(fresh)
    assert mail["mail"]["kind"] == "confirmation" and f"\n{secret(mail)}\n" in mail["text"] and "http" not in mail["text"]


def test_links_name_the_tenant_that_is_not_the_first(fresh):
    command("tenant", "create", "kisumu", "--data", fresh.store.path)
    assert fresh.server.stop() == 0
    fresh.start("--public-url", f"{PUBLIC}/kit/")
    Visitor(fresh, tenant="kisumu").ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    mail = mailed(fresh, "--tenant", "kisumu")
    assert re.search(rf"\n{PUBLIC}/kit/at/kisumu/register/code\?mail=[0-9a-f-]+#{secret(mail)}\n", mail["text"])


def test_the_authenticator_app_shows_the_tenants_display_name(fresh):
    fresh.administrator.ask(200, "PATCH", SETTINGS, json={"displayName": "Kisumu Clinic"})
    command("account", "invite", "--data", fresh.store.path, "--role", "administrator", "--email", "root@example.org")
    visitor = Visitor(fresh)
    visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mailed(fresh)), "password": PASSWORD})
    challenge = visitor.login("root@example.org").json()["mfaToken"]
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge})
    assert App(begun["otpauthUri"]).maker.issuer == "Kisumu Clinic"


def test_mails_and_links_show_the_tenants_display_name(fresh):
    name, line = "Klinik \u201eKisumu\u201c", ["settings", "displayName", "--data", fresh.store.path]
    assert command(*line).stdout.strip() == fresh.administrator.ask(200, "GET", SETTINGS)["displayName"] == "FairKit"
    for wrong in ("", "  ", "a\nb", "a\u2028b", "x" * 61):
        assert problem(fresh.administrator.patch(SETTINGS, json={"displayName": wrong}), 422, "invalid")["errors"][0]["pointer"] == "/displayName"
    assert fresh.administrator.ask(200, "PATCH", SETTINGS, json={"displayName": name})["displayName"] == name
    assert command(*line).stdout.strip() == name and command(*line, "Kisumu Clinic").stdout.strip() == "Kisumu Clinic"
    visitor = Visitor(fresh)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    mail = mailed(fresh)
    assert mail["subject"] == "Confirm your e-mail address for Kisumu Clinic" and mail["text"].startswith("This e-mail is from Kisumu Clinic.")
    link = {"token": secret(mail)}
    for _ in range(2):
        shown = visitor.ask(200, "POST", f"{AUTH}/link", json=link)
        assert shown.pop("expiresAt") > mail["mail"]["createdAt"]
        assert shown == {"kind": "confirmation", "displayName": "Kisumu Clinic", "email": "ada@example.org"}
    visitor.ask(201, "POST", f"{AUTH}/confirm", json={**link, "password": PASSWORD, "profile": ADA})
    for token in (link["token"], "fi_" + "x" * 43, "none"):
        problem(visitor.post(f"{AUTH}/link", json={"token": token}), 404, "link-unknown")


def test_a_revoked_invitation_is_not_valid(town):
    known = {"email": patient(town, "invited@example.org").email, "role": "coordinator"}
    problem(town.administrator.post(f"{ACCOUNTS}/invitations", json=known), 409, "account-exists")
    invited = town.administrator.ask(201, "POST", f"{ACCOUNTS}/invitations", json={"email": "revoked@example.org", "role": "coordinator"})
    token = secret(mailed(town))
    assert invited["id"] in [item["id"] for item in town.administrator.everything(f"{ACCOUNTS}/invitations")]
    assert town.administrator.delete(f"{ACCOUNTS}/invitations/{invited['id']}").status_code == 204
    problem(Visitor(town).post(f"{AUTH}/confirm", json={"token": token, "password": PASSWORD}), 404, "link-unknown")


# What is kept, and what is said.


def test_the_store_keeps_no_secret_that_signs_in(fresh):
    assert fresh.server.stop() == 0
    fresh.start(REAL_SCRYPT=1)
    ada, doctor = patient(fresh, "ada@example.org"), staff(fresh, "clinician", "doctor@example.org")
    following = Visitor(fresh).refresh(ada.tokens["refreshToken"])
    assert fresh.server.stop() == 0
    texts = [PASSWORD, ada.tokens["accessToken"], *doctor.tokens["backupCodes"]]
    texts += [tokens["refreshToken"] for tokens in (ada.tokens, doctor.tokens, following)] + [doctor.challenge["mfaToken"]]
    wanted = [text.encode() for text in texts]
    wanted += [base64.urlsafe_b64decode(text[3:] + "=") for text in texts if re.match(r"f[rc]_", text)]
    wanted += [base64.b32decode(text.replace("-", "")) for text in doctor.tokens["backupCodes"]]
    database = fresh.store.witness()
    names = tables(database)
    assert {"account", "session", "refresh_token"} <= set(names)
    for table in names:
        for row in database.execute(f'SELECT * FROM "{table}"'):
            cells = [cell.encode() if isinstance(cell, str) else cell for cell in row if isinstance(cell, (str, bytes))]
            assert not [secret for secret in wanted for cell in cells if secret in cell], table
    stored = [hash for (hash,) in database.execute("SELECT password FROM account WHERE password IS NOT NULL")]
    # A database has the hashes sealed.
    assert len(stored) == 2 and (databases.IN_USE or all(is_scrypt(PASSWORD, text) for text in stored))


def is_scrypt(password, stored):
    """Whether a text in PHC's string format is the hash of a password, with OWASP's least cost for 64 MB."""
    cost, salt, hash = re.fullmatch(r"\$scrypt\$(.+)\$(.+)\$(.+)", stored).groups()
    salt, hash = (base64.b64decode(f"{text}===") for text in (salt, hash))
    return cost == "ln=16,r=8,p=2" and hashlib.scrypt(password.encode(), salt=salt, n=2**16, r=8, p=2, maxmem=2**28, dklen=32) == hash
