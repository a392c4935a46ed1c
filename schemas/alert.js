// The page behind the links in messages about alerts: a clinician signs in, reads the alert, and reads it back. Opening it changes nothing.
"use strict";
const id = decodeURIComponent(location.hash.slice(1));
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

const complain = (text) => explain(byId("problem"), text);
const call = (method, path, json) => ask(method, path, json, token);

async function signIn() {
  const sent = await call("POST", "auth/login", { email: byId("email").value.trim(), password: byId("password").value });
  if (!sent.isDone) return sent;
  byId("password").value = "";
  if (sent.answer.accessToken) return enter(sent.answer.accessToken);
  challenge = sent.answer.mfaToken;
  if (sent.answer.mfaSetupRequired) return setUp();
  show("second", say("alert"), say("one more"));
  return sent;
}

// The first sign-in of an account that needs a second factor: the server makes the secret.
async function setUp() {
  const sent = await call("POST", "auth/mfa/setup", { mfaToken: challenge });
  if (!sent.isDone) return sent;
  const { mfaToken, secret, otpauthUri, qrSvg } = sent.answer;
  challenge = mfaToken;
  byId("qr").replaceChildren();
  if (qrSvg) byId("qr").append(document.importNode(new DOMParser().parseFromString(qrSvg, "image/svg+xml").documentElement, true));
  byId("secret").textContent = secret.replace(/(.{4})(?=.)/g, "$1 ");
  byId("otpauth").href = otpauthUri;
  show("setup", say("set up"), say("set up lead"));
  return sent;
}

// Six digits, in which apps show a space, or a backup code.
async function prove(text) {
  const digits = text.replace(/\s/g, "");
  const sent = await call("POST", "auth/mfa/verify", { mfaToken: challenge, ...(/^\d*$/.test(digits) ? { code: digits } : { backupCode: text.trim() }) });
  if (sent.answer.code === "challenge-unknown") {
    show("sign-in", say("alert"), say("too long"));
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
  addItems(byId("backup-codes"), sent.answer.backupCodes);
  show("codes", say("keep codes"), say("keep codes lead"));
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

const fact = (name, value) => addFact(byId("facts"), say(name), value);

// What the caller may not see is left out.
async function part(path) {
  const found = await call("GET", path);
  return found.isDone ? found.answer : {};
}

function titleOf(alert, withdrawn, isCorrected) {
  if (withdrawn) return say("withdrawn");
  if (isCorrected) return say("corrected");
  return alert.rule === "critical-high" ? say("critical") : say("alert");
}

async function open() {
  const found = await call("GET", `alerts/${encodeURIComponent(id)}`);
  if (!found.isDone) {
    show("", say("not shown"), found.status === 404 ? say("not shown lead") : wordsOf(found.answer));
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
  if (!hasLevel) fact("level", say("no level"));
  else fact(isCorrected ? "corrected level" : "level", say("level and range", { level: levelText({ value: data.aatLevel, ...data }), range: data.normalRange }));
  fact("level before", earlier && levelText(earlier));
  fact("reason", reason);
  fact("why", alert.explanation);
  fact("verify", alert.needsVerification ? say("not verified") : null);
  fact("patient", patient.name ? [patient.name.given, patient.name.family].filter(Boolean).join(" ") : alert.patientId ? say("not in care") : say("not registered"));
  fact("birth date", patient.birthDate);
  fact("phone", patient.contact?.phone);
  fact("kit", result.kitCode);
  fact("result", result.reference);
  const sample = result.sample ?? {};
  fact("comment", sample.comment);
  fact("crp", sample.crp ? `${sample.crp.value} ${sample.crp.unit}` : null);
  fact("sample taken", sample.collectedAt ? new Date(sample.collectedAt).toLocaleString(language) : null);
  fact("order number", sample.orderNumber);
  fact("raised", new Date(alert.raisedAt).toLocaleString(language));
  byId("ready").hidden = alert.state !== "open";
  const leads = {
    open: withdrawn
      ? say("withdrawn lead")
      : `${isCorrected ? `${say("corrected lead")} ` : ""}${say("open lead")}`,
    acknowledged: say("acknowledged lead"),
    resolved: say("resolved lead"),
    retracted: say("retracted lead"),
  };
  for (const field of ["value", "unit"]) {
    byId(field).closest(".field").hidden = !hasLevel;
    byId(field).required = hasLevel;
  }
  byId("ready").textContent = say(hasLevel ? "have read" : "have read withdrawal");
  byId("how").textContent = say(hasLevel ? "repeat level" : "repeat identifiers");
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
  if (hasLevel && !/^\d+(\.\d+)?$/.test(text)) return { isDone: false, answer: { code: "invalid", errors: [{ pointer: "/value", detail: say("a number") }] } };
  const identifiers = { birthDate: given("birth"), familyName: given("family"), kitCode: given("kit"), reference: given("reference") };
  const level = hasLevel ? { value: Number(text), unit: byId("unit").value } : {};
  const body = { ...level, identifiers, reached: byId("reached").value, note: given("note") };
  const sent = await call("POST", `alerts/${encodeURIComponent(id)}/acknowledge`, body);
  if (sent.isDone) show("resolution", say("acknowledged"), say("acknowledged done"));
  return sent;
}

async function resolve() {
  const sent = await call("POST", `alerts/${encodeURIComponent(id)}/resolve`, { outcome: byId("outcome").value, note: given("remark") });
  if (sent.isDone) show("", say("resolved"), say("close page"));
  return sent;
}

byId("ready").addEventListener("click", () => show("read-back", say(byId("value").required ? "read back" : "confirm withdrawal"), ""));
byId("back").addEventListener("click", () => open());
handle(byId("sign-in"), byId("problem"), signIn);
handle(byId("second"), byId("problem"), verify);
handle(byId("setup"), byId("problem"), finishSetup);
byId("kept").addEventListener("click", async () => {
  try {
    await enter(token);
    byId("backup-codes").replaceChildren();
  } catch {
    complain(say("reload"));
  }
});
handle(byId("read-back"), byId("problem"), acknowledge);
handle(byId("resolution"), byId("problem"), resolve);
if (id) show("sign-in", say("alert"), say("alert lead"));
else show("", say("incomplete"), say("copy message"));
