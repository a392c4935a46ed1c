// The page behind the links in mails: it takes a new password, and the details of a patient who registers. A person who
// was told something without an account learns here how to get one.
"use strict";
const kind = location.pathname.split("/").pop();
const secret = decodeURIComponent(location.hash.slice(1));
let owner = tenant ?? "FairKit";
let notice = {};

// For each kind of link: where it is sent, and where a reader whose link no longer works asks for a new one.
const pages = {
  confirmation: { route: "confirm", again: "register" },
  invitation: { route: "confirm" },
  "email-change": { route: "email/confirm" },
  reset: { route: "password/reset", again: "password/forgot" },
};
const page = pages[kind] ?? pages.reset;

function head(title, lead) {
  byId("title").textContent = title;
  byId("lead").textContent = lead;
  byId("owner").textContent = owner;
  document.title = `${title} – ${owner}`;
}

function finish(title, lead, steps) {
  byId("form").hidden = true;
  byId("again").hidden = true;
  head(title, lead);
  addItems(byId("next"), steps ? say(steps).split(" | ") : []);
  byId("next").hidden = !steps;
  byId("title").focus();
}

function closeDead(title, lead) {
  history.replaceState(null, "", location.pathname + location.search);
  finish(title, lead);
  byId("again").hidden = !page.again;
  byId("email").value = byId("username").value;
}

function body(zone) {
  if (kind === "email-change") return { token: secret };
  const filled = { token: secret, password: byId("password").value };
  if (kind === "confirmation") {
    filled.profile = {
      name: { given: byId("given").value.trim(), family: byId("family").value.trim() },
      birthDate: byId("birth").value,
      consents: { clinicians: byId("clinicians").checked, research: byId("research").checked, partners: byId("partners").checked, notice: notice.id },
      timeZone: zone,
      language,
    };
  }
  return filled;
}

async function submit(zone) {
  const sent = await ask("POST", `auth/${page.route}`, body(zone));
  // A browser may use a name of its time zone that the server does not know: the app asks for it later.
  const isUnknown = zone !== "UTC" && sent.answer.errors?.some(({ pointer }) => pointer === "/profile/timeZone");
  return isUnknown ? submit("UTC") : sent;
}

async function send() {
  const sent = await submit(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC");
  if (sent.isDone) {
    history.replaceState(null, "", location.pathname + location.search);
    finish(say(`${kind} done`), say(`${kind} doneLead`), `${kind} steps`);
  } else if (sent.status === 404) {
    closeDead(say("dead"), say(`${kind} dead`));
    return { isDone: true };
  }
  return sent;
}

async function askAgain() {
  const json = { email: byId("email").value.trim() };
  const sent = await ask("POST", `auth/${page.again}`, page.again === "register" ? { ...json, language } : json);
  if (sent.isDone) finish(say("mailed"), say("mailed lead"), "mailed steps");
  return sent;
}

async function start() {
  if (kind === "sign-in") return finish(say("sign-in title"), say("sign-in lead"), "sign-in steps");
  head(say(`${kind} fresh`), say("checking"));
  if (!secret) return closeDead(say("incomplete"), [say("copy"), page.again ? say("ask here") : ""].join(" "));
  let link;
  try {
    link = await ask("POST", "auth/link", { token: secret });
  } catch {
    return finish(say(`${kind} fresh`), say("reload"));
  }
  const { isDone, status, answer } = link;
  if (!isDone && status !== 404 && !answer.errors && answer.code !== "unauthenticated") return finish(say(`${kind} fresh`), wordsOf(answer));
  if (!isDone || answer.kind !== kind) return closeDead(say("dead"), say(`${kind} dead`));
  const parameters = new URLSearchParams(location.search);
  if (answer.language && answer.language !== language && !parameters.has("language")) {
    parameters.set("language", answer.language);
    return location.replace(`?${parameters}${location.hash}`);
  }
  owner = answer.displayName;
  head(say(`${kind} title`, { name: owner }), say(`${kind} lead`));
  byId("username").value = answer.email;
  byId("send").textContent = say(`${kind} action`);
  for (const part of ["person", "consents"]) byId(part).hidden = kind !== "confirmation";
  notice = answer.consentNotice ?? {};
  byId("notice").textContent = notice.text ?? "";
  byId("notice").hidden = !notice.text;
  if (notice.url) {
    byId("notice-link").href = notice.url;
    byId("notice-link").textContent = say("privacy notice", { name: owner });
    byId("privacy").hidden = false;
  }
  byId("secret").hidden = kind === "email-change";
  byId("form").hidden = false;
}

byId("show").addEventListener("change", (event) => { byId("password").type = event.target.checked ? "text" : "password"; });
handle(byId("form"), byId("problem"), send);
handle(byId("again"), byId("refusal"), askAgain);
start();
