// The page behind the links in messages about alerts: a clinician signs in, reads the alert, and reads it back. Opening it changes nothing.
"use strict";
const byId = (id) => document.getElementById(id);
const id = decodeURIComponent(location.hash.slice(1));
const tenant = new URLSearchParams(location.search).get("tenant");
const parts = ["sign-in", "second", "setup", "codes", "shown", "read-back", "resolution"];
if (tenant) byId("owner").textContent = tenant;
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
  challenge = sent.answer.mfaToken;
  if (sent.answer.mfaSetupRequired) return setUp();
  show("second", "Alert", "One more step.");
  return sent;
}

// The first sign-in of an account that needs a second factor: the server makes the secret.
async function setUp() {
  const sent = await ask("POST", "auth/mfa/setup", { mfaToken: challenge });
  if (!sent.isDone) return sent;
  const { mfaToken, secret, otpauthUri, qrSvg } = sent.answer;
  challenge = mfaToken;
  byId("qr").replaceChildren();
  if (qrSvg) byId("qr").append(document.importNode(new DOMParser().parseFromString(qrSvg, "image/svg+xml").documentElement, true));
  byId("secret").textContent = secret.replace(/(.{4})(?=.)/g, "$1 ");
  byId("otpauth").href = otpauthUri;
  show("setup", "Set up your second factor", "Your account needs a code from an authenticator app, once at each sign-in. This takes a minute. The alert comes right after it.");
  return sent;
}

// Six digits, in which apps show a space, or a backup code.
async function prove(text) {
  const digits = text.replace(/\s/g, "");
  const sent = await ask("POST", "auth/mfa/verify", { mfaToken: challenge, ...(/^\d*$/.test(digits) ? { code: digits } : { backupCode: text.trim() }) });
  if (sent.answer.code === "challenge-unknown") {
    show("sign-in", "Alert", "That took more than five minutes. Sign in again to read it.");
    return { isDone: true };
  }
  return sent;
}

async function verify() {
  const sent = await prove(byId("code").value);
  return sent.answer?.accessToken ? enter(sent.answer.accessToken) : sent;
}

async function finishSetup() {
  const sent = await prove(byId("first-code").value);
  if (!sent.answer?.accessToken) return sent;
  token = sent.answer.accessToken;
  byId("backup-codes").replaceChildren(...sent.answer.backupCodes.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  show("codes", "Keep your backup codes", "Each of them replaces one code if you lose your phone. They are shown only now: write them down, or print this page.");
  return sent;
}

async function enter(access) {
  token = access;
  const { tenantName } = await part("auth/me");
  if (tenantName) byId("owner").textContent = tenantName.replace(turning, " ");
  return open();
}

// A level as the laboratory reported it.
function levelText({ value, unit, comparator }) {
  return `${comparator ?? ""}${value} ${unit}`;
}

// Characters that turn the direction of a text, or break its line: a name could turn round what stands beside it.
const turning = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function fact(name, value) {
  if (value === undefined || value === null) return;
  const [term, text] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = name;
  text.textContent = value.replace(turning, " ");
  byId("facts").append(term, text);
}

// What the caller may not see is left out.
async function part(path) {
  const found = await ask("GET", path);
  return found.isDone ? found.answer : {};
}

function titleOf(alert, withdrawn, isCorrected) {
  if (withdrawn) return "Result withdrawn";
  if (isCorrected) return "Result corrected";
  return alert.rule === "critical-high" ? "Critical alert" : "Alert";
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
  const { withdrawn = false, earlier, reason } = alert.correction ?? {};
  const isCorrected = alert.followsAlertId && !withdrawn;
  const hasLevel = data.aatLevel !== undefined;
  byId("facts").replaceChildren();
  if (!hasLevel) fact("Level", `None: the laboratory withdrew ${withdrawn ? "this result" : "it"}`);
  else fact(isCorrected ? "Corrected level" : "Level", `${levelText({ value: data.aatLevel, ...data })} (normal: ${data.normalRange})`);
  fact("Level before", earlier && levelText(earlier));
  fact("Reason", reason);
  fact("Why", alert.explanation);
  fact("Verify", alert.needsVerification ? "Not verified yet: confirm it before you act on it." : null);
  fact("Patient", patient.name ? [patient.name.given, patient.name.family].filter(Boolean).join(" ") : alert.patientId ? "Not in your care" : "Not known: the kit is not registered");
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
    open: withdrawn
      ? "The laboratory withdrew this result. Do not act on its level. Tell the people who act on it, and then confirm that you know."
      : `${isCorrected ? "The level was corrected: do not act on the one before. " : ""}No clinician has acknowledged it yet. Read it, call, and then read it back.`,
    acknowledged: "It is acknowledged. Record what came of it when you know.",
    resolved: "It is resolved. You need not do anything.",
    retracted: "The laboratory corrected the result. Do not act on this level.",
  };
  for (const field of ["value", "unit"]) {
    byId(field).closest(".field").hidden = !hasLevel;
    byId(field).required = hasLevel;
  }
  byId("ready").textContent = hasLevel ? "I have read this: read it back" : "I have read this: confirm it";
  byId("how").textContent = !hasLevel
    ? "Repeat two identifiers of the patient or the sample. There is no level to repeat."
    : "Repeat the level and two identifiers, as you told them or wrote them down. The server compares them with the record.";
  show("shown", titleOf(alert, withdrawn, isCorrected), leads[alert.state]);
  if (alert.state === "acknowledged") byId("resolution").hidden = false;
  return { isDone: true };
}

function given(field) {
  const value = byId(field).value.trim();
  return value === "" ? undefined : value;
}

async function acknowledge() {
  const hasLevel = !byId("value").closest(".field").hidden;
  const text = byId("value").value.trim().replace(",", ".");
  if (hasLevel && !/^\d+(\.\d+)?$/.test(text)) return { isDone: false, answer: { detail: "Please correct the marked fields.", errors: [{ pointer: "/value", detail: "A number such as 820." }] } };
  const identifiers = { birthDate: given("birth"), familyName: given("family"), kitCode: given("kit"), reference: given("reference") };
  const level = hasLevel ? { value: Number(text), unit: byId("unit").value } : {};
  const body = { ...level, identifiers, reached: byId("reached").value, note: given("note") };
  const sent = await ask("POST", `alerts/${encodeURIComponent(id)}/acknowledge`, body);
  if (sent.isDone) show("resolution", "The alert is acknowledged", "No more people are told. Record what came of it when you know.");
  return sent;
}

async function resolve() {
  const sent = await ask("POST", `alerts/${encodeURIComponent(id)}/resolve`, { outcome: byId("outcome").value, note: given("remark") });
  if (sent.isDone) show("", "The alert is resolved", "You can close this page.");
  return sent;
}

byId("ready").addEventListener("click", () => show("read-back", byId("value").required ? "Read it back" : "Confirm the withdrawal", ""));
byId("back").addEventListener("click", () => open());
handle(byId("sign-in"), signIn);
handle(byId("second"), verify);
handle(byId("setup"), finishSetup);
byId("kept").addEventListener("click", async () => {
  try {
    await enter(token);
    byId("backup-codes").replaceChildren();
  } catch {
    complain("The server can't be reached. Try again in a moment.");
  }
});
handle(byId("read-back"), acknowledge);
handle(byId("resolution"), resolve);
if (id) show("sign-in", "Alert", "Sign in to read it. Opening this page acknowledges nothing.");
else show("", "This link is incomplete", "Open it from the message, or copy the whole link.");
