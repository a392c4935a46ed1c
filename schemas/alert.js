// The page behind the links in messages about alerts: a clinician signs in, reads the alert, and reads it back. Opening it changes nothing.
"use strict";
const byId = (id) => document.getElementById(id);
const id = decodeURIComponent(location.hash.slice(1));
const tenant = new URLSearchParams(location.search).get("tenant");
const parts = ["sign-in", "second", "shown", "read-back", "resolution"];
// In memory only: closing the page signs out.
let token = null;
let challenge = null;

function show(part, title, lead) {
  for (const one of parts) byId(one).hidden = one !== part;
  byId("problem").hidden = true;
  byId("title").textContent = title;
  byId("lead").textContent = lead;
  document.title = title;
  byId("title").focus();
}

function complain(text, errors = []) {
  for (const old of document.querySelectorAll(".error")) old.remove();
  for (const input of document.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  const rest = [];
  for (const { pointer, detail } of errors) {
    const input = document.querySelector(`form:not([hidden]) [name="${CSS.escape(pointer)}"]`);
    if (!input) { rest.push(detail); continue; }
    input.setAttribute("aria-invalid", "true");
    const note = document.createElement("p");
    note.className = "error";
    note.textContent = detail;
    input.insertAdjacentElement("afterend", note);
  }
  byId("problem").textContent = [text, ...rest].join(" ");
  byId("problem").hidden = false;
  byId("problem").focus();
}

async function ask(method, path, json) {
  const headers = {};
  if (json) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (tenant) headers["X-Tenant-ID"] = tenant;
  const reply = await fetch(`../api/v1/${path}`, { method, headers, body: json && JSON.stringify(json) });
  const answer = await reply.json();
  return { isDone: reply.ok, status: reply.status, answer };
}

// Sends a form once; the work says what comes next, and its problem is shown.
function handle(form, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = [...form.elements].filter((input) => input.required && !input.value);
    if (missing.length > 0) {
      return complain("Some fields are empty.", missing.map((input) => ({ pointer: input.name, detail: "Please fill in this field." })));
    }
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      const { isDone, answer } = await work();
      if (!isDone) complain(answer.detail, answer.errors);
    } catch {
      complain("The server can't be reached. Your entries are still here: try again in a moment.");
    } finally {
      button.disabled = false;
    }
  });
}

async function signIn() {
  const sent = await ask("POST", "auth/login", { email: byId("email").value.trim(), password: byId("password").value });
  if (!sent.isDone) return sent;
  byId("password").value = "";
  if (sent.answer.accessToken) return enter(sent.answer.accessToken);
  if (sent.answer.mfaSetupRequired) {
    show("", "Set up your second factor first", "Sign in with your organisation's app once, and set up the code. Then open this link again.");
    return sent;
  }
  challenge = sent.answer.mfaToken;
  show("second", "Critical alert", "One more step.");
  return sent;
}

async function verify() {
  const sent = await ask("POST", "auth/mfa/verify", { mfaToken: challenge, code: byId("code").value.trim() });
  return sent.isDone ? enter(sent.answer.accessToken) : sent;
}

async function enter(access) {
  token = access;
  return open();
}

function fact(name, value) {
  if (value === undefined || value === null) return;
  const [term, text] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  text.textContent = value;
  byId("facts").append(term, text);
}

// What the caller may not see is left out.
async function part(path) {
  const found = await ask("GET", path);
  return found.isDone ? found.answer : {};
}

async function open() {
  const found = await ask("GET", `alerts/${encodeURIComponent(id)}`);
  if (!found.isDone) {
    show("", "This alert can't be shown", found.status === 404 ? "It does not exist, or it was closed by a colleague, or it is not yours to see." : found.answer.detail);
    return { isDone: true };
  }
  const alert = found.answer;
  const result = await part(`results/${alert.resultId}`);
  const patient = alert.patientId ? await part(`profiles/${alert.patientId}`) : {};
  const { data } = alert.payload;
  byId("facts").replaceChildren();
  fact("Level", `${data.comparator ?? ""}${data.aatLevel} ${data.unit} (normal: ${data.normalRange})`);
  fact("Why", alert.explanation);
  fact("Verify", alert.needsVerification ? "Not verified yet: confirm it before you act on it." : null);
  fact("Patient", patient.name ? `${patient.name.given} ${patient.name.family}` : alert.patientId ? "Not in your care" : "Not known: the kit is not registered");
  fact("Date of birth", patient.birthDate);
  fact("Phone", patient.contact?.phone);
  fact("Kit", result.kitCode);
  fact("Result", result.reference);
  const sample = result.sample ?? {};
  fact("Laboratory's comment", sample.comment);
  fact("CRP", sample.crp ? `${sample.crp.value} ${sample.crp.unit}` : null);
  fact("Sample taken", sample.collectedAt ? new Date(sample.collectedAt).toLocaleString() : null);
  fact("Order number", sample.orderNumber);
  fact("Raised", new Date(alert.raisedAt).toLocaleString());
  byId("ready").hidden = alert.state !== "open";
  const leads = {
    open: "No clinician has acknowledged it yet. Read it, call, and then read it back.",
    acknowledged: "It is acknowledged. Record what came of it when you know.",
    resolved: "It is resolved. You need not do anything.",
    retracted: "The laboratory corrected the result. Do not act on this level.",
  };
  show("shown", alert.band === 0 ? "Critical alert" : "Alert", leads[alert.state]);
  if (alert.state === "acknowledged") byId("resolution").hidden = false;
  return { isDone: true };
}

function given(field) {
  const value = byId(field).value.trim();
  return value === "" ? undefined : value;
}

async function acknowledge() {
  const text = byId("value").value.trim().replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(text)) return { isDone: false, answer: { detail: "Please correct the marked fields.", errors: [{ pointer: "/value", detail: "A number such as 820." }] } };
  const identifiers = { birthDate: given("birth"), familyName: given("family"), kitCode: given("kit"), reference: given("reference") };
  const body = { value: Number(text), unit: byId("unit").value, identifiers, reached: byId("reached").value, note: given("note") };
  const sent = await ask("POST", `alerts/${encodeURIComponent(id)}/acknowledge`, body);
  if (sent.isDone) show("resolution", "The alert is acknowledged", "No more people are told. Record what came of it when you know.");
  return sent;
}

async function resolve() {
  const sent = await ask("POST", `alerts/${encodeURIComponent(id)}/resolve`, { outcome: byId("outcome").value, note: given("remark") });
  if (sent.isDone) show("", "The alert is resolved", "You can close this page.");
  return sent;
}

byId("ready").addEventListener("click", () => show("read-back", "Read it back", ""));
byId("back").addEventListener("click", () => open());
handle(byId("sign-in"), signIn);
handle(byId("second"), verify);
handle(byId("read-back"), acknowledge);
handle(byId("resolution"), resolve);
if (id) show("sign-in", "Critical alert", "Sign in to read it. Opening this page acknowledges nothing.");
else show("", "This link is incomplete", "Open it from the message, or copy the whole link.");
