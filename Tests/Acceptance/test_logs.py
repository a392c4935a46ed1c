"""The server's log on stderr identifies each request. test_marks checks that it holds no personal data."""

import re

from observed import walk


def test_every_request_has_an_id_and_its_routes_pattern(fresh):
    _, ids = walk(fresh)
    assert fresh.server.stop() == 0
    log = fresh.server.log
    requests = [line for line in log.splitlines() if re.search(r"\bstatus=\d{3}\b", line)]
    assert len(requests) == 19
    for line in requests:
        assert re.search(r"request[-_.]?(id)?=\S+|\.id=\S+", line), line
    for pattern in ("/api/v1/profiles", "/api/v1/test-kits/register", "/api/v1/test-kits/scan", "/api/v1/results", "/api/v1/alert-groups"):
        assert any(pattern in line for line in requests), pattern
    for part in ("results", "profiles", "alerts"):
        assert any(re.search(rf"/api/v1/{part}/(\{{id\}}|:id)", line) for line in requests), part
        assert not any(f"/{part}/{id}" in log for id in ids), "a request's own path is in the log"
    identities = [re.search(r"(?:request[-_.]?(?:id)?|\.id)=(\S+)", line)[1] for line in requests]
    assert len(set(identities)) == len(identities), "two requests have one id"
