// The page behind the links in mails: it takes a new password, and of somebody who registers also who they are.
"use strict";
const byId = (id) => document.getElementById(id);
const kind = location.pathname.split("/").pop();
const token = decodeURIComponent(location.hash.slice(1));
const tenant = new URLSearchParams(location.search).get("tenant");
const texts = {
  confirmation: ["Welcome to FairKit", "Your e-mail address is confirmed by this link. Say who you are, and choose a password.", "Make my account"],
  invitation: ["Welcome to FairKit", "An account has been prepared for you. Choose a password to begin.", "Make my account"],
  "email-change": ["Your new e-mail address", "You sign in with this address from now on.", "Confirm this address"],
  reset: ["Choose a new password", "Whoever is signed in to your account is signed out then.", "Set the password"],
};

function finish(text) {
  byId("form").hidden = true;
  byId("done").textContent = text;
  byId("done").hidden = false;
  byId("done").focus();
}

function explain(detail, errors) {
  for (const old of document.querySelectorAll(".error")) old.remove();
  for (const input of document.querySelectorAll("[aria-invalid]")) { input.removeAttribute("aria-invalid"); }
  const rest = [];
  for (const { pointer, detail } of errors) {
    const input = document.querySelector(`[name="${CSS.escape(pointer)}"]`);
    if (!input || input.closest("[hidden]")) { rest.push(detail); continue; }
    input.setAttribute("aria-invalid", "true");
    const note = document.createElement("p");
    note.className = "error";
    note.textContent = detail;
    input.insertAdjacentElement("afterend", note);
  }
  const box = byId("problem");
  box.textContent = [detail, ...rest].join(" ");
  box.hidden = false;
  box.focus();
}

function body(zone) {
  const filled = { token, password: byId("password").value };
  if (kind === "confirmation") {
    filled.profile = {
      name: { given: byId("given").value.trim(), family: byId("family").value.trim() },
      birthDate: byId("birth").value,
      consents: { clinicians: byId("clinicians").checked, partners: byId("partners").checked },
      timeZone: zone,
      language: ["en", "es", "sw"].find((known) => navigator.language.startsWith(known)) ?? "en",
    };
  }
  return filled;
}

async function post(zone) {
  const headers = { "Content-Type": "application/json" };
  if (tenant) headers["X-Tenant-ID"] = tenant;
  const path = { reset: "password/reset", "email-change": "email/confirm" }[kind] ?? "confirm";
  const filled = kind === "email-change" ? { token } : body(zone);
  const reply = await fetch(`../api/v1/auth/${path}`, { method: "POST", headers, body: JSON.stringify(filled) });
  const problem = reply.ok ? {} : await reply.json();
  // A browser may call its zone otherwise than the server does: the app asks for it later.
  const isUnknown = zone !== "UTC" && (problem.errors ?? []).some(({ pointer }) => pointer === "/profile/timeZone");
  return isUnknown ? post("UTC") : [reply.ok, problem];
}

async function send(event) {
  event.preventDefault();
  const missing = [...byId("form").elements].filter((input) => input.required && !input.closest("[hidden]") && !input.value);
  if (missing.length > 0) {
    return explain("Some fields are empty.", missing.map((input) => ({ pointer: input.name, detail: "Fill this in." })));
  }
  byId("send").disabled = true;
  try {
    const [isDone, problem] = await post(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
    if (isDone) {
      history.replaceState(null, "", location.pathname + location.search);
      if (kind === "email-change") return finish("Your address is confirmed. Sign in with it from now on.");
      return finish(kind === "reset" ? "Your password is changed. Sign in with the new one." : "Your account is ready. Open the app, and sign in with your e-mail address and this password.");
    }
    const errors = problem.errors ?? [];
    explain(errors.length > 0 ? "Please look at the fields that are marked." : problem.detail, errors);
  } catch {
    explain("The server could not be reached. Try again in a moment; nothing is lost.", []);
  } finally {
    byId("send").disabled = false;
  }
}

const [title, lead, action] = texts[kind] ?? texts.reset;
byId("title").textContent = title;
document.title = `FairKit – ${title}`;
if (token) {
  byId("lead").textContent = lead;
  byId("send").textContent = action;
  for (const part of ["person", "consents"]) byId(part).hidden = kind !== "confirmation";
  byId("secret").hidden = kind === "email-change";
  byId("form").hidden = false;
  byId("show").addEventListener("change", (event) => { byId("password").type = event.target.checked ? "text" : "password"; });
  byId("form").addEventListener("submit", send);
} else {
  byId("lead").textContent = "This link is not whole. Open it from the mail, or copy all of it.";
}
