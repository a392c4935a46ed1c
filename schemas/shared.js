// The page behind the link of a share: its reader enters the PIN, and sees the results. The secret stays in the fragment.
"use strict";
const link = decodeURIComponent(location.hash.slice(1));
let cursor;
if (tenant) byId("owner").textContent = tenant;

function show(title, lead) {
  byId("title").textContent = title;
  byId("lead").textContent = lead;
  document.title = title;
}

function dateText(text) {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(text));
}

function decimal(number) {
  return language === "es" ? `${number}`.replace(".", ",") : number;
}

function add(result) {
  const list = document.createElement("dl");
  list.className = "facts";
  const fact = (name, value) => addFact(list, say(name), value);
  const isWithdrawn = ["cancelled", "entered-in-error"].includes(result.status);
  fact("test date", dateText(result.testDate));
  if (isWithdrawn) fact("level", say("no level"));
  else if (result.level) {
    const { value, unit, comparator } = result.level;
    fact("level", `${comparator ?? ""}${decimal(value)} ${unit}`);
    if (result.range) fact("range", `${decimal(result.range.low)}–${decimal(result.range.high)} ${unit}`);
    if (result.flag) fact("interpretation", say(`flag ${result.flag}`));
    if (result.needsVerification) fact("verify", say("not verified"));
  }
  if (!isWithdrawn && result.genotype !== "UNKNOWN") fact("genotype", result.genotype);
  if (!isWithdrawn) fact("phenotype", result.phenotype);
  if (!isWithdrawn) fact("laboratory interpretation", result.interpretation);
  fact("status", say(`status ${result.status}`));
  fact("laboratory", result.laboratory);
  byId("results").append(list);
}

async function open() {
  const sent = await ask("POST", "shared", { link, pin: byId("pin").value.trim(), cursor });
  if (!sent.isDone) return sent;
  const { name, expiresAt, displayName, items, nextCursor } = sent.answer;
  byId("owner").textContent = displayName;
  for (const item of items) add(item);
  cursor = nextCursor ?? undefined;
  const person = [name.given, name.family].filter(Boolean).join(" ").replace(turning, " ");
  show(say("shared title", { name: person }), items.length === 0 && !byId("results").firstChild ? say("no results") : say("shared until", { date: dateText(expiresAt) }));
  byId("secret").hidden = true;
  byId("problem").hidden = true;
  byId("send").textContent = say("more results");
  byId("open").hidden = !cursor;
  byId("closing").hidden = false;
  byId("title").focus();
  return sent;
}

handle(byId("open"), byId("problem"), open);
show(say(link ? "shared" : "incomplete"), say(link ? "shared lead" : "copy message"));
byId("open").hidden = !link;
