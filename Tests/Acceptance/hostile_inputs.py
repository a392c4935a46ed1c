"""Texts with a special meaning for other interpreters, and malformed texts."""

PROBES = {
    "sql that drops": "'; DROP TABLE profile; --",
    "sql that is always true": '" OR 1=1 --',
    "sql that joins": "') UNION SELECT id, password FROM account --",
    "a pattern": "%_[a-z]*?",
    "a header": "x\r\nSet-Cookie: injected=1\r\n\r\n<p>",
    "a line of a mail": "x\nBcc: eve@example.org",
    "an event": "x\n\nid: 1\ndata: {}\n\n",
    "other ends of lines": "x\u2028\u2029\u0085y",
    "nul": "x\0y",
    "turned round": "\u202eevil\u2066x\u2069",
    "a mark of order": "\ufeffx\ufffe",
    "a path": "../../../../../../etc/passwd",
    "a path in disguise": "..%2f..%2f..%2fetc%2fpasswd%00",
    "a template": "{{7*7}}${7*7}%s%n<%= 7*7 %>",
    "markup": "<img src=x onerror=alert(1)>",
    "a formula": "=HYPERLINK(\"http://example.org\")",
    "what a terminal obeys": "\x1b[2J\x1b]0;injected\x07",
}  # fmt: skip
# What no text is.
HALVES = {"half a pair": "\\ud800", "the other half": "x\\udc00y", "both the wrong way": "\\udc00\\ud800"}
BROKEN = {"latin": b"\xe9", "overlong": b"\xc0\xaf", "half a pair in bytes": b"\xed\xa0\x80", "cut off": b"\xf0\x9f\x92", "too high": b"\xf4\x90\x80\x80"}
