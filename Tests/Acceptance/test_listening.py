"""A server that can't listen says so and ends; it never hangs with the directory locked."""

import socket
import subprocess

import pytest

from fairkit import BINARY


@pytest.fixture
def taken():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def serve(store, *options):
    return subprocess.run(
        [BINARY, "serve", "--data", str(store), *options], capture_output=True, text=True, timeout=20
    )


@pytest.fixture
def store(tmp_path):
    subprocess.run([BINARY, "init", "--data", str(tmp_path / "data")], check=True, capture_output=True)
    return tmp_path / "data"


def test_a_port_in_use_is_named(store, taken):
    ended = serve(store, "--port", str(taken))
    assert ended.returncode == 1
    assert f"Port {taken}" in ended.stderr and "--port" in ended.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "nosuchhost.invalid"])
def test_an_address_of_another_machine_is_refused(store, host):
    ended = serve(store, "--host", host, "--port", "0")
    assert ended.returncode == 1
    assert host in ended.stderr
