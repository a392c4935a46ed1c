"""Providers of SMS, calls and chats as servers on this machine: they check what real ones check, and answer in their shapes."""

import base64
import http.server
import json
import re
import urllib.parse
import uuid
import xml.etree.ElementTree

from fairkit import command
from local_server import LocalServer


class Provider(LocalServer):
    """Answers each request by `answer`, which returns status, body and headers; `script` overrides it for the first requests."""

    def __init__(self, *script, context=None):
        self.script, self.requests = list(script), []
        super().__init__(Handler, context)

    def url(self, host="localhost", path=""):
        return f"{self.scheme}://{host}:{self.server_port}{path}"

    def answer(self, request):
        return 200, b"ok", {}


class Request:
    def __init__(self, handler):
        self.method, self.headers = handler.command, handler.headers
        address = urllib.parse.urlsplit(handler.path)
        self.target, self.path, self.query = handler.path, address.path, urllib.parse.parse_qs(address.query, strict_parsing=bool(address.query))
        self.body = handler.rfile.read(int(handler.headers["Content-Length"] or 0))

    @property
    def form(self):
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
        fields = urllib.parse.parse_qsl(self.body.decode(), strict_parsing=True, keep_blank_values=True)
        assert len(dict(fields)) == len(fields), "a field occurs twice"
        return dict(fields)

    @property
    def json(self):
        assert self.headers["Content-Type"] == "application/json"
        return json.loads(self.body)

    @property
    def basic(self):
        kind, _, value = self.headers["Authorization"].partition(" ")
        assert kind == "Basic"
        return tuple(base64.b64decode(value, validate=True).decode().split(":", 1))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = Request(self)
        with self.server.lock:
            self.server.requests.append(request)
            step = self.server.script.pop(0) if self.server.script else self.server.answer
        try:
            answer = step(request) if callable(step) else step
        except AssertionError as error:
            answer = 400, f"the fake provider refuses: {error!r}".encode(), {}
        if answer == "hang":
            self.server.ended.wait(30)
        elif answer == "trickle":
            self.trickle()
        elif answer == "endless":
            self.endless()
        elif answer == "garbage":
            self.wfile.write(b"\x00\xff this is no answer\r\n\r\n")
        else:
            return self.reply(*answer)
        self.close_connection = True

    do_GET = do_PUT = do_POST

    def reply(self, status, body, headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def trickle(self):
        self.send_response(201)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        while not self.server.ended.wait(0.3):
            try:
                self.wfile.write(b" ")
            except OSError:
                return

    def endless(self):
        self.send_response(201)
        self.send_header("Content-Length", str(1 << 40))
        self.end_headers()
        self.server.written = 0
        try:
            while not self.server.ended.is_set():
                self.wfile.write(b"x" * (1 << 20))
                self.server.written += 1 << 20
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


ACCOUNT, TOKEN = "AC0123456789abcdef0123456789abcdef", "twilio-token-0123456789"
NUMBER = re.compile(r"\+[1-9][0-9]{6,14}")


class Twilio(Provider):
    """https://www.twilio.com/docs/messaging/api/message-resource and https://www.twilio.com/docs/voice/api/call-resource"""

    def answer(self, request):
        assert request.method == "POST"
        if request.basic != (ACCOUNT, TOKEN):
            return self.error(401, 20003, "Authenticate")
        form = request.form
        if not NUMBER.fullmatch(form["To"]):
            return self.error(400, 21211, f"The 'To' number {form['To']} is not a valid phone number.")
        if request.path == f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
            assert form.keys() <= {"To", "Body", "From", "MessagingServiceSid", "StatusCallback", "ValidityPeriod"}
            assert ("From" in form) != ("MessagingServiceSid" in form) and 1 <= int(form["ValidityPeriod"]) <= 14_400
            if len(form["Body"].encode("utf-16-le")) > 3200:
                return self.error(400, 21617, "The concatenated message body exceeds the 1600 character limit")
            return 201, {"sid": "SM" + "1" * 32, "status": "queued", "to": form["To"], "error_code": None}, {}
        assert request.path == f"/2010-04-01/Accounts/{ACCOUNT}/Calls.json"
        assert form.keys() <= {"To", "From", "Twiml", "StatusCallback"} and NUMBER.fullmatch(form["From"]) and len(form["Twiml"]) <= 4000
        assert xml.etree.ElementTree.fromstring(form["Twiml"]).tag == "Response"
        return 201, {"sid": "CA" + "1" * 32, "status": "queued"}, {}

    @staticmethod
    def error(status, code, message, **headers):
        return status, {"code": code, "message": message, "more_info": f"https://www.twilio.com/docs/errors/{code}", "status": status}, headers


KEY, SECRET = "abcd1234", "vonage-secret-0123"


class Vonage(Provider):
    """https://developer.vonage.com/en/api/messages"""

    def answer(self, request):
        assert (request.method, request.path) == ("POST", "/v1/messages")
        if request.basic != (KEY, SECRET):
            return 401, {"title": "Unauthorized", "detail": "Secret words"}, {}
        message = request.json
        assert (message["channel"], message["message_type"]) == ("sms", "text") and message["from"] and message["text"]
        assert re.fullmatch("[1-9][0-9]{6,14}", message["to"]) and len(message["client_ref"]) <= 100
        request.id = str(uuid.uuid4())
        return 202, {"message_uuid": request.id}, {}


ROUTING_KEY = "R0123456789ABCDEFR0123456789ABCD"


class PagerDuty(Provider):
    """https://developer.pagerduty.com/docs/events-api-v2/trigger-events/"""

    def answer(self, request):
        assert (request.method, request.path) == ("POST", "/v2/enqueue")
        event = request.json
        errors = []
        if event.get("routing_key") != ROUTING_KEY:
            errors.append("Invalid routing key")
        if event.get("event_action") not in ("trigger", "resolve") or len(event.get("dedup_key", "x" * 256)) > 255:
            errors.append("'event_action' or 'dedup_key' is invalid")
        payload = event.get("payload", {})
        if event.get("event_action") == "trigger" and not (0 < len(payload.get("summary", "")) <= 1024 and payload.get("severity") in ("critical", "error", "warning", "info") and payload.get("source")):
            errors.append("'payload' is invalid")
        if any(link.keys() - {"href", "text"} for link in event.get("links", [])):
            errors.append("'links' is invalid")
        if errors:
            return 400, {"status": "invalid event", "message": "Event object is invalid", "errors": errors}, {}
        return 202, {"status": "success", "message": "Event processed", "dedup_key": event["dedup_key"]}, {}


class Teams(Provider):
    """A workflow: https://learn.microsoft.com/en-us/connectors/teams/#microsoft-teams-webhook"""

    def answer(self, request):
        if request.query.get("sig") != ["s+g/nature="]:
            return 401, {"error": {"code": "DirectApiAuthorizationRequired"}}, {}
        post = request.json
        assert post["type"] == "message" and [each["contentType"] for each in post["attachments"]] == ["application/vnd.microsoft.card.adaptive"]
        card = post["attachments"][0]["content"]
        assert card["type"] == "AdaptiveCard" and card["$schema"] == "http://adaptivecards.io/schemas/adaptive-card.json" and len(request.body) < 28_000
        return 202, b"", {}


TO = "+15551234567"


class Channels:
    def __init__(self, folder):
        self.folder, self.file = folder, folder / "channels.json"
        for name, text in (("token", TOKEN), ("secret", SECRET)):
            self.secret(name, text)

    def secret(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)

    def write(self, **members):
        self.file.write_text(json.dumps(members))

    def run(self, kind, to=TO, *options, private=True, outcome="accepted", **environment):
        """What `channel test` prints; neither the address nor a secret is in it."""
        ended = command(
            "channel", "test", kind, "--to", to, "--settings", self.file, "--json", *(["--allow-private-webhooks"] if private else []), *options,
            status=0 if outcome == "accepted" else 1, **environment,
        )  # fmt: skip
        printed = json.loads(ended.stdout)
        for secret in (to, TO.removeprefix("+"), TOKEN, SECRET, "Secret words"):
            assert secret not in ended.stdout + ended.stderr
        assert printed["outcome"] == outcome and printed["kind"] == kind, printed
        assert (ended.stderr == "") == (outcome == "accepted") and ended.stderr.count("\n") <= 1
        return printed

    def twilio(self, server, kind="sms", **more):
        members = {"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "from": "+15550001111", "baseURL": server.url()}
        self.write(**{kind: {**members, **more}})

    def gateway(self, url, **more):
        self.write(http={"url": url, **more})
