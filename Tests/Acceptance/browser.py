"""Headless Chromium, which begins every test with nothing of the one before in it, and two ways to use it: by pointer, and by keyboard alone."""

import base64
import collections
import json
import os
import time

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PHONE, DESK = (360, 640), (1280, 800)
# How long the answers were that came, by address.
SIZES = {}
# Before any script of a page runs.
LISTENS = "window.refused=[];document.addEventListener('securitypolicyviolation',e=>refused.push(e.violatedDirective+' '+e.blockedURI+' '+e.sample))"

BETWEEN = """const every = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
  .filter(one => one.checkVisibility() && one.tabIndex >= 0 && (one.type !== 'radio' || one === arguments[0]));
return every.indexOf(arguments[0]) - every.indexOf(document.activeElement)"""


class Sent:
    """What a server sent for one page: the status and markup of the document, and what all of it takes."""

    def __init__(self, driver, events):
        asked = {event["params"]["requestId"]: event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}
        self.requests = [url for url in asked.values() if url.startswith("http")]
        taken = collections.Counter()
        for event in (event["params"] for event in events if event["method"] == "Network.dataReceived"):
            taken[asked.get(event["requestId"])] += event["dataLength"]
        # As it is without compression: a proxy may have none. What the browser has kept counts as when it was sent.
        SIZES.update(taken)
        self.bytes = sum(SIZES.get(url, 0) for url in self.requests)
        document = [event["params"] for event in events if event["method"] == "Network.responseReceived" and event["params"]["type"] == "Document"][-1]
        self.status = document["response"]["status"]
        self.headers = {name.lower(): text for name, text in document["response"]["headers"].items()}
        body = driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": document["requestId"]})
        self.markup = base64.b64decode(body["body"]).decode() if body["base64Encoded"] else body["body"]


class Browser:
    """One Chromium. Its address is that of a server."""

    def __init__(self, folder):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in ("headless=new", "disable-dev-shm-usage", "disable-gpu", "hide-scrollbars", f"user-data-dir={folder}", *(("no-sandbox",) if os.geteuid() == 0 else ())):
            options.add_argument(f"--{flag}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(60)
        self.address, self.features = "", {}
        self._begin()
        self.clear()

    def _begin(self):
        """Sets up the tab that tests begin in."""
        self.tab, self.done = self.driver.current_window_handle, set()
        self.tell("Page.addScriptToEvaluateOnNewDocument", source=LISTENS)

    def tell(self, command, **parameters):
        """Sends a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def once(self, name, action):
        """Does what lasts as long as the tab."""
        if name not in self.done:
            self.done.add(name)
            action()

    def clear(self):
        """Forgets cookies, storage and settings, and closes all tabs but one."""
        first, *others = self.driver.window_handles
        for other in others:
            self.driver.switch_to.window(other)
            self.driver.close()
        self.driver.switch_to.window(first)
        if first != self.tab:  # a test has closed it
            self._begin()
        self.script(True)
        self.tell("Storage.clearCookies")
        if self.address:
            self.tell("Storage.clearDataForOrigin", origin=self.address, storageTypes="all")
        self.driver.get("about:blank")
        self.features = {}
        self.tell("Network.clearBrowserCache")
        self.look(DESK)
        self.problems()

    def look(self, size, scheme="light", **media):
        """Takes the size of a screen, and a scheme of colours."""
        self.tell("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
        # Without motion, a colour that changes is at once what it will be.
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce", **media}
        if features != self.features:
            self.tell("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()])
            self.features = features

    def script(self, is_on):
        """Lets pages run scripts, or no longer."""
        self.tell("Emulation.setScriptExecutionDisabled", value=not is_on)

    def open(self, path):
        """Loads a page; answers what was sent for it."""
        return self.sent(lambda: self.driver.get(self.address + path))

    def sent(self, action):
        """Does what leads to another page; answers what was sent for it."""
        self.driver.get_log("performance")
        action()
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return Sent(self.driver, events)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def cookies(self):
        return self.tell("Storage.getCookies")["cookies"]

    def keep(self, cookies):
        """Takes cookies of before."""
        self.tell("Storage.setCookies", cookies=cookies)

    def problems(self):
        """What the browser complained about since this was last asked. A status that a test expects is no complaint."""
        entries = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]
        return [entry for entry in entries if "Failed to load resource" not in entry]

    # What a reader sees.

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.address)

    @property
    def heading(self):
        return self.all("h1")[0].text

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def link(self, text):
        """The link that begins with a text."""
        return self._shown(f"//a[starts-with(normalize-space(), '{text}')]")

    def button(self, text):
        """The button, or the heading of a part to open, that begins with a text."""
        return self._shown(f"//*[self::button or self::summary][starts-with(normalize-space(), '{text}')]")

    def field(self, label):
        """The field that a label is about."""
        found = self._shown(f'//label[normalize-space()="{label}"]')
        named = found.get_attribute("for")
        return self.driver.find_element(By.ID, named) if named else found.find_element(By.TAG_NAME, "input")

    def _shown(self, path):
        found = [element for element in self.driver.find_elements(By.XPATH, path) if element.is_displayed()]
        if not found:
            raise NoSuchElementException(f"nothing shown at {self.path} is {path}:\n{self.text}")
        return found[0]

    def until(self, condition, seconds=10):
        """Waits until a condition holds of a page that changes, and answers it."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                if found := condition():
                    return found
            except (WebDriverException, IndexError) as absent:  # also: the page was left while it was asked
                last = absent
            else:
                last = "it does not hold"
            assert time.monotonic() < deadline, f"{last} at {self.path}:\n{self.text}"
            time.sleep(0.03)

    def until_heading(self, text):
        return self.until(lambda: self.heading == text)


class Pointer:
    """A person who points and presses."""

    def __init__(self, browser):
        self.browser = browser

    def press(self, element):
        # A person scrolls until nothing covers it, such as the bar at the foot of a telephone.
        self.browser.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def fill(self, label, text):
        field = self.browser.field(label)
        self.press(field)
        if field.tag_name != "select":
            field.clear()
        field.send_keys(text)

    def choose(self, label):
        self.browser.field(label).click()


class Keyboard:
    """A person who has only keys."""

    def __init__(self, browser):
        self.browser = browser

    def reach(self, element):
        """Goes on from element to element."""
        # All presses but the last ones at once, where the order is that of the page.
        self.type(*[Keys.TAB] * (self.browser.run(BETWEEN, element) - 1))
        for _ in range(80):
            if self.browser.driver.switch_to.active_element == element:
                return element
            self.type(Keys.TAB)
        raise AssertionError(f"keys do not reach {element.get_attribute('outerHTML')[:200]}")

    def type(self, *keys):
        webdriver.ActionChains(self.browser.driver, duration=0).send_keys(*keys).perform()

    def press(self, element):
        self.reach(element)
        self.type(Keys.ENTER)

    def fill(self, label, text):
        field = self.reach(self.browser.field(label))
        if field.tag_name != "select":
            webdriver.ActionChains(self.browser.driver, duration=0).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).perform()
        self.type(text)

    def choose(self, label):
        """Of several choices, keys reach the chosen one, or the first; arrows go on."""
        wanted = self.browser.field(label)
        group = self.browser.all(f"input[type=radio][name='{wanted.get_attribute('name')}']")
        first = next((one for one in group if one.is_selected()), group[0])
        self.reach(first)
        self.type(Keys.SPACE, *[Keys.ARROW_DOWN] * ((group.index(wanted) - group.index(first)) % len(group)))


def sign_in(hand, email, password, code=None):
    """Fills in the sign-in that is open, and the code of an account that has a second factor."""
    hand.fill("E-mail address", email)
    hand.fill("Password", password)
    hand.press(hand.browser.button("Sign in"))
    if code is not None:
        hand.browser.until_heading("One more step")
        hand.fill("The code from your app", code)
        hand.press(hand.browser.button("Go on"))
