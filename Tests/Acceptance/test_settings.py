"""Settings: options override environment variables, which override the file; invalid values are refused with a reason."""

import re

import pytest

import databases
from fairkit import Store, command


@pytest.fixture
def store(tmp_path):
    command("init", "--data", tmp_path / "data")
    return Store(tmp_path / "data")


@pytest.fixture
def config(tmp_path):
    def write(text, mode=0o600):
        file = tmp_path / "fairkit.conf"
        file.write_text(text)
        file.chmod(mode)
        return file

    return write


def refusal(*arguments, **environment):
    """The message of a refused command: one sentence, and no standard output."""
    ended = command("serve", *arguments, status=1, **environment)
    assert ended.stdout == "" and ended.stderr.startswith("Error: ") and ended.stderr.count("\n") == 1
    return ended.stderr


def log_of(server):
    assert server.stop() == 0
    return server.log


def test_options_and_variables_override_the_file(store, config):
    file = config("# a comment\n; another\n\nFAIRKIT_LOG_LEVEL = 'notice'\nPATH=/usr/bin\n")
    from_file = store.serve("--config", file)
    from_file.client().get("/health/live")
    assert "status=200" not in log_of(from_file)

    from_variable = store.serve(FAIRKIT_CONFIG=file, FAIRKIT_LOG_LEVEL="info")
    from_variable.client().get("/health/live")
    assert "status=200" in log_of(from_variable)

    from_option = store.serve("--log-level", "notice", FAIRKIT_LOG_LEVEL="info")
    from_option.client().get("/health/live")
    assert "status=200" not in log_of(from_option)


def test_the_data_directory_and_the_master_key_may_stand_in_the_file(store, config):
    key = store.master.read_text()
    store.master.unlink()
    place = [f"{name}={text}\n" for name, text in databases.setting(["--data", store.path], {}).items()]
    file = config("".join([f'FAIRKIT_DATA="{store.path}"\n', *place, f"FAIRKIT_MASTER_KEY={key}"]))
    assert command("key", "create", "--config", file, "--role", "consumer", "--name", "pager").stdout.startswith("id")
    file.chmod(0o640)
    said = refusal("--config", file)
    assert f"chmod 600 {file}" in said and key.strip() not in said


def test_a_systemd_credential_is_the_master_key(store, tmp_path):
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    store.master.rename(credentials / "fairkit-master-key")
    # systemd grants its user an access list, which shows as the group's bits.
    (credentials / "fairkit-master-key").chmod(0o440)
    assert store.serve(CREDENTIALS_DIRECTORY=credentials).stop() == 0
    assert "no master key at" in refusal("--data", store.path)
    assert "does not contain a master key" in refusal("--data", store.path, CREDENTIALS_DIRECTORY=credentials, FAIRKIT_MASTER_KEY="ab")
    (credentials / "fairkit-master-key").write_text("damaged")
    assert "does not contain a master key" in refusal("--data", store.path, CREDENTIALS_DIRECTORY=credentials)


@pytest.mark.parametrize(
    "line, said",
    [
        ("FAIRKIT_PROT=9000", "Unknown setting FAIRKIT_PROT in .*FAIRKIT_PORT"),
        ("FAIRKIT_CONFIG=other.conf", "Unknown setting FAIRKIT_CONFIG in "),
        ("FAIRKIT_PORT 9000", "Line 1 of .* write NAME=value"),
        ("FAIRKIT_DATA=/srv/fair\\kit", "Line 1 of .* without backslashes"),
    ],
)
def test_an_invalid_file_is_refused(store, config, line, said):
    assert re.search(said, refusal("--data", store.path, "--config", config(line)))


@pytest.mark.parametrize("value", ["none", "false"])
def test_there_may_be_no_proxy(store, config, value):
    """`false` was the default of earlier versions: a file with it still starts the server after an upgrade."""
    server = store.serve("--config", config(f"FAIRKIT_BEHIND_PROXY={value}\n"))
    assert server.client().get("/api/v1/results").status_code == 401
    assert server.stop() == 0


def test_a_file_that_is_not_there_is_refused(store):
    assert "/nowhere/fairkit.conf can't be read" in refusal("--data", store.path, FAIRKIT_CONFIG="/nowhere/fairkit.conf")


@pytest.mark.parametrize(
    "name, value, said",
    [
        ("FAIRKIT_PORT", "99999", "0 to 65535"),
        ("FAIRKIT_PORT", "", "0 to 65535"),
        ("FAIRKIT_HOST", "", "FAIRKIT_HOST"),
        ("FAIRKIT_HOST", "0.0.0.0", "--behind-proxy"),
        ("FAIRKIT_BEHIND_PROXY", "true", "local if it is on this machine"),
        ("FAIRKIT_BEHIND_PROXY", "10.0.0.7,", "is no address"),
        ("FAIRKIT_BEHIND_PROXY", "10.0.0.7/24", "10.0.0.7/24"),
        ("FAIRKIT_BEHIND_PROXY", "0.0.0.0/0", "every address"),
        ("FAIRKIT_BEHIND_PROXY", "", "is no address"),
        ("FAIRKIT_KEY_FILE", "", "FAIRKIT_KEY_FILE"),
        ("FAIRKIT_METRICS_PORT", "-1", "FAIRKIT_METRICS_PORT"),
        ("FAIRKIT_METRICS_PORT", "0.0.0.0:9464", "only on 127.0.0.1"),
        ("FAIRKIT_METRICS_PORT", "8080", "need a separate port"),
        ("FAIRKIT_ACCEPT_WEAKER_CAGE", "perhaps", "true or false"),
        ("FAIRKIT_RATE_KEY", "many", "500/5000"),
        ("FAIRKIT_RATE_ACCOUNT", "0/100", "FAIRKIT_RATE_ACCOUNT"),
        ("FAIRKIT_RATE_ADDRESS", "10", "FAIRKIT_RATE_ADDRESS"),
        ("FAIRKIT_RATE_SIGN_IN", "", "FAIRKIT_RATE_SIGN_IN"),
        ("FAIRKIT_CONNECTIONS", "0", "from 1 to 1000000"),
        ("FAIRKIT_CONNECTIONS", "many", "FAIRKIT_CONNECTIONS"),
        ("FAIRKIT_CONNECTIONS_PER_ADDRESS", "-1", "FAIRKIT_CONNECTIONS_PER_ADDRESS"),
        ("FAIRKIT_LOG_LEVEL", "loud", "one of: trace, debug"),
    ],
)
def test_an_invalid_value_is_refused(store, config, name, value, said):
    assert said in refusal("--data", store.path, **{name: value})
    assert said in refusal("--data", store.path, "--config", config(f"{name}={value}\n"))
