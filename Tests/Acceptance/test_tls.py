"""TLS 1.3 with HTTP/2 and HTTP/1.1, with independent clients; certificates are reloaded; and no connection is unencrypted by accident."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import time

import httpx
import httpx_sse
import pytest
from cryptography import x509
from websockets.sync.client import connect

from fairkit import api, later, problem
from kits import kit_code, photo
from secured import address, authority, client, secure  # noqa: F401

READY = "/health/ready"
REGISTER = "/api/v1/test-kits/register"


def shown(world):
    """The certificate that a new connection is shown."""
    with socket.create_connection(address(world)) as line, world.context.wrap_socket(line, server_hostname="localhost") as secured:
        return x509.load_der_x509_certificate(secured.getpeercert(binary_form=True)).serial_number


def raised(laboratory, code, status=202):
    """Posts a critical result."""
    body = {"reference": f"T-{code}", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}
    assert laboratory.post("/api/v1/results", json=body).status_code == status


def claimed(consumer, wait):
    return consumer.post("/api/v1/alert-groups/default/claim", json={"limit": 1, "wait": wait}).json()["items"]


@pytest.mark.parametrize("version", ["HTTP/1.1", "HTTP/2"])
def test_the_main_job_works_over_tls(secure, version):
    options = {"http1": version == "HTTP/1.1", "http2": version == "HTTP/2"}
    code = kit_code()
    with client(secure, "patient", **options) as patient, client(secure, "laboratory", **options) as laboratory:
        with client(secure, "consumer", **options) as consumer:
            made = patient.post(REGISTER, files={"photo": ("kit.jpg", photo(code), "image/jpeg")})
            assert (made.status_code, made.http_version) == (201, version), made.text
            raised(laboratory, code, 201)
            items = claimed(consumer, 5)
            answer = consumer.post("/api/v1/alert-groups/default/ack", json={"token": items[0]["token"]})
            assert answer.status_code == 200
            assert answer.headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"
            assert answer.headers["cache-control"] == "no-store" and answer.headers["x-content-type-options"] == "nosniff"


def test_events_come_by_both_streams_over_tls(secure):
    code = kit_code()
    with client(secure, "laboratory") as laboratory, client(secure, "consumer", http2=True) as consumer:
        headers = {"X-API-Key": secure.keys["consumer"]}
        with connect(f"wss://{secure.server.address}/api/v1/ws", ssl=secure.context, additional_headers=headers, proxy=None) as socket:
            with httpx_sse.connect_sse(consumer, "GET", "/api/v1/alerts/stream") as source:
                assert source.response.http_version == "HTTP/2"
                raised(laboratory, code)
                first = next(event for event in source.iter_sse() if event.data)
                assert json.loads(first.data)["event"] == "raised"
            assert json.loads(socket.recv(timeout=10))["event"] == "raised"


def test_a_stream_of_http_2_cannot_become_a_websocket(secure):
    with client(secure, "consumer", http2=True) as consumer:
        problem(consumer.get("/api/v1/ws"), 426, "upgrade-required")
        assert consumer.get("/api/v1/alerts").status_code == 200


def test_a_claim_waits_and_is_woken_over_http_2(secure):
    with client(secure, "consumer", http2=True) as consumer, client(secure, "laboratory", http2=True) as laboratory:
        claim = later(lambda: claimed(consumer, 15))
        with client(secure, "consumer", http2=True) as impatient:
            assert claimed(impatient, 1) == [] and not claim.done()
        raised(laboratory, kit_code())
        assert len(claim.result(5)) == 1


def test_rate_limit_headers_are_sent_over_http_2(secure):
    with client(secure, "laboratory", http2=True) as laboratory:
        answer = laboratory.get("/api/v1/results")
        assert (answer.status_code, answer.http_version, answer.headers["ratelimit-policy"]) == (200, "HTTP/2", '"key";q=5000;w=10')


def test_a_client_that_goes_away_over_http_2_leaves_no_lease(secure):
    with client(secure, "consumer", http2=True) as gone:
        gone.timeout = 0.5
        with pytest.raises(httpx.ReadTimeout):
            claimed(gone, 15)
    with client(secure, "consumer") as consumer, client(secure, "laboratory") as laboratory:
        raised(laboratory, kit_code())
        items = claimed(consumer, 5)
        assert [item["deliveryAttempts"] for item in items] == [0]


def test_it_stops_in_time_with_streams_open(secure, authority):
    url = f"https://{secure.server.address}/api/v1/alert-groups/default/claim"
    line = ["curl", "-sS", "--http2", "--cacert", authority.certificate, "-H", f"X-API-Key: {secure.keys['consumer']}", "--json", '{"wait": 30}', url]
    with client(secure, "consumer", http2=True) as consumer, httpx_sse.connect_sse(consumer, "GET", "/api/v1/alerts/stream") as source:
        assert source.response.status_code == 200
        # curl, since httpx hears no answer any more once the server has said that it will take no more streams.
        claim = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        with client(secure, "consumer", http2=True) as impatient:
            assert claimed(impatient, 1) == []
        began = time.monotonic()
        assert secure.server.stop() == 0 and time.monotonic() - began < 6
        assert json.loads(claim.communicate(timeout=5)[0]) == {"items": []}


def test_nothing_older_than_tls_1_3_is_spoken(secure):
    secure.context.maximum_version = ssl.TLSVersion.TLSv1_2
    with socket.create_connection(address(secure)) as line, pytest.raises(ssl.SSLError):
        secure.context.wrap_socket(line, server_hostname="localhost")


def test_an_unencrypted_request_is_told_to_use_https(secure):
    """Its connection used to be closed without a word."""
    for send in (lambda url: httpx.get(url), lambda url: httpx.post(url, content=b"x" * 100_000)):
        answer = send(f"http://{secure.server.address}{READY}")
        assert answer.status_code == 400 and "https://" in answer.text and answer.headers["connection"] == "close"
    with client(secure) as stranger:
        assert stranger.get(READY).status_code == 200
    # One line for a minute, which names no client and nothing that the client sent.
    lines = [line for line in secure.server.log.splitlines() if "TLS port" in line]
    assert len(lines) == 1 and "warning" in lines[0] and "https" in lines[0] and "127.0.0.1" not in lines[0] and READY not in lines[0]
    with client(secure, "administrator") as administrator:
        assert 'fairkit_connections_closed_total{reason="without-tls"} 2' in administrator.get("/metrics").text


def test_a_photo_that_is_refused_early_ends_its_stream_and_not_the_connection(secure):
    with client(secure, http2=True) as stranger:
        for _ in range(3):
            refused = stranger.post(REGISTER, content=b"\0" * 3_000_000, headers={"Content-Type": "multipart/form-data; boundary=b"})
            problem(refused, 401, "unauthenticated")
            assert "connection" not in refused.headers
        assert stranger.get(READY).status_code == 200


def test_curl_speaks_http_2_with_it(secure, authority, tmp_path):
    (tmp_path / "photo").write_bytes(photo(kit_code()))
    line = ["curl", "-sS", "--http2", "--cacert", authority.certificate, "-w", "%{http_version} %{http_code}", "-H", f"X-API-Key: {secure.keys['patient']}"]
    line += ["-o", os.devnull, "-F", f"photo=@{tmp_path}/photo", f"https://{secure.server.address}{REGISTER}"]
    assert subprocess.run(line, capture_output=True, text=True, timeout=30).stdout == "2 201"


def test_commands_go_beside_tls(secure):
    assert "groups" not in secure.server.log
    assert [group["name"] for group in api(secure.store, "alert-groups")["items"]] == ["default"]


def until(condition):
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_a_new_certificate_is_shown_after_sighup_and_open_connections_go_on(secure, authority):
    before = shown(secure)
    with client(secure, http2=True) as early:
        assert early.get(READY).status_code == 200
        certificate, private_key = authority.sign("next")
        os.replace(private_key, secure.private_key)
        os.replace(certificate, secure.certificate)
        assert shown(secure) == before
        secure.server.process.send_signal(signal.SIGHUP)
        until(lambda: "certificate was reloaded" in secure.server.log)
        assert shown(secure) not in (before, None)
        assert early.get(READY).status_code == 200


@pytest.mark.parametrize("harm", ["certificate", "private_key"])
def test_a_certificate_that_cannot_be_used_leaves_the_one_before(secure, authority, harm):
    before = shown(secure)
    getattr(secure, harm).write_text("nothing in PEM\n")
    secure.server.process.send_signal(signal.SIGHUP)
    until(lambda: "stays" in secure.server.log)
    assert shown(secure) == before


def test_sighup_without_tls_ends_nothing(fresh):
    fresh.server.process.send_signal(signal.SIGHUP)
    until(lambda: "no TLS certificate" in fresh.server.log)
    assert httpx.get(f"http://{fresh.server.address}{READY}").status_code == 200


@pytest.mark.long
def test_a_handshake_that_does_not_end_is_cut_off(secure):
    with socket.create_connection(address(secure)) as silent, socket.create_connection(address(secure)) as slow:
        slow.sendall(b"\x16\x03\x01")
        for line in (silent, slow):
            line.settimeout(20)
            assert line.recv(1) == b""


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_it_does_not_listen_in_clear_where_others_reach_it(fresh, host):
    assert fresh.server.stop() == 0
    said = fresh.store.serve("--host", host, status=1).stderr
    assert "--tls-certificate" in said and "--behind-proxy" in said and host in said


def test_it_listens_in_clear_behind_a_proxy_and_with_tls_anywhere(fresh, authority):
    assert fresh.server.stop() == 0
    behind = fresh.store.serve("--host", "0.0.0.0", "--behind-proxy", "local")
    answer = httpx.get(f"http://{behind.address}{READY}")
    assert answer.status_code == 200 and "strict-transport-security" not in answer.headers
    assert behind.stop() == 0
    certificate, private_key = authority.sign("server")
    secured = fresh.store.serve("--host", "0.0.0.0", "--tls-certificate", certificate, "--tls-key", private_key)
    assert httpx.get(f"https://{secured.address}{READY}", verify=ssl.create_default_context(cafile=authority.certificate)).status_code == 200
    assert secured.stop() == 0


def test_files_that_do_not_fit_are_refused_with_what_to_do(fresh, authority, tmp_path):
    assert fresh.server.stop() == 0
    (certificate, private_key), (_, other) = authority.sign("server"), authority.sign("other")
    (tmp_path / "empty").write_text("")
    (tmp_path / "open").write_bytes(private_key.read_bytes())
    for path in (private_key, other, tmp_path / "empty"):
        path.chmod(0o600)
    (tmp_path / "open").chmod(0o644)
    locked = tmp_path / "locked"
    subprocess.run(["openssl", "ec", "-aes256", "-passout", "pass:secret", "-in", private_key, "-out", locked], check=True, capture_output=True)
    locked.chmod(0o600)
    for chain, key, said in [
        (certificate, other, "not the private key of"),
        (certificate, tmp_path / "empty", "no PEM private key"),
        (certificate, locked, "without a passphrase"),
        (certificate, tmp_path / "open", "chmod o="),
        (certificate, tmp_path / "nowhere", "can't be read"),
        (tmp_path / "empty", private_key, "certificate"),
        (tmp_path / "nowhere", private_key, "certificate"),
    ]:
        refused = fresh.store.serve("--tls-certificate", chain, "--tls-key", key, status=1).stderr
        assert re.search(said, refused) and "secret" not in refused, refused
    assert "private key together" in fresh.store.serve("--tls-certificate", certificate, status=1).stderr
    assert "private key together" in fresh.store.serve(status=1, FAIRKIT_TLS_KEY=private_key).stderr
