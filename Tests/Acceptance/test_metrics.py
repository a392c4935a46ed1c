"""The metrics page: its format, its access rights, and no personal data."""

import re
import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from fairkit import PLAIN, problem
from kits import kit_code
from observed import metrics_address, samples, scrape, walk


def test_an_aborted_upload_is_not_a_server_error(measured):
    """Phones lose their network: that raises no alarm."""
    key, address = measured.keys["patient"], measured.server.address.split(":")
    for how in ("closed", "reset", "no chunk"):
        with socket.create_connection((address[0], int(address[1]))) as client:
            length = "Transfer-Encoding: chunked" if how == "no chunk" else "Content-Length: 100000"
            head = f"POST /api/v1/test-kits/register HTTP/1.1\r\nHost: x\r\nX-API-Key: {key}\r\nContent-Type: multipart/form-data; boundary=b\r\n{length}\r\n\r\n"
            client.sendall(head.encode() + (b"zz\r\n" if how == "no chunk" else b"--b\r\n"))
            if how == "reset":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert measured.patient.get("/api/v1/results").status_code == 200
    assert measured.server.stop() == 0
    assert 'status="5' not in measured.server.log and "request failed" not in measured.server.log, measured.server.log
    assert not re.search(r"status=5\d\d", measured.server.log)


def test_the_socket_shows_the_servers_metrics(measured):
    transport = httpx.HTTPTransport(uds=str(measured.store.path / "control.sock"), verify=PLAIN)
    with httpx.Client(transport=transport, base_url="http://fairkit") as client:
        assert client.get("/metrics").status_code == 200
        assert "fairkit_http_requests_total" in client.get("/metrics").text


@pytest.fixture
def measured(fresh):
    assert fresh.server.stop() == 0
    fresh.start("--metrics-port", 0)
    return fresh


def test_prometheus_own_parser_takes_the_page(measured):
    walk(measured)
    text = scrape(measured.server)
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert {family.type for family in families.values()} == {"counter", "gauge", "histogram"}
    assert all(family.documentation for family in families.values()), "a metric without help"
    for family in families.values():
        assert family.name.startswith(("fairkit_", "process_")), family.name
        if family.type == "histogram":
            assert family.name.endswith(("_seconds", "_size")), family.name
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) == len(samples(text)), "a series stands there twice"
    series = [line.rsplit(" ", 1)[0] for line in lines if "_bucket" not in line]
    assert len(series) < 400, "more series than a small server should have"


def test_it_counts_what_was_done(measured):
    code, before = kit_code(), samples(scrape(measured.server))
    measured.patient.register(code)
    result = measured.laboratory.result(code, 820)
    measured.laboratory.ask(200, "GET", f"/api/v1/results/{result['id']}")
    item = measured.consumer.claim()[0]
    measured.consumer.ack(item["token"])
    measured.patient.get("/nothing/here")
    after = samples(scrape(measured.server))

    def grown(name, **labels):
        key = (name, frozenset(labels.items()))
        return after[key] - before.get(key, 0)

    assert grown("fairkit_http_requests_total", method="GET", route="/api/v1/results/{id}", status="200") == 1
    assert grown("fairkit_http_requests_total", method="GET", route="none", status="404") == 1
    assert grown("fairkit_http_request_duration_seconds_count", route="/api/v1/results/{id}") == 1
    assert grown("fairkit_results_recorded_total", flag="HH") == 1
    assert grown("fairkit_commits_total") >= 4
    assert grown("fairkit_commit_failures_total") == 0


def test_the_port_without_a_key_serves_the_page_and_nothing_else(measured):
    client = httpx.Client(base_url=f"http://{metrics_address(measured.server)}")
    page = client.head("/metrics")
    assert page.status_code == 200 and page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["content-security-policy"].startswith("default-src 'none'; ")
    for path in ("/", "/api/v1/results", "/health/ready", "/metrics/more"):
        problem(client.get(path, headers={"X-API-Key": measured.keys["administrator"]}), 404, "not-found")
    # A page that a browser on this machine was lured to, under a name that now points here.
    problem(client.get("/metrics", headers={"Host": "rebound.example"}), 421, "misdirected")
    assert client.get("/metrics", headers={"Host": "localhost:9464"}).status_code == 200


def test_the_port_without_a_key_is_this_machines_own(measured):
    port = int(metrics_address(measured.server).split(":")[1])
    with open("/proc/net/tcp") as sockets:
        listening = [line.split()[1] for line in sockets if line.split()[3] == "0A"]
    assert [entry for entry in listening if entry.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_a_taken_port_is_named(fresh):
    assert fresh.server.stop() == 0
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = fresh.store.serve("--metrics-port", port, status=1).stderr
    assert f"Port {port} on 127.0.0.1 is in use" in said and "--metrics-port" in said


def test_the_page_tells_nothing_about_a_person(measured):
    texts, ids = walk(measured)
    measured.patient.get(f"/Markerpath/{ids[0]}?name=Markerquery")
    measured.patient.request("MARKERMETHOD", "/health/live")
    page = scrape(measured.server).lower()
    assert not [text for text in [*texts, *ids, "marker", "/api/v1/profiles/0"] if text.lower() in page]
