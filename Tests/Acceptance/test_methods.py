"""Every path lists its methods; a path with GET also has HEAD."""

import socket

import pytest

from examples import NO_ID, PROFILES, REGISTER, RESULTS, SCAN
from fairkit import problem
from kits import kit_code
from wire import heard

KITS, GROUP = "/api/v1/test-kits", "/api/v1/alert-groups/default"
PATHS = {
    "/health/live": "GET HEAD", "/health/ready": "GET HEAD",
    PROFILES: "GET HEAD POST", f"{PROFILES}/{NO_ID}": "GET HEAD PATCH",
    KITS: "GET HEAD POST", REGISTER: "POST", SCAN: "POST", f"{KITS}/search": "POST",
    f"{KITS}/{NO_ID}": "GET HEAD", f"{KITS}/{NO_ID}/status": "POST", f"{KITS}/{NO_ID}/photo": "GET HEAD", f"{KITS}/{NO_ID}/review": "POST",
    RESULTS: "GET HEAD POST", f"{RESULTS}/{NO_ID}": "GET HEAD", f"{RESULTS}/{NO_ID}/corrections": "POST",
    "/api/v1/alerts": "GET HEAD", f"/api/v1/alerts/{NO_ID}": "GET HEAD",
    f"{GROUP}/claim": "POST", f"{GROUP}/ack": "POST", f"{GROUP}/extend": "POST", f"{GROUP}/release": "POST",
}  # fmt: skip
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


def allowed(response):
    return set(response.headers["allow"].replace(" ", "").split(","))


@pytest.mark.parametrize("path", PATHS)
def test_a_method_that_a_path_lacks_is_405_and_names_those_it_has(world, path):
    """Every other method is supported: its response is never 405."""
    has = set(PATHS[path].split())
    for method in METHODS:
        response = world.administrator.request(method, path)
        if method in has:
            assert response.status_code != 405, method
        else:
            assert response.status_code == 405 and allowed(response) == has, (method, response.status_code, response.headers.get("allow"))
            if method != "HEAD":
                problem(response, 405, "method-not-allowed")


@pytest.mark.parametrize("path", ["/api", "/api/v1", "/api/v1/nothing", f"{KITS}/{NO_ID}/nothing", f"{GROUP}/nothing", f"{RESULTS}/{NO_ID}/corrections/1"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_path_that_does_not_exist_stays_404(world, path, method):
    response = world.clinician.request(method, path)
    problem(response, 404, "not-found")
    assert "allow" not in response.headers


def test_a_wrong_method_does_nothing_and_does_not_disturb_what_follows(world):
    """The body of the refused request would be taken for the next one on the connection."""
    code = kit_code()
    for role in ("patient", "laboratory", "consumer"):
        client = getattr(world, role)
        problem(client.put(REGISTER, json={"barcode": code, "padding": "x" * 900_000}), 405, "method-not-allowed")
        assert client.ask(200, "GET", "/health/live") == {"status": "live"}
    problem(world.clinician.post(f"{KITS}/search", json={"kitCode": code}), 404, "not-found")


def test_options_lists_the_methods_without_a_key(world):
    """The document that is served without a key lists them all."""
    assert allowed(world.server.client().delete(RESULTS)) == {"GET", "HEAD", "POST"}


@pytest.mark.parametrize("role, path", [("patient", KITS), ("clinician", RESULTS), ("clinician", "/api/v1/alerts"), ("clinician", f"{KITS}/{NO_ID}")])
def test_head_has_the_fields_of_get_and_no_body(world, role, path):
    client = getattr(world, role)
    got, head = client.get(path), client.head(path)
    assert head.status_code == got.status_code and head.content == b""
    assert {name: head.headers.get(name) for name in ("content-type", "content-length", "etag")} == {
        name: got.headers.get(name) for name in ("content-type", "content-length", "etag")
    }


def test_a_head_that_is_refused_has_no_body_either(world):
    host, port = world.server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(f"HEAD {REGISTER} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {world.keys['patient']}\r\n\r\n".encode())
        head, _, body = heard(line).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 405 ") and body == b""
        line.sendall(f"GET /health/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert heard(line, until=b"}").startswith(b"HTTP/1.1 200 ")
