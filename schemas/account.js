// The page behind the links in mails: it takes a new password, and the details of a patient who registers. A person who
// was told something without an account learns here how to get one.
"use strict";
const byId = (id) => document.getElementById(id);
const kind = location.pathname.split("/").pop();
const secret = decodeURIComponent(location.hash.slice(1));
const tenant = new URLSearchParams(location.search).get("tenant");
let owner = tenant ?? "FairKit";

// For each kind of link: how its page begins, how it ends, and what a reader can do whose link no longer works.
const pages = {
  confirmation: {
    title: (name) => `Your account with ${name}`,
    lead: "This link confirms your e-mail address. Tell us who you are, and choose a password.",
    action: "Create my account", route: "confirm", again: "register", fresh: "Your account",
    done: ["Your account is ready", "You can sign in now.",
      ["Open the app or website where you registered.", "Sign in with your e-mail address and your new password.", "Then register your kit: take a photo of its barcode."]],
    dead: "If you have confirmed this address before, your account is ready: sign in. Otherwise ask for a new link here.",
  },
  invitation: {
    title: (name) => `Your account with ${name}`,
    lead: "You are invited to make an account. Choose a password to accept.",
    action: "Create my account", route: "confirm", fresh: "Your invitation",
    done: ["Your account is ready", "You can sign in now.",
      ["Open the app or website of your organisation.", "Sign in with your e-mail address and your new password.", "Some roles also need a one-time code from an authenticator app. You set it up when you sign in for the first time."]],
    dead: "If you have accepted this invitation before, your account is ready: sign in. Otherwise ask the person who invited you for a new invitation.",
  },
  "email-change": {
    title: () => "Your new e-mail address",
    lead: "Confirm this address to sign in with it from now on.",
    action: "Confirm this address", route: "email/confirm", fresh: "Your new e-mail address",
    done: ["Your new address is confirmed", "You sign in with it from now on.", ["You stay signed in on your devices."]],
    dead: "If you have confirmed this address before, sign in with it. Otherwise sign in with your old address, and ask for the change again.",
  },
  reset: {
    title: (name) => `Choose a new password for ${name}`,
    lead: "The new password signs you out on all devices.",
    action: "Set the password", route: "password/reset", again: "password/forgot", fresh: "Choose a new password",
    done: ["Your password is changed", "You are signed out on all devices.", ["Open the app or website, and sign in with the new password."]],
    dead: "If you have used this link before, sign in with the password that you chose. Otherwise ask for a new link here.",
  },
};
// For a person who was told something and may have no account yet. This page has no secret.
const welcome = ["Sign in to read your messages", "What the message is about is shown after you sign in.",
  ["If you have an account, open the app or website where you registered, and sign in.", "If you have none, ask the organisation that wrote to you for an invitation. The link in it makes your account.", "If the message says to contact your doctor, do that first."]];
const page = pages[kind] ?? pages.reset;

function head(title, lead) {
  byId("title").textContent = title;
  byId("lead").textContent = lead;
  byId("owner").textContent = owner;
  document.title = owner === "FairKit" ? `${title} – FairKit` : `${title} – ${owner}`;
}

function finish(title, lead, steps) {
  byId("form").hidden = true;
  byId("again").hidden = true;
  head(title, lead);
  for (const step of steps) {
    const item = document.createElement("li");
    item.textContent = step;
    byId("next").append(item);
  }
  byId("next").hidden = steps.length === 0;
  byId("title").focus();
}

function closeDead(lead, title = "This link does not work any more") {
  history.replaceState(null, "", location.pathname + location.search);
  finish(title, lead, []);
  byId("again").hidden = !page.again;
  byId("email").value = byId("username").value;
}

function explain(box, detail, errors) {
  for (const old of document.querySelectorAll(".error")) old.remove();
  for (const input of document.querySelectorAll("[aria-invalid]")) { input.removeAttribute("aria-invalid"); }
  const rest = [];
  for (const { pointer, detail } of errors) {
    const input = box.parentElement.querySelector(`[name="${CSS.escape(pointer)}"]`);
    if (!input || input.closest("[hidden]")) { rest.push(detail); continue; }
    input.setAttribute("aria-invalid", "true");
    const note = document.createElement("p");
    note.className = "error";
    note.textContent = detail;
    input.insertAdjacentElement("afterend", note);
  }
  box.textContent = [detail, ...rest].join(" ");
  box.hidden = false;
  box.focus();
}

function body(zone) {
  if (kind === "email-change") return { token: secret };
  const filled = { token: secret, password: byId("password").value };
  if (kind === "confirmation") {
    filled.profile = {
      name: { given: byId("given").value.trim(), family: byId("family").value.trim() },
      birthDate: byId("birth").value,
      consents: { clinicians: byId("clinicians").checked, research: byId("research").checked, partners: byId("partners").checked },
      timeZone: zone,
      language: ["en", "es", "sw"].find((known) => navigator.language.startsWith(known)) ?? "en",
    };
  }
  return filled;
}

async function post(route, json) {
  const headers = { "Content-Type": "application/json" };
  if (tenant) headers["X-Tenant-ID"] = tenant;
  const reply = await fetch(`../api/v1/auth/${route}`, { method: "POST", headers, body: JSON.stringify(json) });
  const answer = reply.status === 204 ? {} : await reply.json();
  return { isDone: reply.ok, isDead: reply.status === 404, answer, errors: answer.errors ?? [] };
}

async function submit(zone) {
  const sent = await post(page.route, body(zone));
  // A browser may use a name of its time zone that the server does not know: the app asks for it later.
  const isUnknown = zone !== "UTC" && sent.errors.some(({ pointer }) => pointer === "/profile/timeZone");
  return isUnknown ? submit("UTC") : sent;
}

// Sends a form once, and shows what is missing or wrong in its box.
function handle(form, box, button, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = [...form.elements].filter((input) => input.required && !input.closest("[hidden]") && !input.value);
    if (missing.length > 0) {
      return explain(box, "Some fields are empty.", missing.map((input) => ({ pointer: input.name, detail: "Please fill in this field." })));
    }
    button.disabled = true;
    try {
      const { isDone, answer, errors } = await work();
      if (!isDone) explain(box, errors.length > 0 ? "Please correct the marked fields." : answer.detail, errors);
    } catch {
      explain(box, "The server can't be reached. Your entries are still here: try again in a moment.", []);
    } finally {
      button.disabled = false;
    }
  });
}

async function send() {
  const sent = await submit(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
  if (sent.isDone) {
    history.replaceState(null, "", location.pathname + location.search);
    finish(...page.done);
  } else if (sent.isDead) {
    closeDead(page.dead);
    return { isDone: true };
  }
  return sent;
}

async function askAgain() {
  const sent = await post(page.again, { email: byId("email").value.trim() });
  if (sent.isDone) finish("Check your mail", sent.answer.detail, ["Open the link in the new mail within 24 hours.", "Use the newest mail if there are several."]);
  return sent;
}

async function start() {
  if (kind === "sign-in") return finish(...welcome);
  head(page.fresh, "Checking the link …");
  if (!secret) return closeDead(`Open it from the mail, or copy the whole link.${page.again ? " You can also ask for a new link here." : ""}`, "This link is incomplete");
  let link;
  try {
    link = await post("link", { token: secret });
  } catch {
    return finish(page.fresh, "The server can't be reached. Reload this page in a moment.", []);
  }
  if (!link.isDone && !link.isDead && link.errors.length === 0 && link.answer.code !== "unauthenticated") return finish(page.fresh, link.answer.detail, []);
  if (!link.isDone || link.answer.kind !== kind) return closeDead(page.dead);
  owner = link.answer.displayName;
  head(page.title(owner), page.lead);
  byId("username").value = link.answer.email;
  byId("send").textContent = page.action;
  for (const part of ["person", "consents"]) byId(part).hidden = kind !== "confirmation";
  byId("secret").hidden = kind === "email-change";
  byId("form").hidden = false;
}

byId("show").addEventListener("change", (event) => { byId("password").type = event.target.checked ? "text" : "password"; });
handle(byId("form"), byId("problem"), byId("send"), send);
handle(byId("again"), byId("refusal"), byId("ask"), askAgain);
start();
