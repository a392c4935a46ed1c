// Generated from docs/ and schemas/ by scripts/generate. Change the sources, then run it again.
"use strict";

// The pages read well without this: it shows the reader's place in the contents, opens and closes these on a phone, makes what scrolls
// reachable by keyboard, and searches.

const contents = document.getElementById("contents");
const main = document.getElementById("content");
document.documentElement.classList.add("scripted");

// The contents on a phone: open until a link in them is followed, `Close` or Escape.

const menu = document.querySelector(".menu");

function show(open) {
  contents.classList.toggle("open", open);
  menu.setAttribute("aria-expanded", String(open));
  if (!open) return;
  contents.querySelector(".close").focus();
  reveal(current ?? page);
}

menu.setAttribute("role", "button");
menu.setAttribute("aria-controls", "contents");
menu.setAttribute("aria-expanded", "false");
menu.addEventListener("click", (event) => {
  event.preventDefault();
  show(true);
});
menu.addEventListener("keydown", (event) => {
  if (event.key === " ") menu.click();
});
contents.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || !contents.classList.contains("open")) return;
  show(false);
  if (link.classList.contains("close")) {
    event.preventDefault();
    menu.focus();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && contents.classList.contains("open")) {
    show(false);
    menu.focus();
  }
});

// The section in view.

const links = new Map([...contents.querySelectorAll(".sections a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
const places = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
const page = contents.querySelector('[aria-current="page"]');
let current = null;

// Scrolls the contents until a link in them is in view.
function reveal(link) {
  const [box, frame] = [link, contents].map((each) => each.getBoundingClientRect());
  if (box.top < frame.top + 80 || box.bottom > frame.bottom - 40) contents.scrollTop += box.top - frame.top - frame.height / 3;
}

function follow() {
  let found = null;
  for (const place of places) if (place.getBoundingClientRect().top < 120) found = place;
  if (innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && places.length) {
    const last = places.at(-1);
    if (last.getBoundingClientRect().top < innerHeight) found = last;
  }
  const link = found && links.get(found.id);
  if (link === current) return;
  current?.removeAttribute("aria-current");
  current = link;
  if (!link) return;
  link.setAttribute("aria-current", "true");
  reveal(link);
}

let waiting = false;
function soon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    follow();
  });
}
addEventListener("scroll", soon, { passive: true });
addEventListener("resize", soon);
reveal(page);
follow();

// What scrolls sideways can be scrolled by keyboard, and says that it scrolls.

function reach() {
  for (const box of main.querySelectorAll(".scroll")) {
    const isWide = box.scrollWidth > box.clientWidth;
    if (isWide) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    box.classList.toggle("wide", isWide && !box.matches("pre"));
  }
}
new ResizeObserver(reach).observe(main);

// The search. Its index is a file of this server, fetched when it is first needed.

const form = contents.querySelector(".search");
const query = document.getElementById("query");
const count = form.querySelector(".count");
const results = contents.querySelector(".results");
const pages = contents.querySelector(".pages");
let index = null;
let turn = 0;
form.hidden = false;

async function fetched() {
  index ??= fetch("/docs/search.json").then((answer) => answer.json()).then(({ places }) =>
    places.map(([title, page, address, call, text, words]) => ({
      title, page, address, call, text,
      high: `${title} ${call}`.toLowerCase(),
      low: `${page} ${address} ${text} ${words}`.toLowerCase(),
    })));
  return index;
}

// Where a word begins in a text: at its start, or behind what is no letter.
function begins(text, word) {
  if (!/^[\p{L}\p{N}]/u.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
  }
  return false;
}

// How well a place fits: each word has to be there, and counts most in a title.
function score(place, words) {
  let sum = place.high === words.join(" ") ? 20 : 0;
  if (begins(place.high, words.join(" "))) sum += 8;
  for (const word of words) {
    if (begins(place.high, word)) sum += 5;
    else if (begins(place.low, word)) sum += 1;
    else return 0;
  }
  return sum;
}

async function search() {
  const mine = ++turn;
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  pages.hidden = words.length > 0;
  if (!words.length) {
    count.textContent = "";
    return;
  }
  let places;
  try {
    places = await fetched();
  } catch {
    index = null;
    count.textContent = "The search index could not be loaded. Try again.";
    return;
  }
  if (mine !== turn) return;
  const found = places.map((place) => [score(place, words), place]).filter(([fits]) => fits > 0).sort((one, other) => other[0] - one[0]);
  count.textContent = found.length === 0 ? "No results" : found.length === 1 ? "1 result" : `${found.length} results`;
  results.replaceChildren(...found.slice(0, 30).map(([, place]) => {
    const [item, link, title, where, text] = ["li", "a", "strong", "small", "small"].map((name) => document.createElement(name));
    link.href = place.address;
    title.textContent = place.title;
    where.textContent = place.call || place.page;
    text.textContent = place.text;
    link.append(title, where, text);
    item.append(link);
    return item;
  }));
}

query.addEventListener("input", search);
query.addEventListener("focus", () => fetched().catch(() => { index = null; }));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
