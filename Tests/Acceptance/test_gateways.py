"""SMS, calls and chats reach providers as their documentation says, and no value, answer or address leads anywhere else."""

import json
import socket
import ssl
import time
import xml.etree.ElementTree

import pytest

from certificates import Authority
from fairkit import Store, command
from providers import ACCOUNT, ROUTING_KEY, SECRET, TO, TOKEN, Channels, PagerDuty, Provider, Teams, Twilio
from trials import rows

# Breaks out of JSON, forms, XML, URLs and templates that are put together as texts.
NASTY = '"},{"admin":true,\' &To=%2B1900&x=\\ </Say><Dial>+1900</Dial> {to}{{id}} %0d%0a <!channel> [a](https://b.example)'


@pytest.fixture
def channels(tmp_path):
    """Writes a file of channels beside its secrets, and runs the test command with it."""
    return Channels(tmp_path)


def test_twilio_sends_an_sms(channels):
    with Twilio() as server:
        channels.twilio(server, statusCallback="https://kit.example.org/r?a=b")
        answer = channels.run("sms", TO, "--title", "Fairview", "--text", "Zoë & <b>", "--link", "https://kit.example.org/a/1")
        assert (answer["status"], answer["reference"], answer["provider"]) == (201, "SM" + "1" * 32, "twilio")
        form = server.requests[0].form
        assert form["Body"] == "Fairview\nZoë & <b>\nhttps://kit.example.org/a/1" and form["To"] == TO and form["From"] == "+15550001111"
        assert form["StatusCallback"] == "https://kit.example.org/r?a=b"


def test_twilio_sends_by_a_messaging_service(channels):
    with Twilio() as server:
        channels.write(sms={"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "messagingServiceSID": "MG1", "baseURL": server.url() + "/"})
        channels.run("sms")
        assert server.requests[0].form["MessagingServiceSid"] == "MG1"


def test_a_long_text_is_shortened_and_keeps_its_link(channels):
    with Twilio() as server:
        channels.twilio(server)
        channels.run("sms", TO, "--text", "👩🏽‍⚕️ " * 2000, "--link", "https://kit.example.org/a/1")
        body = server.requests[0].form["Body"]
        assert body.endswith("…\nhttps://kit.example.org/a/1") and len(body.encode("utf-16-le")) <= 3000


@pytest.mark.parametrize(
    "reply, outcome, seconds",
    [
        (Twilio.error(400, 21211, f"{TO} is not valid"), "gone", None), (Twilio.error(429, 20429, "slow down", **{"Retry-After": "7"}), "postponed", 7),
        ((307, b"", {"Location": "/elsewhere"}), "refused", None),
        ((201, b"not json", {}), "accepted", None), ("garbage", "malformed", None),
    ],
)  # fmt: skip
def test_what_twilio_answers_is_an_outcome(channels, reply, outcome, seconds):
    with Twilio(reply) as server:
        channels.twilio(server)
        assert channels.run("sms", outcome=outcome).get("retryAfterSeconds") == seconds
        assert len(server.requests) == 1


def test_a_wrong_token_is_unauthorized(channels):
    with Twilio() as server:
        channels.twilio(server)
        channels.secret("token", "another")
        assert channels.run("sms", outcome="unauthorized")["status"] == 401


@pytest.mark.parametrize("to", rows("+1555&To=+1900", "+1555\r\nX: y", "+1555123456789012", "15551234567", "../Calls", "", "+1 555 1234567"))
def test_what_is_no_number_is_sent_nowhere(channels, to):
    with Twilio() as server:
        for kind in ("sms", "voice"):
            channels.twilio(server, kind)
            command("channel", "test", kind, "--to", to, "--settings", channels.file, "--allow-private-webhooks", status=1)
        assert server.requests == []


def test_twilio_calls_and_says_the_text_twice(channels):
    with Twilio() as server:
        channels.twilio(server, "voice", language="sw-TZ")
        assert channels.run("voice", TO, "--title", "Critical alert", "--text", NASTY)["reference"] == "CA" + "1" * 32
        verbs = list(xml.etree.ElementTree.fromstring(server.requests[0].form["Twiml"]))
        assert [verb.tag for verb in verbs] == ["Pause", "Say", "Pause", "Say"] and not [list(verb) for verb in verbs if list(verb)]
        assert {verb.text for verb in verbs if verb.tag == "Say"} == {f"Critical alert. {NASTY}."} and verbs[1].attrib == {"language": "sw-TZ"}


def test_slack_gets_a_text_without_markup(channels):
    channels.write(slack={})
    with Provider() as server:
        channels.run("slack", server.url(path="/services/T0/B0/x?y=1"), "--title", "Alert", "--text", NASTY, "--link", "https://kit.example.org/a?b=1&c=2")
        request = server.requests[0]
        assert request.target == "/services/T0/B0/x?y=1" and request.method == "POST"
        text = request.json.pop("text")
        assert request.json.keys() == {"text", "mrkdwn", "unfurl_links", "unfurl_media"}
        assert "<" not in text and ">" not in text and text.endswith("\nhttps://kit.example.org/a?b=1&amp;c=2")
        assert text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").startswith(f"Alert\n{NASTY}\n")


@pytest.mark.parametrize("status, word, outcome", [(404, "no_service", "gone"), (429, "rate_limited", "postponed")])
def test_slack_says_why_it_refuses(channels, status, word, outcome):
    channels.write(slack={})
    with Provider((status, word.encode(), {"Retry-After": "1"})) as server:
        assert channels.run("slack", server.url(path="/services/x"), outcome=outcome)["retryAfterSeconds"] == 1


def test_teams_gets_a_card_whose_text_is_no_markdown(channels):
    channels.write(teams={})
    with Teams() as server:
        url = server.url(path="/workflows/0/triggers/manual/paths/invoke?api-version=1&sig=s%2Bg%2Fnature%3D")
        channels.run("teams", url, "--title", "Alert", "--text", NASTY, "--link", "https://kit.example.org/a")
        card = server.requests[0].json["attachments"][0]["content"]
        assert [block["type"] for block in card["body"]] == ["RichTextBlock", "RichTextBlock"]
        assert [block["inlines"][0]["text"] for block in card["body"]] == ["Alert", NASTY]
        assert card["actions"] == [{"type": "Action.OpenUrl", "title": "Open", "url": "https://kit.example.org/a"}]
        channels.run("teams", url.replace("nature", "x"), outcome="refused")


def test_pagerduty_gets_an_event(channels):
    with PagerDuty() as server:
        channels.write(pagerduty={"baseURL": server.url(), "source": "clinic-1"})
        answer = channels.run("pagerduty", ROUTING_KEY, "--critical", "--title", "Alert", "--text", NASTY * 20, "--link", "https://kit.example.org/a")
        channels.run("pagerduty", ROUTING_KEY)
        first, second = (request.json for request in server.requests)
        assert answer["reference"] == first["dedup_key"] != second["dedup_key"] and first["payload"]["source"] == "clinic-1"
        assert (first["payload"]["severity"], second["payload"]["severity"]) == ("critical", "warning")
        assert first["payload"]["summary"].startswith(f"Alert: {NASTY}") and len(first["payload"]["summary"]) == 1024
        assert first["links"] == [{"href": "https://kit.example.org/a", "text": "FairKit"}] and "links" not in second
        channels.run("pagerduty", ROUTING_KEY.lower(), outcome="gone")
        channels.run("pagerduty", "short", outcome="refused")
        assert len(server.requests) == 3


def test_a_json_template_is_filled_and_never_left(channels):
    template = {"to": "{to}", "message": {"text": "{title}: {body}", "parts": ["{link}", 1, None, {"id": "{id}"}]}, "admin": False, "brace": "{{to}}"}
    with Provider((202, {"data": [{"id": 77}]}, {})) as server:
        channels.gateway(
            server.url(path="/send?ref={id}&to={to}"), json=template, method="PUT", headers={"X-Plain": "a"}, secretHeaders={"Authorization": "secret"},
            successStatuses=[202], reference="data.0.id",
        )  # fmt: skip
        assert channels.run("http", NASTY, "--title", NASTY, "--text", NASTY)["reference"] == "77"
        request = server.requests[0]
        assert request.method == "PUT" and (request.headers["X-Plain"], request.headers["Authorization"]) == ("a", SECRET)
        identifier = request.json["message"]["parts"][3]["id"]
        message = {"text": f"{NASTY}: {NASTY}", "parts": ["", 1, None, {"id": identifier}]}
        assert request.json == {"to": NASTY, "message": message, "admin": False, "brace": "{to}"}
        assert request.query == {"ref": [identifier], "to": [NASTY]} and identifier


def test_a_form_template_is_filled_and_never_left(channels):
    with Provider((200, {"status": "queued"}, {}), (200, {"status": "no credit"}, {}), (200, b"", {}), (404, b"", {}), (201, b"", {})) as server:
        channels.gateway(
            server.url(), form={"phone": "{to}", "text": "{body}", "a&b": "c=d"}, successStatuses=[200], goneStatuses=[404],
            success={"path": "status", "values": ["queued", "sent"]},
        )  # fmt: skip
        channels.run("http", NASTY, "--text", NASTY)
        assert server.requests[0].form == {"phone": NASTY, "text": NASTY, "a&b": "c=d"}
        for outcome in ("refused", "malformed", "gone", "refused"):
            channels.run("http", outcome=outcome)


def test_a_gateway_of_sms_can_be_described_too(channels):
    with Provider() as server:
        channels.write(sms={"provider": "http", "method": "GET", "url": server.url(path="/cgi?to={to}&number={number}&text={body}&tenant={tenant}")})
        assert channels.run("sms", TO, "--text", "a b")["provider"] == "http"
        assert server.requests[0].query == {"to": [TO], "number": [TO[1:]], "text": ["a b"], "tenant": ["default"]} and server.requests[0].method == "GET" and server.requests[0].body == b""


def test_a_redirect_to_a_private_address_is_not_followed(channels):
    with Provider() as inner:
        for status in (301, 302, 303, 307, 308):
            with Provider((status, b"", {"Location": inner.url(host="127.0.0.1", path="/metadata")})) as server:
                channels.write(slack={}, http={"url": server.url(), "form": {"a": "{to}"}})
                assert channels.run("slack", server.url(), outcome="refused")["status"] == status
                server.script = [(status, b"", {"Location": inner.url()})]
                assert channels.run("http", outcome="refused")["status"] == status
        assert inner.requests == []


@pytest.mark.parametrize("host", rows("localhost", "127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.0.1", "0.0.0.0"))
def test_an_address_on_this_machine_or_its_network_gets_nothing(channels, host):
    channels.write(slack={}, teams={})
    with Provider() as server:
        for kind in ("slack", "teams"):
            for scheme in ("http", "https"):
                channels.run(kind, f"{scheme}://{host}:{server.server_port}/", private=False, outcome="private-address")
        assert server.requests == []
    channels.write(http={"url": f"https://{host}/send"})
    assert "http.url" in command("channel", "check", "--settings", channels.file, status=1).stderr or host == "localhost"


def test_a_huge_answer_is_not_read(channels):
    with Twilio("endless") as server:
        channels.twilio(server)
        started = time.monotonic()
        assert "reference" not in channels.run("sms")
        assert time.monotonic() - started < 5
        server.ended.set()
        assert server.written < 64 << 20


@pytest.mark.parametrize("answer", rows("trickle", "hang"))
def test_a_provider_that_hangs_is_left_in_time(channels, answer):
    with Twilio(answer) as server:
        channels.twilio(server)
        assert 9_000 < channels.run("sms", outcome="timeout")["milliseconds"] < 15_000


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_the_certificate_must_be_trusted(channels, tmp_path):
    authority = Authority(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority.sign("server", names="DNS:localhost"))
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    old.load_cert_chain(*authority.sign("old", names="DNS:localhost"))
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    channels.write(slack={})
    with Provider(context=context) as server, Provider(context=old) as ancient:
        # A client that accepts everything does speak with it.
        lax = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        lax.minimum_version, lax.check_hostname, lax.verify_mode = ssl.TLSVersion.TLSv1, False, ssl.CERT_NONE
        lax.set_ciphers("ALL:@SECLEVEL=0")
        with socket.create_connection(("localhost", ancient.server_port)) as plain, lax.wrap_socket(plain) as line:
            assert line.version() == "TLSv1.1"
        channels.run("slack", server.url(), outcome="tls-error")
        channels.run("slack", server.url(host="127.0.0.1"), "--webhook-ca", authority.certificate, outcome="tls-error")
        channels.run("slack", ancient.url(), "--webhook-ca", authority.certificate, outcome="tls-error")
        assert server.requests == ancient.requests == []
        channels.run("slack", server.url(), "--webhook-ca", authority.certificate)
        channels.run("slack", server.url(), FAIRKIT_WEBHOOK_CA=authority.certificate)
        assert len(server.requests) == 2


def test_a_provider_that_is_not_there_is_named_so(channels):
    with Twilio() as server:
        channels.twilio(server)
    channels.run("sms", outcome="unreachable")
    channels.write(slack={})
    channels.run("slack", "https://no-such-host.invalid/", outcome="unknown-host")


def test_check_shows_what_is_configured_and_no_secret(channels):
    channels.write(
        sms={"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "from": "+15550001111"}, slack={},
        http={"url": "https://gw.example.org/send", "json": {"to": "{to}"}, "secretHeaders": {"X-Key": "secret"}},
    )  # fmt: skip
    table = command("channel", "check", "--settings", channels.file).stdout
    printed = command("channel", "check", "--json", FAIRKIT_CHANNELS=channels.file).stdout
    assert [channel["kind"] for channel in json.loads(printed)["channels"]] == ["sms", "slack", "http"]
    for text in (table, printed):
        assert "twilio" in text and "gw.example.org" in text and TOKEN not in text and SECRET not in text


def test_the_file_is_strict(channels):
    def refusal(*arguments):
        ended = command("channel", "check", "--settings", *arguments, status=1)
        assert ended.stdout == "" and ended.stderr.startswith("Error: ") and ended.stderr.count("\n") == 1
        return ended.stderr

    assert "can't be read" in refusal(channels.folder / "none.json")
    channels.write(sms={"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "from": "+15550001111", "statuscallback": "x"})
    assert "sms.statuscallback is unknown" in refusal(channels.file)
    channels.write(sms={"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "missing", "from": "+15550001111"})
    assert "sms.authTokenFile names" in refusal(channels.file)
    (channels.folder / "token").chmod(0o644)
    channels.write(sms={"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "from": "+15550001111"})
    assert f"Run: chmod 600 {channels.folder}/token" in refusal(channels.file)
    assert "Name the file of channels" in command("channel", "check", status=1).stderr
    assert "has no voice" in channels_without_voice(channels)
    assert "fairkit outbox test" in command("channel", "test", "email", "--to", "a@example.org", status=64).stderr


def channels_without_voice(channels):
    channels.write(slack={})
    return command("channel", "test", "voice", "--to", TO, "--settings", channels.file, status=1).stderr


def test_the_server_reads_the_file_at_its_start(channels, tmp_path):
    command("init", "--data", tmp_path / "data")
    store = Store(tmp_path / "data")
    channels.write(slack={}, sms={"provider": "twilio"})
    assert "sms.accountSID is missing" in store.serve("--channels", channels.file, status=1).stderr
    assert "sms.accountSID is missing" in store.serve(status=1, FAIRKIT_CHANNELS=channels.file).stderr
    channels.write(slack={})
    assert store.serve("--channels", channels.file).stop() == 0
