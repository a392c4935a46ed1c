// What the pages share: their texts, their forms and their requests.
"use strict";
const byId = (id) => document.getElementById(id);
const tenant = new URLSearchParams(location.search).get("tenant");
const language = document.documentElement.lang;
// The texts of the catalogue, which the server writes into the page: on each line a key, a colon and a text.
const words = new Map(byId("page").dataset.words.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]));
const say = (key, values = {}) => words.get(key).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The words for a problem that the server answered. The server's English is the last resort.
function wordsOf({ code, detail }) {
  return words.get(`problem ${code}`) ?? detail;
}

// Shows a problem in its box, and beside each field what is wrong with it.
function explain(box, text, errors = []) {
  for (const old of document.querySelectorAll(".error")) old.remove();
  for (const input of document.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  const rest = [];
  for (const { pointer, detail } of errors) {
    const input = document.querySelector(`form:not([hidden]) [name="${CSS.escape(pointer)}"]`);
    if (!input || input.closest("[hidden]")) { rest.push(detail); continue; }
    input.setAttribute("aria-invalid", "true");
    const note = document.createElement("p");
    note.className = "error";
    note.textContent = detail;
    input.insertAdjacentElement("afterend", note);
  }
  box.textContent = [text, ...rest].join(" ");
  box.hidden = false;
  box.focus();
}

async function ask(method, path, json, token) {
  const headers = {};
  if (json) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (tenant) headers["X-Tenant-ID"] = tenant;
  const reply = await fetch(`../api/v1/${path}`, { method, headers, body: json && JSON.stringify(json) });
  const answer = reply.status === 204 ? {} : await reply.json();
  return { isDone: reply.ok, status: reply.status, answer };
}

// Sends a form once; the work says what comes next, and its problem is shown in the box.
function handle(form, box, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = [...form.elements].filter((input) => input.required && !input.closest("[hidden]") && !input.value);
    if (missing.length > 0) {
      return explain(box, say("empty"), missing.map((input) => ({ pointer: input.name, detail: say("fill") })));
    }
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      const { isDone, answer } = await work();
      if (isDone) return;
      const errors = (answer.errors ?? []).map(({ pointer, detail }) => ({ pointer, detail: words.get(`fault ${pointer}`) ?? detail }));
      explain(box, errors.length > 0 && answer.code === "invalid" ? say("correct") : wordsOf(answer), errors);
    } catch {
      explain(box, say("unreachable"));
    } finally {
      button.disabled = false;
    }
  });
}

function addItems(list, texts) {
  list.replaceChildren(...texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

// Characters that turn the direction of a text, or break its line: a name could turn round what stands beside it.
const turning = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function addFact(list, name, value) {
  if (value === undefined || value === null) return;
  const [term, text] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  text.textContent = value.replace(turning, " ");
  list.append(term, text);
}
