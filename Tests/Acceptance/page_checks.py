"""What every page has to pass: each check answers the faults that it finds."""

import importlib.util
import itertools
import pathlib
import re

import html5lib
import httpx
from selenium.webdriver.common.keys import Keys

from browser import DESK, PHONE, Keyboard
from fairkit import PLAIN
from trials import LONG

AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RUNS = "const done = arguments[1]; axe.run(document, {runOnly: {type: 'tag', values: arguments[0]}, resultTypes: ['violations']}).then(found => done(found.violations), error => done([{id: String(error), nodes: []}]))"
# A light telephone and a dark desk; --long adds the other two. test_page_colours holds the colours of both schemes.
LOOKS = [(PHONE, "light"), (DESK, "dark")] + ([(PHONE, "dark"), (DESK, "light")] if LONG else [])
MOST_BYTES, MOST_REQUESTS = 100_000, 8
FOUND = {}

# WCAG 2.2, 1.4.12, without an inline style, which the policy of pages refuses.
SPACING = """const sheet = new CSSStyleSheet();
sheet.replaceSync('*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}');
document.adoptedStyleSheets = [sheet];"""
WIDE = """const root = document.documentElement; if (root.scrollWidth <= root.clientWidth) return [];
return [...document.body.querySelectorAll('*')].filter(one => { const box = one.getBoundingClientRect();
  return box.right > innerWidth + 1 && box.width > 0 && !one.closest('.scroll, .skip, .hide') }).slice(0, 3).map(one => one.outerHTML.slice(0, 120)).concat(root.scrollWidth + ' pixels');"""
OUT = """return [...document.querySelectorAll('main .card *')].filter(one => { const box = one.getBoundingClientRect();
  return box.width && box.right > one.closest('.card').getBoundingClientRect().right + 1 && !one.closest('.scroll, .hide, svg') }).slice(0, 3).map(one => one.outerHTML.slice(0, 120))"""
# Words that stand over other words. Lines of one text are close, so half of the lower one counts.
OVER = """const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), boxes = [], found = [], range = new Range();
while (walk.nextNode()) { const node = walk.currentNode, one = node.parentElement, scroll = one.closest('.scroll')?.getBoundingClientRect();
  if (!node.data.trim() || one.closest('.hide, .person, #stale, select, textarea, title, desc') || !one.checkVisibility({checkVisibilityCSS: true})) continue;
  range.selectNodeContents(node);
  boxes.push(...[...range.getClientRects()].map(box => ({left: Math.max(box.left, scroll?.left ?? 0), right: Math.min(box.right, scroll?.right ?? innerWidth), top: box.top, bottom: box.bottom, height: box.height}))
    .filter(box => box.right - box.left > 1).map(box => [node, box])) }
boxes.forEach(([node, box], place) => { for (const [other, its] of boxes.slice(place + 1)) if (other !== node
  && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 3
  && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > Math.min(box.height, its.height) / 2) found.push(`"${node.data.trim()}" and "${other.data.trim()}"`) });
return [...new Set(found)].slice(0, 3)"""
CUT = """return [...document.querySelectorAll('main *, nav *, header *')].filter(one => { const style = getComputedStyle(one);
  return (style.overflowX === 'hidden' || style.overflowY === 'hidden') && one.checkVisibility() && !one.closest('.hide, svg, [hidden]')
    && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1) }).map(one => one.outerHTML.slice(0, 120))"""
# WCAG 2.2, 2.5.8. A link within a sentence may be as small as its text.
SMALL = """return [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter(one => { const box = (one.closest('label') || one).getBoundingClientRect();
  return box.width && one.type !== 'hidden' && !one.closest('.skip') && (box.height < 24 || box.width < 24) && getComputedStyle(one).display !== 'inline' }).map(one => one.outerHTML.slice(0, 120))"""
# All of these on 320 pixels, and what is wide and cut also with more space between letters.
NARROW = f"""const over = () => {{ {OVER} }}, small = () => {{ {SMALL} }}, out = () => {{ {OUT} }}, wide = () => {{ {WIDE} }}, cut = () => {{ {CUT} }}, found = [];
const add = (what, faults) => found.push(...faults.map(one => '320 pixels' + what + one));
add(', small: ', small()); add(', out of its card: ', out()); add(', wide: ', wide()); add(', cut: ', cut()); add(', over each other: ', over());
{SPACING} add(', spaced, wide: ', wide()); add(', spaced, cut: ', cut()); document.adoptedStyleSheets = []; return found"""
# Of several radio buttons, keys reach one.
EVERY = """window.every = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
  .filter(one => one.checkVisibility() && one.tabIndex >= 0 && !one.closest('dialog:not([open])')); window.named = one => every.indexOf(one) + ' ' + one.outerHTML.slice(0, 80);
return [every.filter(one => one.type !== 'radio').map(named), every.length]"""
# Seen when the key is let go: the browser has scrolled by then. Pressing and asking by turns would take two calls for each element.
FOCUSED = """window.reached = []; const look = () => { const one = document.activeElement; if (!every.includes(one)) return null;
const box = one.getBoundingClientRect(), style = getComputedStyle(one), at = document.elementFromPoint(box.left + Math.min(box.width / 2, 20), box.top + Math.min(box.height / 2, 12));
// What is taller than the screen is seen in part.
const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
let fault = ''; if (box.height > innerHeight ? seen < innerHeight / 2 : box.top < -1 || box.top > innerHeight - 8) fault = 'is out of sight'; else if (at && !one.contains(at) && !at.contains(one)) fault = 'is covered by ' + at.outerHTML.slice(0, 80);
else if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 3) fault = 'does not show the focus'; return [named(one), fault] };
addEventListener('keyup', () => reached.push(look()), true)"""


def of_page(browser, path, status=200):
    """The faults of the page at a path."""
    browser.look(PHONE)
    browser.problems()
    # It stands ready in each page, and is made where it is asked for: to send half a megabyte to each takes longer than to run it.
    browser.once("axe", lambda: browser.tell("Page.addScriptToEvaluateOnNewDocument", source=f"window.makeAxe = () => {{ {AXE} }}"))
    return of_sent(browser, browser.open(path), status) + of_links(browser)


def of_sent(browser, sent, status):
    """The faults of the page that is shown: its markup, its size, its accessibility on telephone and desk, its keys, and 320 pixels."""
    faults = [] if sent.status == status else [f"status {sent.status}"]
    faults += of_markup(sent.markup) + of_size(sent) + of_policy(browser, sent)
    return faults + of_axe(browser) + of_keys(browser) + of_narrow(browser)


def of_markup(text):
    """Well-formed, without inline style or script, each id once, and headings in order below one first."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(text)
    faults = [f"html5lib: {name} {details} at {place}" for place, name, details in parser.errors]
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    faults += [f"id twice: {one}" for one in sorted(set(ids)) if ids.count(one) > 1]
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    faults += [f"inline: <{element.tag} {name}>" for element in elements for name in element.attrib if name == "style" or re.match(r"on[a-z]+$", str(name))]
    faults += [f"inline: <{element.tag}>" for element in elements if element.tag == "style" or (element.tag == "script" and not element.get("src"))]
    # A dialog has headings of its own.
    inside = {id(element) for dialog in tree.iter("dialog") for element in dialog.iter()}
    levels = [int(element.tag[1]) for element in elements if re.fullmatch("h[1-6]", element.tag) and id(element) not in inside]
    faults += [] if levels.count(1) == 1 else [f"{levels.count(1)} headings of level 1"]
    faults += [f"heading {after} after {before}" for before, after in zip(levels, levels[1:]) if after > before + 1]
    html = next(tree.iter("html"))
    return faults + ([] if html.get("lang") else ["no language"])


def of_size(sent):
    faults = [f"{sent.bytes} bytes"] if sent.bytes > MOST_BYTES else []
    return faults + ([f"{len(sent.requests)} requests: {sent.requests}"] if len(sent.requests) > MOST_REQUESTS else [])


def of_policy(browser, sent):
    """What the policy of the page refused, and what the browser complains about."""
    strict = "default-src 'none'" in sent.headers.get("content-security-policy", "")
    return ([] if strict else ["no strict policy"]) + browser.run("return window.refused") + browser.problems()


def of_axe(browser):
    faults = []
    for size, scheme in LOOKS:
        browser.look(size, scheme)
        if not browser.run("if (!window.axe && window.makeAxe) makeAxe(); return !!window.axe"):
            browser.run(AXE)
        for found in browser.driver.execute_async_script(AXE_RUNS, TAGS):
            faults += [f"axe {found['id']}, {scheme}, {size[0]}: {[node['html'][:160] for node in found['nodes'][:3]]}"]
    return faults


def of_keys(browser):
    """All that can be pressed is reached by the key Tab, is in sight then, and shows it."""
    browser.look(PHONE)
    browser.run("document.body.tabIndex = -1; document.body.focus(); scrollTo(0, 0)")
    wanted, number = browser.run(EVERY)
    browser.run(FOCUSED)
    seen = []
    # Behind the last element, the focus leaves the page. A field of a date takes several presses.
    while all(seen) and len(seen) < 150:
        Keyboard(browser).type(*[Keys.TAB] * (number + 1))
        seen = browser.run("return reached")
    seen = list(itertools.takewhile(bool, seen))
    reached = {name for name, _ in seen}
    return [f"focus: {name} {fault}" for name, fault in seen if fault] + [f"keys do not reach {one}" for one in wanted if one not in reached]


def of_narrow(browser):
    """No scrolling sideways on 320 pixels, which is 400 % of a desk, also with the spacing of a reader; nothing is cut, or too small to press. On wider ones, all words are read."""
    faults = []
    for width in (1440, 820):
        browser.look((width, 640))
        faults += [f"{width} pixels, out of its card: {one}" for one in browser.run(OUT)]
        faults += [f"{width} pixels, over each other: {one}" for one in browser.run(OVER)]
    browser.look((320, 640))
    return faults + browser.run(NARROW)


def of_links(browser):
    """No page leads its reader to what is refused, or is not there."""
    found = browser.run("return [...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href')).filter(one => one.startsWith('/'))")
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in browser.cookies())
    # Most links stand on every page. What was there for a session is not asked for again, what was not is.
    known = FOUND.setdefault((browser.address, cookies), set())
    answers = {}
    with httpx.Client(base_url=browser.address, headers={"Sec-Fetch-Site": "same-origin", "Cookie": cookies}, verify=PLAIN) as client:
        for link in sorted(set(found) - known):
            answers[link] = client.get(link).status_code
    known |= {link for link, status in answers.items() if status < 400}
    return [f"{link} answers {status}" for link, status in answers.items() if status >= 400]
