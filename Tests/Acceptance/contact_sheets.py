"""Contact sheets of all pages, for people to look at: `scripts/screenshots` calls it."""

import base64
import contextlib
import io
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
import urllib.parse

import httpx
import pyotp
from PIL import Image, ImageDraw

from browser import Browser, Pointer, sign_in
from fairkit import REPOSITORY
from shims import shim

WIDTHS, SCHEMES, TALLEST, SCALE, ROWS = (360, 820, 1440), ("light", "dark"), 1800, 0.5, 4
# Who is shown in which language: role, tenant. Texts of people stay in the language of their clinic.
SHOWN = {"en": [("visitor", "default"), ("patient", "default"), ("clinician", "default"), ("laboratory", "default"),
        ("administrator", "default"), ("coordinator", "default")],
    "es": [("visitor", "clinica-sur"), ("patient", "clinica-sur"), ("clinician", "clinica-sur")],
    "sw": [("visitor", "default"), ("patient", "default"), ("clinician", "default")]}  # fmt: skip
# The pictures of the README: name, role, size, scheme, and how to come there from the start.
PICTURES = [("a-patient-reads-a-result", "patient", (390, 844), "light", ["/results", ".list a"]),
    ("a-clinician-answers-alerts", "clinician", (1280, 800), "light", ["/alerts"]),
    ("a-patients-record", "clinician", (1280, 800), "dark", ["/people?openAlerts=true", "main tbody th a"])]  # fmt: skip
# Records have an id in their address: so many of each kind are shown.
EACH = 3


@contextlib.contextmanager
def clinics(fairkit):
    """Serves the clinics; answers their address and accounts by role and tenant."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, REPOSITORY / "scripts/made-up-clinics", fairkit, "--port", f"{port}", "--data", f"{folder}/data"]
        serving = subprocess.Popen(line, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1", "LD_PRELOAD": shim("cheap_scrypt")})
        try:
            people = {}
            for place, person in accounts(serving.stdout):
                people.setdefault(place, person)
            yield f"http://localhost:{port}", people
        finally:
            serving.send_signal(signal.SIGINT)
            serving.wait()


def accounts(lines):
    """What the script prints: the password, and for each clinic a table of accounts, the last of which is a patient's."""
    tenants = []
    for line in lines:
        if found := re.search("The password of all is: (.+)", line):
            password = found[1]
        if found := re.search(r"\(tenant (\S+)\)", line):
            tenants.append(found[1])
        if found := re.match(r"  (\w+) +(.+?)  +(\S+@\S+) +\S+ +(\S+)$", line):
            role, _, email, secret = found.groups()
            app = None if secret == "-" else pyotp.TOTP(secret)
            yield (role, tenants[-1]), types.SimpleNamespace(email=email, password=password, app=app, tenant=tenants[-1], step=0)
            if len(tenants) == 2 and email.startswith("patient2"):
                return


def code(person):
    """A code that is good once: that of now, or the next one; later ones are waited for."""
    person.step = max(int(time.time()) // 30, person.step + 1)
    time.sleep(max(0, (person.step - 1) * 30 - time.time()))
    return person.app.at(person.step * 30)


def speak(address, person, language):
    """Sets the language of an account."""
    headers = {"X-Tenant-ID": person.tenant}
    if not hasattr(person, "client"):
        person.client = httpx.Client(base_url=f"{address}/api/v1/auth", headers=headers, timeout=30)
        tokens = person.client.post("/login", json={"email": person.email, "password": person.password}).raise_for_status().json()
        if person.app:
            tokens = person.client.post("/mfa/verify", json={"mfaToken": tokens["mfaToken"], "code": code(person)}).raise_for_status().json()
        person.client.headers["Authorization"] = f"Bearer {tokens['accessToken']}"
    person.client.patch("/me", json={"language": language}).raise_for_status()


def enter(browser, person, root):
    """Signs in by the pages; a second time, by the cookies of the first."""
    if hasattr(person, "cookies"):
        return browser.keep(person.cookies)
    browser.open(f"{root}/sign-in?language=en")
    sign_in(Pointer(browser), person.email, person.password, code(person) if person.app else None)
    browser.until(lambda: "/sign-in" not in browser.path)
    person.cookies = browser.cookies()
    return None


def visit(browser, path, person):
    """Opens a page. Where it asks who is there, the person proves it first."""
    browser.open(path)
    if person and "/prove?" in browser.path and "/prove?" not in path:
        hand = Pointer(browser)
        hand.fill("Password", person.password)
        if person.app:
            hand.fill("The code from your app", code(person))
        hand.press(browser.button("Go on"))
        browser.until(lambda: "/prove?" not in browser.path)


def reached(browser, person, *first):
    """The addresses of all pages that links lead to, and of the first records of each kind."""
    waiting, found, kinds = list(first), [], {}
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"/(?=[^/?]*\d)[^/?]{6,}", "/{id}", path.split("&")[0])
        kind = re.sub(r"(/prove\?|cursor=).*", r"\1", kind)
        if path in found or kinds.get(kind, 0) >= (EACH if "{id}" in kind else 1):
            continue
        visit(browser, path, person)
        if browser.path != path:
            waiting.append(browser.path)
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        found.append(path)
        links = browser.run("return [...document.querySelectorAll('main a[href], nav a[href]')].map(one => one.getAttribute('href'))")
        # The language is that of the sheet.
        waiting += [urllib.parse.urljoin(path, link) for link in links if re.match("[/?]", link) and not re.search(r"language=|/docs|\.(pdf|csv)", link)]
    return found


def shot(browser):
    return Image.open(io.BytesIO(base64.b64decode(browser.tell("Page.captureScreenshot", format="png")["data"]))).convert("RGB")


def picture(browser, person, path, width, scheme):
    browser.look((width, 760), scheme)
    visit(browser, path, person)
    height = browser.run("return Math.max(document.documentElement.scrollHeight, innerHeight)")
    browser.look((width, min(height, TALLEST)), scheme)
    shown = shot(browser)
    return shown.resize((int(shown.width * SCALE), int(shown.height * SCALE)), Image.Resampling.LANCZOS)


def sheet(rows):
    """A row for each page, with its name."""
    gap, title = 12, 24
    heights = [max(one.height for one in pictures) + title + gap for _, pictures in rows]
    canvas = Image.new("RGB", (sum(one.width + gap for one in rows[0][1]) + gap, sum(heights) + gap), (120, 120, 128))
    top = gap
    for (name, pictures), height in zip(rows, heights):
        ImageDraw.Draw(canvas).text((gap, top), name, fill="white")
        left = gap
        for one in pictures:
            canvas.paste(one, (left, top + title))
            left += one.width + gap
        top += height
    return canvas


def draw(browser, person, folder, name, pages):
    for scheme in SCHEMES:
        rows = [(page, [picture(browser, person, page, width, scheme) for width in WIDTHS]) for page in pages]
        for place in range(0, len(rows), ROWS):
            file = folder / f"{name}-{scheme}-{place // ROWS + 1}.png"
            sheet(rows[place : place + ROWS]).save(file)
            print(file, flush=True)


def draw_pictures(browser, people, folder):
    for name, role, size, scheme, (path, *then) in PICTURES:
        browser.clear()
        enter(browser, people[role, "default"], "")
        browser.look(size, scheme)
        browser.open(path)
        for link in then:
            browser.open(browser.all(link)[0].get_dom_attribute("href"))
        shot(browser).quantize(96).save(folder / f"{name}.png", optimize=True)


def main():
    fairkit, folder, wanted = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), tuple(sys.argv[3:]) or ("",)
    folder.mkdir(parents=True, exist_ok=True)
    with clinics(fairkit) as (address, people), tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        browser.address = address
        try:
            if wanted == ("--pictures",):
                draw_pictures(browser, people, folder)
                return
            for language, shown in SHOWN.items():
                for role, tenant in shown:
                    if not f"{role}-{language}".startswith(wanted):
                        continue
                    browser.clear()
                    root = "" if tenant == "default" else f"/at/{tenant}"
                    if role == "visitor":
                        browser.open(f"{root}/sign-in?language={language}")
                        draw(browser, None, folder, f"{role}-{language}", reached(browser, None, f"{root}/sign-in"))
                        continue
                    speak(address, people[role, tenant], language)
                    enter(browser, people[role, tenant], root)
                    person = people[role, tenant] if language == "en" else None  # the words of the proof are English
                    draw(browser, person, folder, f"{role}-{language}", reached(browser, person, f"{root}/home"))
        finally:
            browser.driver.quit()


if __name__ == "__main__":
    main()
