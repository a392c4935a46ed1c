// Runs a page of a server in Node.js, with as much of a browser's document as its scripts use, and prints what a reader sees:
// node page.mjs ADDRESS LANGUAGE STEPS. A step sets values by id, submits a form, clicks, or types a one-time code.
import crypto from "node:crypto";
import vm from "node:vm";

const [address, accepted, steps] = [new URL(process.argv[2]), process.argv[3], JSON.parse(process.argv[4])];
const calls = [];
const unescaped = (text) => text.replace(/&(lt|gt|quot|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', amp: "&" })[name]);

class Element {
  constructor(tag, attributes = {}) {
    Object.assign(this, { tag, attributes, children: [], parentElement: null, listeners: [], value: attributes.value ?? "", checked: false });
    this.className = attributes.class ?? "";
    this.dataset = { words: attributes["data-words"] };
  }
  get id() { return this.attributes.id; }
  get name() { return this.attributes.name; }
  get required() { return "required" in this.attributes; }
  set required(on) { if (on) this.attributes.required = ""; else delete this.attributes.required; }
  get hidden() { return "hidden" in this.attributes; }
  set hidden(on) { if (on) this.attributes.hidden = ""; else delete this.attributes.hidden; }
  get lang() { return this.attributes.lang; }
  get firstChild() { return this.children[0]; }
  get all() { return this.children.flatMap((child) => child instanceof Element ? [child, ...child.all] : []); }
  get elements() { return this.all.filter(({ tag }) => ["input", "select", "button"].includes(tag)); }
  get textContent() { return this.children.map((child) => child instanceof Element ? child.textContent : child).join(""); }
  set textContent(text) { this.children = [`${text}`]; }
  get seen() { return this.hidden || ["script", "title", "noscript", "option"].includes(this.tag) ? "" : this.children.map((child) => child instanceof Element ? child.seen : child).join(" "); }
  append(...added) { for (const child of added) { if (child instanceof Element) child.parentElement = this; this.children.push(child); } }
  replaceChildren(...added) { this.children = []; this.append(...added); }
  insertAdjacentElement(_, added) { this.parentElement.append(added); }
  remove() { this.parentElement.children = this.parentElement.children.filter((child) => child !== this); }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(_, listener) { this.listeners.push(listener); }
  dispatch() { return Promise.all(this.listeners.map((listener) => listener({ preventDefault() {}, target: this }))); }
  focus() {}
  matches(selector) {
    if (selector.startsWith(".")) return this.className.split(" ").includes(selector.slice(1));
    const [, name, , value] = selector.match(/^\[([a-z-]+)(="?([^"]*)"?)?\]$/);
    return name in this.attributes && (value === undefined || this.attributes[name] === value);
  }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
  querySelectorAll(selector) {
    const [inside, own] = selector.startsWith("form:not([hidden]) ") ? [true, selector.slice(19)] : [false, selector];
    return this.all.filter((each) => each.matches(own) && (!inside || each.form && !each.form.hidden));
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  get form() { return this.tag === "form" ? this : this.parentElement?.form; }
}

function parsed(html) {
  const root = new Element("root");
  let at = root;
  for (const [, end, tag, attributes, closed, text] of html.matchAll(/<(\/?)([a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g)) {
    if (text) at.append(unescaped(text));
    else if (end) at = at.parentElement;
    else if (tag) {
      const found = [...attributes.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, unescaped(value ?? "")]);
      const made = new Element(tag, Object.fromEntries(found));
      at.append(made);
      if (!closed && !["meta", "link", "input"].includes(tag)) at = made;
    }
  }
  return root;
}

const get = async (path) => (await fetch(new URL(path, address), { headers: { "Accept-Language": accepted } })).text();
const root = parsed(await get(address.pathname + address.search));
const byId = (id) => root.all.find((each) => each.id === id);
const document = {
  title: "", documentElement: root.all.find(({ tag }) => tag === "html"), getElementById: byId, createElement: (tag) => new Element(tag), importNode: (node) => node,
  querySelector: (selector) => root.querySelector(selector), querySelectorAll: (selector) => root.querySelectorAll(selector),
};
class DOMParser { parseFromString() { return { documentElement: new Element("svg") }; } }
const page = vm.createContext({
  document, location: address, history: { replaceState() {} }, URLSearchParams, Intl, CSS: { escape: (text) => text }, DOMParser, console,
  fetch: async (path, request) => {
    calls.push(`${request.method} ${new URL(path, address).pathname}`);
    return fetch(new URL(path, address), request);
  },
});
const settled = () => new Promise((done) => setTimeout(done, 300));
for (const script of root.all.filter(({ tag }) => tag === "script")) vm.runInContext(await get(new URL(script.attributes.src, address).pathname), page);
await settled();

function totp(secret) {
  const bits = [...secret.replace(/\s/g, "")].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
  const mac = crypto.createHmac("sha1", key).update(time).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1000000).padStart(6, "0");
}

const seen = [];
for (const { set = {}, code, submit, click } of steps) {
  for (const [id, value] of Object.entries(set)) typeof value === "boolean" ? (byId(id).checked = value) : (byId(id).value = value);
  if (code) byId(code).value = totp(byId("secret").textContent);
  if (submit ?? click) await byId(submit ?? click).dispatch();
  seen.push(root.all.find(({ tag }) => tag === "body").seen.replace(/\s+/g, " ").trim());
}
console.log(JSON.stringify({ language: document.documentElement.lang, title: document.title, seen, calls, tags: [...new Set(root.all.map(({ tag }) => tag))] }));
