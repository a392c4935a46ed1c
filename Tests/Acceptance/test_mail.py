"""Mail: real SMTP servers accept, postpone and refuse messages, lie and fail. Each message arrives, and only once unless the server was killed."""

import json
import pathlib
import re
import signal
import smtplib
import socket
import ssl
import subprocess
import time

import pytest

import databases
from certificates import Authority
from fairkit import BINARY, command, surroundings, until
from mail_server import SENDER, Post, Server, context, plain
from ports import free_port
from trials import rows

PERSON = "marker.recipient@example.net"


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def post():
    return Post()


@pytest.fixture
def listen(post):
    """Starts mail servers, and stops them."""
    servers = []

    def start(**options):
        server = Server(post, **options)
        server.start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        try:
            server.stop()
        except AssertionError:
            pass  # It was stopped before.


@pytest.fixture
def mailing(fresh):
    """Restarts the server with a mail server."""

    def start(url, *more, **environment):
        if fresh.server.process.poll() is None:
            assert fresh.server.stop() == 0
        fresh.start("--mail-server", url, "--mail-from", SENDER, *more, **environment)

    return start


def outbox(store, *arguments, status=0):
    return command("outbox", *arguments, "--data", store.path, status=status)


def listed(store, *arguments):
    return json.loads(outbox(store, "list", "--json", *arguments).stdout)["items"]


def sending(store):
    """A command that sends a test message, and waits for what becomes of it."""
    line = [BINARY, "outbox", "test", PERSON, "--data", store.path]
    return subprocess.Popen(line, env=surroundings({}, line), stderr=subprocess.DEVNULL)


def test(store, to=PERSON, status=0):
    return outbox(store, "test", to, status=status)


test.__test__ = False


def written(world, to=PERSON):
    """A mail that waits where no server sends any."""
    world.administrator.ask(201, "POST", "/api/v1/accounts/invitations", json={"email": to, "role": "coordinator"})


# What arrives.


def test_a_message_arrives_by_starttls_with_a_login(fresh, post, listen, mailing, authority, tmp_path):
    server = listen(starttls=context(authority), login=("fairkit", "s3cr3t pass"))
    password = tmp_path / "password"
    password.write_text("s3cr3t pass\n")
    password.chmod(0o600)
    mailing(f"smtp://localhost:{server.port}", "--mail-ca", authority.certificate, "--mail-user", "fairkit", "--mail-password-file", password)
    assert "accepted the message" in test(fresh.store).stdout
    session, envelope = post.messages[0]
    assert session.authenticated and session.ssl is not None
    assert (envelope.mail_from, envelope.rcpt_tos) == (SENDER, [PERSON])
    message = post.parsed()[0]
    assert message["From"] == f"FairKit <{SENDER}>" and message["To"] == PERSON and message["Subject"] == "A test message"
    assert re.fullmatch(r"<[0-9a-f-]{36}@example\.org>", message["Message-ID"])
    assert abs(message["Date"].datetime.timestamp() - time.time()) < 60
    assert message.get_content_type() == "text/plain" and "sent it to test" in message.get_content()
    assert not message.defects
    assert listed(fresh.store) == []
    (left,) = listed(fresh.store, "--all")
    assert left["state"] == "sent" and "recipient" not in left and left["id"] in message["Message-ID"]
    assert fresh.server.stop() == 0
    for secret in (PERSON, "marker.recipient", "s3cr3t"):
        assert secret not in fresh.server.log


def test_a_message_arrives_by_tls_from_the_start(fresh, post, listen, mailing, authority):
    server = listen(tls=context(authority))
    mailing(f"smtps://localhost:{server.port}", "--mail-ca", authority.certificate)
    test(fresh.store)
    assert len(post.messages) == 1


def test_several_messages_use_one_connection(fresh, post, listen, mailing):
    for number in range(5):
        written(fresh, f"person{number}@example.net")
    assert fresh.server.stop() == 0
    assert [one["state"] for one in listed(fresh.store)] == ["waiting"] * 5
    server = listen()
    mailing(plain(server))
    until(lambda: len(post.messages) == 5)
    assert post.connections == 1
    assert [envelope.rcpt_tos for _, envelope in post.messages] == [[f"person{number}@example.net"] for number in range(5)]


# What does not.


def old(made):
    """The same context, limited to TLS 1.1."""
    made.minimum_version, made.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    made.set_ciphers("ALL:@SECLEVEL=0")
    return made


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1")
@pytest.mark.parametrize("fault", ["another authority", "another name", "no STARTTLS", "no TLS at all", "TLS 1.1"])
def test_nothing_is_said_to_a_server_that_cannot_be_trusted(fresh, post, listen, mailing, authority, tmp_path, fault):
    scheme, trusted, made, more = "smtp", authority.certificate, None, {}
    if fault == "another authority":
        (tmp_path / "other").mkdir()
        trusted, made = Authority(tmp_path / "other").certificate, context(authority)
    elif fault == "another name":
        made = context(authority, "elsewhere", names="DNS:elsewhere.example")
    elif fault == "TLS 1.1":
        made = old(context(authority))
        # The system's own settings refuse it, too. These take everything, so that it is FairKit which refuses.
        settings = tmp_path / "openssl.cnf"
        settings.write_text("openssl_conf = all\n[all]\nssl_conf = ssl\n[ssl]\nsystem_default = old\n[old]\nMinProtocol = TLSv1\nCipherString = ALL:@SECLEVEL=0\n")
        more["OPENSSL_CONF"] = settings
    elif fault == "no TLS at all":
        scheme = "smtps"
    server = listen(starttls=made)
    if fault == "TLS 1.1":
        lenient = old(ssl.create_default_context(cafile=authority.certificate))
        with smtplib.SMTP("localhost", server.port) as client:
            client.starttls(context=lenient)
            assert client.sock.version() == "TLSv1.1", "a client that takes everything gets in"
    mailing(f"{scheme}://localhost:{server.port}", "--mail-ca", trusted, **more)
    said = test(fresh.store, status=1).stderr
    assert ("without-tls" if fault == "no STARTTLS" else "tls-error") in said, said
    assert not post.messages and listed(fresh.store)[0]["state"] == "waiting"


def test_the_system_does_not_know_our_authority(fresh, post, listen, mailing, authority):
    server = listen(starttls=context(authority))
    mailing(f"smtp://localhost:{server.port}")
    assert "tls-error" in test(fresh.store, status=1).stderr and not post.messages


def test_a_wrong_password_is_told_and_the_mail_waits(fresh, post, listen, mailing, authority, tmp_path):
    server = listen(starttls=context(authority), login=("fairkit", "right"))
    password = tmp_path / "password"
    password.write_text("wrong-marker")
    password.chmod(0o600)
    mailing(f"smtp://localhost:{server.port}", "--mail-ca", authority.certificate, "--mail-user", "fairkit", "--mail-password-file", password)
    assert "unauthorized 535" in test(fresh.store, status=1).stderr
    mailing(f"smtp://localhost:{server.port}", "--mail-ca", authority.certificate)
    until(lambda: listed(fresh.store)[0]["lastError"] == "unauthorized 530")
    assert not post.messages and "wrong-marker" not in fresh.server.log


def test_a_server_that_is_down_is_tried_until_it_is_up(fresh, post, listen, mailing):
    port = free_port()
    mailing(f"smtp+plain://127.0.0.1:{port}")
    assert "unreachable" in test(fresh.store, status=1).stderr
    listen(port=port)
    until(lambda: len(post.messages) == 1)
    until(lambda: not listed(fresh.store))
    log = fresh.server.log
    assert log.count("a channel fails") == 1 and log.count("a channel works again") == 1


@pytest.mark.parametrize("command", rows("RCPT", "DATA"))
def test_a_postponed_mail_is_sent_later(fresh, post, listen, mailing, command):
    post.script = [(command, "451 Greylisted, write to marker@example.com")]
    server = listen()
    mailing(plain(server))
    assert "postponed 451" in test(fresh.store, status=1).stderr
    until(lambda: len(post.messages) == 1)
    until(lambda: not listed(fresh.store))
    (left,) = listed(fresh.store, "--all")
    assert left["attempts"] == 2 and left["state"] == "sent" and "marker" not in fresh.server.log


@pytest.mark.parametrize("command", rows("RCPT", "DATA"))
def test_a_refused_mail_is_retried_only_by_command(fresh, post, listen, mailing, command):
    post.script = [(command, "550 No such user marker@example.com")]
    server = listen()
    mailing(plain(server))
    assert "refused the message (refused 550)" in test(fresh.store, status=1).stderr
    test(fresh.store, "somebody.else@example.net")
    assert len(post.messages) == 1
    (one,) = listed(fresh.store)
    assert one["state"] == "failed" and one["recipient"] == "m•••@example.net"
    assert "is sent again now" in outbox(fresh.store, "retry", one["id"]).stdout
    until(lambda: len(post.messages) == 2)
    until(lambda: not listed(fresh.store))
    assert "is sent" in outbox(fresh.store, "retry", one["id"], status=1).stderr


def test_a_hanging_mail_server_does_not_delay_a_stop(fresh, mailing):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        mailing(f"smtp+plain://127.0.0.1:{silent.getsockname()[1]}")
        sender = sending(fresh.store)
        connection, _ = silent.accept()
        began = time.monotonic()
        assert fresh.server.stop() == 0 and time.monotonic() - began < 6
        connection.close()
        sender.kill()
        sender.wait()


def test_a_server_that_hangs_on_one_tenants_mail_keeps_no_other_tenants_waiting(fresh, post, listen, mailing):
    """All tenants had one connection, one mail after the other, and thirty seconds each."""
    post.script = [("DATA", "hang")]
    mailing(plain(listen()))
    command("tenant", "create", "kisumu", "--data", fresh.store.path)
    sender = sending(fresh.store)
    assert post.taken.wait(20)
    began = time.monotonic()
    command("outbox", "test", "other@example.net", "--data", fresh.store.path, "--tenant", "kisumu")
    assert time.monotonic() - began < 15
    sender.kill()
    sender.wait()


def test_a_kill_between_sending_and_noting_sends_twice_at_most_under_one_id(fresh, post, listen, mailing):
    post.script = [("DATA", "hang")]
    server = listen()
    mailing(plain(server))
    sender = sending(fresh.store)
    assert post.taken.wait(20)
    fresh.server.stop(signal.SIGKILL)
    sender.wait(60)
    assert [one["state"] for one in listed(fresh.store)] == ["waiting"]
    mailing(plain(server))
    until(lambda: not listed(fresh.store))
    first, second = post.parsed()
    assert first["Message-ID"] == second["Message-ID"] and first.as_bytes() == second.as_bytes()


# What operators see.


def test_without_a_mail_server_no_test_message_waits(fresh):
    """It used to be sent weeks later, once a mail server was set."""
    assert "The server can't send mail, so nothing was queued" in test(fresh.store, status=1).stderr
    assert fresh.server.stop() == 0
    assert "The server can't send mail" in test(fresh.store, status=1).stderr
    assert listed(fresh.store, "--all") == []


def test_the_outbox_shows_what_waits_and_only_show_tells_all(fresh):
    written(fresh)
    (one,) = listed(fresh.store)
    assert one["kind"] == "invitation" and one["state"] == "waiting" and one["recipient"] == "m•••@example.net" and one["attempts"] == 0
    table = outbox(fresh.store).stdout
    assert one["id"] in table and "m•••@example.net" in table and PERSON not in table
    whole = outbox(fresh.store, "show", one["id"]).stdout
    assert PERSON in whole and "fi_" in whole
    assert "no such mail" in outbox(fresh.store, "show", "01a1fc15-44c8-78f6-9d3f-ace9244b24ff", status=1).stderr
    assert PERSON not in fresh.server.log
    assert fresh.server.stop() == 0
    rows = fresh.store.witness().execute("SELECT action, object FROM audit WHERE action LIKE 'outbox.%' ORDER BY number").fetchall()
    assert rows == [("outbox.listed", None), ("outbox.listed", None), ("outbox.shown", one["id"])]


def test_mail_is_encrypted_at_rest(fresh):
    written(fresh)
    assert fresh.server.stop() == 0
    for file in pathlib.Path(fresh.store.path).rglob("*"):
        assert not file.is_file() or b"marker.recipient" not in file.read_bytes(), file
    if databases.IN_USE:
        rows = databases.dump(fresh.store.path)
        assert b"COPY" in rows and not any(text in rows for text in (b"marker.recipient", b"marker.recipient".hex().encode()))


def test_the_metrics_count_mail(fresh, post, listen, mailing):
    written(fresh)
    page = fresh.administrator.get("/metrics").text
    assert re.search(r'^fairkit_mails_waiting\{tenant="default"\} 1(\.0)?$', page, re.MULTILINE), page
    post.script = [("RCPT", "550 no")]
    mailing(plain(listen()))
    until(lambda: 'fairkit_messages_total{channel="email",outcome="refused"} 1' in fresh.administrator.get("/metrics").text)


# Settings.


@pytest.mark.parametrize(
    "settings, said",
    [
        ({"MAIL_SERVER": "mail.example.org"}, "smtp://HOST:PORT"),
        ({"MAIL_SERVER": "smtp://user:secret-marker@mail.example.org"}, "smtp://HOST:PORT"),
        ({"MAIL_SERVER": "smtp+plain://mail.example.org"}, "localhost only"),
        ({"MAIL_FROM": "nobody"}, "FAIRKIT_MAIL_FROM"),
        ({"MAIL_FROM": None}, "FAIRKIT_MAIL_FROM"),
        ({"MAIL_SERVER": None}, "FAIRKIT_MAIL_FROM needs a mail server"),
        ({"MAIL_USER": "fairkit"}, "user and password together"),
        ({"MAIL_PASSWORD_FILE": "{password}"}, "user and password together"),
        ({"MAIL_USER": "fairkit", "MAIL_PASSWORD_FILE": "/nowhere/password"}, "/nowhere/password"),
        ({"MAIL_USER": "fairkit", "MAIL_PASSWORD_FILE": "{open}"}, "chmod 600"),
        ({"MAIL_USER": "fairkit", "MAIL_PASSWORD_FILE": "{empty}"}, "one line each"),
        ({"MAIL_CA": "/nowhere/ca.pem"}, "/nowhere/ca.pem"),
        ({"MAIL_CA": "{empty}"}, "no certificates in PEM"),
        ({"PUBLIC_URL": "http://kit.example.org"}, "FAIRKIT_PUBLIC_URL"),
        ({"PUBLIC_URL": "https://kit.example.org/?a=b"}, "FAIRKIT_PUBLIC_URL"),
    ],
)
def test_an_invalid_setting_is_refused(stopped_store, tmp_path, settings, said):
    for name, text, mode in (("password", "secret-marker", 0o600), ("open", "secret-marker", 0o640), ("empty", "\n", 0o600)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    given = {"MAIL_SERVER": "smtp://mail.example.org", "MAIL_FROM": SENDER, **settings}
    files = {name: tmp_path / name for name in ("password", "open", "empty")}
    environment = {f"FAIRKIT_{name}": text.format(**files) for name, text in given.items() if text is not None}
    done = stopped_store.serve(status=1, **environment)
    assert said in done.stderr and done.stderr.count("\n") == 1 and "secret-marker" not in done.stderr


@pytest.fixture(scope="module")
def stopped_store(template):
    return template.store
