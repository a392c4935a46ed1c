"""A server that can't listen reports it and stops; it never hangs with the directory locked."""

import socket
import subprocess
import time

import pytest

from fairkit import BINARY, command, surroundings


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def serve(store, *options):
    line = [BINARY, "serve", "--data", str(store), *options]
    return subprocess.run(line, env=surroundings({}, line), capture_output=True, text=True, timeout=20)


@pytest.fixture
def store(tmp_path):
    command("init", "--data", tmp_path / "data")
    return tmp_path / "data"


def test_a_port_in_use_is_named(store, taken):
    ended = serve(store, "--port", str(taken))
    assert ended.returncode == 1
    assert f"Port {taken}" in ended.stderr and "--port" in ended.stderr


@pytest.mark.parametrize("option", ["--port", "--metrics-port"])
def test_a_port_in_use_is_one_sentence(store, taken, option):
    """Two lines of a library's stood before it."""
    ended = serve(store, *([] if option == "--port" else ["--port", "0"]), option, str(taken))
    assert ended.returncode == 1 and ended.stdout == ""
    assert ended.stderr == f"Error: Port {taken} on 127.0.0.1 is in use. Stop the other program, or choose another {option}.\n"


def test_the_log_names_the_address_and_where_the_api_is_described(fresh):
    address = fresh.server.address
    line = next(line for line in fresh.server.log.splitlines() if "notice fairkit" in line and "listening" in line)
    assert f"address={address}" in line and f"docs=http://{address}/docs" in line


def test_a_browser_is_led_to_the_sign_in(world):
    stranger = world.server.client()
    assert stranger.get("/").headers["location"] == "/home"
    assert stranger.get("/", follow_redirects=True).url.path == "/sign-in"


@pytest.mark.parametrize("host", ["192.0.2.1", "nosuchhost.invalid"])
def test_an_address_of_another_machine_is_refused(store, host):
    ended = serve(store, "--host", host, "--port", "0", "--behind-proxy", "local")
    assert ended.returncode == 1
    assert host in ended.stderr


def test_answers_are_kept_by_nobody_and_taken_for_what_they_are(world):
    stranger = world.server.client()
    page = stranger.get("/docs")
    known = stranger.get("/docs", headers={"If-None-Match": page.headers["etag"]})
    kept = {answer.status_code: answer.headers.get("cache-control") for answer in (page, known)}
    assert kept == {200: "no-cache", 304: None}
    others = [stranger.get("/health/ready"), stranger.get("/api/v1/alerts"), stranger.get("/nowhere"), stranger.delete("/docs"), world.clinician.get("/api/v1/results")]
    assert [answer.status_code for answer in others] == [200, 401, 404, 405, 200]
    assert {answer.headers["cache-control"] for answer in others} == {"no-store"}
    assert {answer.headers["x-content-type-options"] for answer in (page, known, *others)} == {"nosniff"}
    assert not any("strict-transport-security" in answer.headers for answer in others)


def test_browsers_may_do_nothing_with_an_answer(world):
    stranger = world.server.client()
    page, account = stranger.get("/docs"), stranger.get("/shared/results")
    data = [world.clinician.get("/api/v1/results"), stranger.get("/api/v1/alerts"), stranger.get("/nowhere"), stranger.get("/openapi.yaml"), stranger.options("/docs")]
    nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    assert {answer.headers["content-security-policy"] for answer in data} == {nothing}
    for own in (page, account):
        assert own.headers["content-security-policy"] != nothing
        for directive in nothing.split("; "):
            assert directive in own.headers["content-security-policy"].split("; ")
    assert {answer.headers["referrer-policy"] for answer in (page, account, *data)} == {"no-referrer"}
    # What 304 says would take the place of the page's own policy in the browser's cache.
    assert "content-security-policy" not in stranger.get("/docs", headers={"If-None-Match": page.headers["etag"]}).headers


def test_pages_of_others_are_let_read_nothing(world):
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-api-key"}
    for method, path in [("OPTIONS", "/api/v1/results"), ("GET", "/api/v1/results"), ("GET", "/docs"), ("POST", "/api/v1/auth/login"), ("OPTIONS", "/api/v1/auth/login")]:
        answer = world.patient.request(method, path, headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control-")], (method, path)


def test_a_form_of_somebody_elses_page_is_no_request(fresh):
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    for path in ("auth/login", "auth/register", "auth/password/reset", "shared"):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
            answer = fresh.server.client().post(f"/api/v1/{path}", content='{"email": "a@example.org"}', headers={"Content-Type": kind})
            assert answer.status_code == 415, (path, kind)


def test_each_client_that_connects_while_a_server_starts_is_answered(store):
    """The check of the port listened, too: who connected to it waited for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    line = [BINARY, "serve", "--data", str(store), "--port", str(port)]
    server = subprocess.Popen(line, env=surroundings({}, line), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    answered, end = 0, time.monotonic() + 20
    try:
        while answered < 200 and time.monotonic() < end:
            try:
                client = socket.create_connection(("127.0.0.1", port), timeout=5)
            except ConnectionRefusedError:
                continue
            with client:
                client.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert client.recv(100).startswith(b"HTTP/1.1 200")
            answered += 1
    finally:
        server.terminate()
        assert server.wait(20) == 0
    assert answered == 200
