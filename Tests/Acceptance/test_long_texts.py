"""Every text field refuses a text of the longest possible request."""

import pytest

from asking import town  # noqa: F401
from inputs import INTERPRETATION, NOT_READ, inputs
from wire import MEGABYTES, most_memory, refused

pytestmark = pytest.mark.long


def test_a_text_of_a_megabyte_is_refused_wherever_text_is_taken(town):  # noqa: F811
    count = 0
    for one in inputs(town):
        response = one.sent("x" * 1_000_000)
        # A caller without access is refused before the body is read.
        assert response.status_code in (413, 401, 404, 403), (str(one), response.status_code, response.text[:200])
        refused(response, 413, 401, 404, *([403] if "API key alone" in response.text else []))
        count += response.status_code == 413
    assert count > 100


# A header of a read that says nothing counts as absent, as it does outside a batch.
NOT_READ |= {f"POST /batch requests/0/headers/{name}" for name in ("Accept-Language", "If-None-Match")}
NOT_READ |= {f"DELETE /auth/sessions{one} {name}" for one in ("", "/{session}") for name in ("code", "backupCode")}


def test_a_text_as_long_as_a_body_may_be_is_refused_wherever_text_is_taken(town):  # noqa: F811
    taken = []
    for one in inputs(town):
        for text in ("x" * 60_000, "\U0001f9ea" * 5_000, "e\u0301" * 7_000):
            response = one.sent(text)
            if response.status_code < 300:
                taken.append((str(one), response.status_code, len(response.content)))
            else:
                # What asks for a person's proof takes no key.
                refused(response, 400, 401, 404, 409, 412, 422, 429, *([403] if response.json()["code"] == "no-account" else []))
    assert not [one for one in taken if one[2] > 20_000 and one[0] not in INTERPRETATION], taken
    assert {name for name, _, _ in taken} == NOT_READ | INTERPRETATION, taken
    assert most_memory(town.people[0].house.world.server) < MEGABYTES
