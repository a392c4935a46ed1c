"""Marks stand for personal data and secrets: the tests search for them, in every encoding, where they must not be."""

import base64
import contextlib
import functools
import itertools
import re
import subprocess

import httpx
import pytest

from fairkit import BINARY

CORE = "qwxmark"


class Marks:
    """Texts with a core that is found nowhere else, and, beside them, what can't have it: secrets that the server draws, dates, numbers, codes."""

    def __init__(self):
        self._numbers, self._facts, self._codes = itertools.count(1), {CORE: "a mark"}, set()

    def text(self, what):
        """A text that is like no other."""
        return f"{CORE}-{what}-{next(self._numbers)}"

    def fact(self, what, text):
        """Registers a text without a core to search for, and returns it. Short texts would be found by chance."""
        assert len(text) >= 6, text
        self._facts[text] = what
        return text

    def secret(self, what, *texts):
        """Searches for secrets: each as a whole, in parts, and as raw bytes."""
        for text in texts:
            # The first part of a token says how it is signed, and no more.
            parts = text.split(".")[1:] if text.startswith("ey") else re.split(r"[ .]", re.sub(r"^(f[a-z]|whsec)_", "", text))
            for part in {text, *(part for part in parts if len(part) > 9)}:
                self._facts[part] = what
            for part in parts:
                if re.fullmatch(r"[\w+/-]{43}=?", part):
                    self._facts[base64.urlsafe_b64decode(part.rstrip("=").replace("+", "-").replace("/", "_") + "=")] = what

    def code(self, *codes):
        """Six digits, which many a number has: looked for in texts, standing alone."""
        self._codes.update(codes)

    def found(self, data, but=()):
        """The marks in some bytes: their kind, their encoding, and the surrounding text."""
        lower, found = data.lower(), []
        for fact, what in self._facts.items():
            for name, needle, folds in encodings(fact):
                place = (lower if folds else data).find(needle)
                if place >= 0 and what not in but:
                    found.append((what, name, data[max(place - 60, 0) : place + 60]))
        return found

    def found_in_text(self, text, but=()):
        """The same of what people read, with codes of six digits."""
        data = text if isinstance(text, bytes) else text.encode()
        codes = [code for code in self._codes if re.search(rb"(?<![\w.:-])" + code.encode() + rb"(?![\w.:-])", data)]
        return self.found(data, but) + [("a code", "as it is", code) for code in codes]


@functools.cache
def encodings(text):
    """All of these, made once: texts and data are many."""
    return tuple(encoded(text))


def encoded(text):
    """The encodings of a text or of bytes: (the encoding's name, the bytes, whether case is ignored)."""
    data = text if isinstance(text, bytes) else text.encode()
    yield "hexadecimal", data.hex().encode(), True
    for shift in range(3):
        # Only the characters that no neighbour has a bit in.
        whole = base64.b64encode(bytes(shift) + data)
        own = whole[-(-shift * 8 // 6) : (shift + len(data)) * 8 // 6]
        yield f"base64 from byte {shift}", own, False
        if b"+" in own or b"/" in own:
            yield f"base64url from byte {shift}", own.replace(b"+", b"-").replace(b"/", b"_"), False
    if isinstance(text, bytes):
        yield "as it is", data, False
        return
    yield "as it is", data.lower(), True
    for name in ("utf-16-le", "utf-16-be"):
        yield name, text.lower().encode(name), True
    yield "percent-encoded", "".join(f"%{byte:02x}" for byte in data).encode(), True
    yield "escaped for JSON", "".join(f"\\u{ord(letter):04x}" for letter in text).encode(), True


class Heard:
    """All output of the program, to any reader."""

    def __init__(self):
        self.answers, self.commands = [], []

    def errors(self):
        return [(line, body) for line, status, _, body in self.answers if status >= 400]

    def of(self, pattern):
        """What was answered well to requests whose line matches."""
        return [(line, body) for line, status, _, body in self.answers if status < 400 and re.search(pattern, line)]


@contextlib.contextmanager
def listening(headers):
    """Records every response to any client, and all output of commands, until it ends. Every request has these headers, too."""
    heard = Heard()
    send, run = httpx.Client.send, subprocess.run

    def sending(client, request, **options):
        for name, text in headers.items():
            request.headers.setdefault(name, text) if name != "User-Agent" else request.headers.update({name: text})
        response = send(client, request, **options)
        if response.status_code >= 400 or not options.get("stream"):
            response.read()
        body = response.content if response.is_stream_consumed else b""
        fields = b"\n".join(b": ".join(pair) for pair in response.headers.raw)
        heard.answers.append((f"{request.method} {request.url.raw_path.decode()}", response.status_code, fields, body))
        return response

    def running(line, **options):
        done = run(line, **options)
        if line[0] == BINARY:
            heard.commands.append(([str(word) for word in line[1:]], done.returncode, done.stdout, done.stderr))
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", sending)
        patch.setattr(subprocess, "run", running)
        yield heard
