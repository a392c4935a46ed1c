import html.parser
import re

import httpx

from accounts import PASSWORD

ALONE = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr", "!doctype"}


class Tags(html.parser.HTMLParser):
    """Refuses a page whose elements do not close, or whose ids repeat."""

    def __init__(self, page):
        super().__init__()
        self.open, self.ids = [], set()
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), (tag, names)
        one = dict(attributes).get("id")
        assert one is None or one not in self.ids, one
        self.ids.add(one)
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.open)


class Browser(httpx.Client):
    """Keeps cookies itself, since the test's server has no TLS, and sends what a browser says of its requests."""

    def __init__(self, world):
        super().__init__(base_url=f"http://{world.server.address}")
        self.jar = {}

    def ask(self, method, path, site="same-origin", **more):
        headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Accept": "text/html", "Cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())}
        answer = self.request(method, path, headers=headers, **more)
        for cookie in answer.headers.get_list("set-cookie"):
            (name, value), rules = cookie.split(";")[0].split("=", 1), cookie.split("; ")[1:]
            assert {"Path=/", "Secure", "HttpOnly", "SameSite=Strict"} <= set(rules), cookie
            self.jar[name] = value
            if "Max-Age=0" in rules:
                del self.jar[name]
        if answer.headers.get("content-type", "").startswith("text/html") and "<main" in answer.text:
            Tags(answer.text)
            assert len(answer.content) < 100_000
        return answer

    def sign_in(self, email, at="", **more):
        return self.ask("POST", f"{at}/sign-in", data={"email": email, "password": PASSWORD} | more)


def hidden(name, page):
    """What the last form of a page sends besides what is typed."""
    return re.findall(f'name="{name}" value="([^"]*)"', page.text)[-1]
