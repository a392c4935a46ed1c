// What pages do by script: data-into, data-confirm, data-draft, data-live, data-scan. Without it each link and form works as it is. All texts are the server's.
"use strict";
(() => {
  const body = document.body, set = body.dataset, root = document.documentElement, main = document.getElementById("main");
  const place = `fk-${set.tenant ?? ""}-${set.who ?? ""}`;
  const one = (selector, part = document) => part.querySelector(selector);
  const all = (selector, part = document) => [...part.querySelectorAll(selector)];
  const on = (kind, act, target = document, options) => target.addEventListener(kind, act, options);
  const words = kind => one(`#words [data-words="${kind}"]`)?.textContent ?? "";
  const PRESSABLE = "a, button, input:not([type=hidden]), select, textarea, summary";
  // The only parser. Its document is inert: no script of it runs.
  const policy = (window.trustedTypes ?? { createPolicy: (_, rules) => rules }).createPolicy("fk", { createHTML: text => text });
  const parse = text => new DOMParser().parseFromString(policy.createHTML(text), "text/html");
  // ---- One sentence for each change. An open dialog silences the rest of the page, so the line moves into it.
  const said = document.getElementById("said");
  let quiet, typing, late;
  function say(text, isShown) { // what a banner shows is only spoken
    if (!said || !text.trim()) return;
    said.classList.toggle("spoken", Boolean(isShown));
    clearTimeout(quiet);
    (all("dialog[open]").pop() ?? body).append(said);
    said.textContent = text.trim();
    quiet = setTimeout(() => { said.textContent = ""; }, 12000);
  }
  // ---- Asks the server. Nothing comes back without an answer, or when the session has ended: then the page locks.
  async function ask(url, options = {}) {
    const slow = setTimeout(() => say(words("loading")), 300);
    try {
      const answer = await fetch(url, { ...options, headers: { Accept: "text/html; fragment" } });
      if (answer.status === 401 && limit && !locked) { late = options.form; lock(); return; }
      if (answer.redirected && new URL(answer.url).pathname.endsWith("/prove")) { dirty = false; location.assign(answer.url); return; }
      return { answer, page: parse(answer.headers.get("Content-Type")?.startsWith("text/html") ? await answer.text() : "") };
    } catch (error) {
      if (error.name !== "AbortError") say(words("failed"));
    } finally { clearTimeout(slow); }
  }
  function sending(form, button) {
    const fields = new FormData(form);
    if (button?.name) fields.append(button.name, button.value);
    return { form, method: "POST", body: form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields) };
  }
  // ---- data-into="#part": a link or a form changes a part of the page and its address.
  const asked = new Map();
  async function into(selector, url, options, isBack) {
    const part = one(selector), stop = new AbortController();
    asked.get(selector)?.abort();
    asked.set(selector, stop);
    part.setAttribute("aria-busy", "true");
    const got = await ask(url, { ...options, signal: stop.signal });
    if (asked.get(selector) !== stop) return; // a later one is on its way
    part.removeAttribute("aria-busy");
    if (!got) return;
    if (options && got.answer.redirected) { dirty = false; location.assign(got.answer.url); return; }
    if (!options && !isBack) { history.replaceState({ into: selector }, ""); history.pushState({ into: selector }, "", got.answer.url); }
    const own = options && got.answer.headers.get("Content-Location"); // a posted search has an address of its own
    if (own) history.replaceState({ into: selector }, "", own);
    document.title = got.page.title || document.title;
    swap(part, (one(selector, got.page) ?? got.page.body).childNodes);
    say(one("[role=status]", part)?.textContent ?? "", true);
  }
  on("popstate", ({ state }) => { if (state?.into && one(state.into)) into(state.into, location.href, undefined, true); }, window);
  // Focus, caret and what is being typed stay when a part is replaced.
  function swap(part, nodes) {
    const was = part.contains(document.activeElement) ? document.activeElement : undefined;
    const rank = all(PRESSABLE, part).indexOf(was), caret = was && [was.selectionStart, was.selectionEnd];
    part.replaceChildren(...nodes);
    refresh(part);
    const wrong = one(".summary", part);
    if (!was || wrong) { wrong?.focus(); return; }
    const now = (was.id && document.getElementById(was.id)) || all(PRESSABLE, part)[rank];
    if (now?.id && now.id === was.id && Number.isInteger(caret[0]) && was.type !== "password") { now.value = was.value; now.setSelectionRange(...caret); }
    if (!now) part.tabIndex = -1;
    (now ?? part).focus({ preventScroll: true });
  }
  // ---- data-confirm: a link's page opens as a dialog; its forms are sent and answered there.
  const box = Object.assign(document.createElement("dialog"), { id: "dialog" });
  box.setAttribute("aria-labelledby", "dialog-title");
  body.append(box);
  let opener;
  on("close", () => {
    box.replaceChildren();
    dirty = false;
    const row = document.getElementById(opener.row);
    (opener.link.isConnected ? opener.link : row ? one(PRESSABLE, row) : main).focus();
  }, box);
  async function open(link) {
    const got = await ask(link.href);
    if (!got) return;
    if (!one("main", got.page)) { location.assign(link.href); return; }
    if (!box.open) opener = { link, row: link.closest("li[id], tr[id]")?.id };
    fill(got.page);
  }
  // The page below may have the same ids: those in the dialog get a prefix.
  function fill(page) {
    for (const part of all("[id]", page)) part.id = `d-${part.id}`;
    for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls"])
      for (const part of all(`[${name}]`, page)) part.setAttribute(name, part.getAttribute(name).replace(/\S+/g, "d-$&"));
    for (const link of all('a[href^="#"]', page)) link.setAttribute("href", `#d-${link.getAttribute("href").slice(1)}`);
    box.replaceChildren(...one("main", page).childNodes);
    Object.assign(one("h1", box), { id: "dialog-title", tabIndex: -1 });
    refresh(box);
    if (!box.open) box.showModal();
    one(".summary, [role=alert], h1", box)?.focus();
  }
  async function send(form, button) {
    const got = await ask(form.action, sending(form, button));
    if (!got) return;
    if (!got.answer.redirected && one("main", got.page)) fill(got.page);
    else if (!got.answer.redirected) say(words("failed"));
    else if (rows() && got.answer.ok) { // the list below shows what became of it
      if (opener.row) { changed.add(opener.row.replace(/^[^-]*-/, "")); fetchRows(); }
      done(got.page);
      box.close();
      const banner = one(".banner", got.page);
      all(":scope > .banner.ok", main).forEach(old => old.remove());
      if (banner) { one("h1", main).after(banner); say(one("h2", banner)?.textContent ?? banner.textContent, true); }
    } else { dirty = false; location.assign(got.answer.url); }
  }
  on("click", event => {
    const link = event.target.closest("a[href]"), row = link?.closest("li[id], tr[id]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if ("confirm" in link.dataset && box.showModal) { event.preventDefault(); open(link); }
    else if (link.dataset.into && one(link.dataset.into)) { event.preventDefault(); into(link.dataset.into, link.href); }
    else if (box.contains(link) && link.pathname === location.pathname && !link.hash) { event.preventDefault(); box.close(); }
    else if (row && link.origin === location.origin) history.replaceState(history.state, "", `#${row.id}`); // Back finds the row
  });
  on("submit", event => {
    const form = event.target, part = form.dataset.into, button = event.submitter;
    const act = form.id === "stay" ? stay : form.id === "unlock" ? unlock : form.action.endsWith("/sign-out") ? leave
      : box.contains(form) ? send : part && one(part) ? () => form.method === "post" ? into(part, form.action, sending(form, button))
        : into(part, `${form.action.split("?")[0]}?${new URLSearchParams(new FormData(form))}`) : undefined;
    if (event.defaultPrevented || form.method === "dialog") return;
    if (act) { event.preventDefault(); act(form, button); } else dirty = false;
  });
  // ---- data-draft="name": what was typed stays for this tab and person. A refused form keeps the server's values.
  let dirty = false;
  const draft = part => `${place}/${part.dataset.draft}`, ticked = field => /radio|checkbox/.test(field.type);
  const fields = form => [...form.elements].filter(field => field.name && !/password|hidden|file|submit/.test(field.type) && !/password|one-time/.test(field.autocomplete));
  function restore(form) {
    const kept = JSON.parse(sessionStorage.getItem(draft(form)) ?? "null");
    if (!kept || one("[aria-invalid]", form)) return;
    for (const field of fields(form)) {
      const mine = kept.filter(([name]) => name === field.name).map(([, value]) => value);
      if (ticked(field)) field.checked = mine.includes(field.value); else if (mine.length) field.value = mine[0];
    }
  }
  on("input", ({ target: { form } }) => {
    if (form?.role === "search" && form.dataset.into) { clearTimeout(typing); typing = setTimeout(() => form.requestSubmit?.(), 150); }
    if (form?.method !== "post" || form.role === "search" || form.closest("#locked, .plain")) return;
    dirty = true;
    if (form.dataset.draft) sessionStorage.setItem(draft(form), JSON.stringify(fields(form).filter(f => f.checked || !ticked(f)).map(f => [f.name, f.value])));
  });
  on("beforeunload", event => { if (dirty) event.preventDefault(); }, window);
  if (set.who) for (const key of Object.keys(sessionStorage)) if (key.startsWith("fk-") && !key.startsWith(`${place}/`)) sessionStorage.removeItem(key);
  // The page after a sent form names the draft that is done with.
  const done = part => all("[data-draft]:not(form)", part).forEach(mark => sessionStorage.removeItem(draft(mark)));
  // ---- Tabs of one person talk to each other.
  const channel = window.BroadcastChannel && set.who ? new BroadcastChannel(place) : undefined;
  const tell = message => { channel?.postMessage(message); hear(message); };
  if (channel) channel.onmessage = event => hear(event.data);
  function hear(message) {
    seen = Math.max(seen, message.at ?? 0);
    if (message.name === "stay") still.close();
    else if (message.name === "lock") lock(true);
    else if (message.name === "unlock") { if (locked) cover(false); }
    else if (message.name === "open") one("#open", gate).textContent = message.text;
    else if (message.name === "signed-out") { sessionStorage.clear(); over(); }
    else if (message.name === "opened") { if (leads) for (const old of recent) if (Number(old.id) > Number(message.after)) channel.postMessage(old); }
    else if (set.live && message.name !== "active") heard(message);
  }
  // ---- data-live: one stream a browser, held by one tab. An event has an id only; each reader fetches its own row.
  let last = set.after ?? "", beat = Date.now(), due, pause = 1500, leads = false, waits = 0;
  const changed = new Set(), fetched = new Set(), unsaid = new Set(), title = document.title, recent = [];
  let sentence, speaks;
  const rows = () => one('[data-live]:not([data-live="count"])', main);
  let source, again;
  function listen() {
    source?.close();
    clearTimeout(again);
    source = new EventSource(set.live + (last ? `?after=${encodeURIComponent(last)}` : ""));
    for (const name of ["beat", "alert", "result", "count", "lock", "signed-out"])
      on(name, event => { const message = { name, data: event.data, id: event.lastEventId }; pause = 1500; tell(message); recent.push(message); recent.splice(0, recent.length - 50); }, source);
    source.onerror = () => { if (source.readyState === EventSource.CLOSED && !locked) again = setTimeout(listen, pause = Math.min(pause * 2, 60000)); };
  }
  function heard({ name, data, id }) {
    [beat, last, one("#stale").hidden] = [Date.now(), id || last, true];
    if (name === "count") count(data);
    else if (name !== "beat") { changed.add(data); due ??= setTimeout(fetchRows, Math.random() * 300); } // 200 browsers don't ask at once
    current();
  }
  // Not while rows are asked for: their answer says what the list is as of.
  function current() { if (!changed.size && !waits) for (const time of all("#as-of time")) [time.dateTime, time.textContent] = [new Date(beat).toISOString(), clock(beat)]; }
  const clock = at => new Date(at).toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: set.zone });
  function count(number) {
    for (const badge of all('[data-live="count"]')) { badge.dataset.count = number; badge.firstChild.data = number; }
    document.title = number > 0 && !one(".summary", main) ? `(${number}) ${title}` : title;
  }
  async function fetchRows() {
    const list = rows(), news = [...changed], ids = [...new Set([...news, ...fetched])];
    fetched.clear();
    due = changed.clear();
    if (!list || !ids.length) return;
    waits++;
    const got = await ask(`${list.dataset.live}?ids=${[...new Set([...ids, ...unsaid])].map(encodeURIComponent)}`).finally(() => waits--);
    news.forEach(id => unsaid.add(id));
    if (!got?.answer.ok) { news.forEach(id => changed.add(id)); if (news.length) due ??= setTimeout(fetchRows, 3000); return; }
    for (const id of ids) {
      const old = [...list.children].find(row => row.id.endsWith(`-${id}`)), fresh = all("[id]", got.page).find(row => row.id.endsWith(`-${id}`));
      all("time[data-ago]", fresh ?? body).forEach(ago);
      if (old && fresh && old.innerHTML === fresh.innerHTML && old.dataset.at === fresh.dataset.at) continue;
      if (old && fresh) { old.className = fresh.className; old.dataset.at = fresh.dataset.at; old.toggleAttribute("data-moves", "moves" in fresh.dataset); swap(old, fresh.childNodes); }
      else if (fresh) refresh(fresh);
      else if (old?.contains(document.activeElement)) { list.tabIndex = -1; list.focus({ preventScroll: true }); }
      if (fresh) order(list, old ?? fresh); else old?.remove();
    }
    count(one('[data-live="count"]', got.page).dataset.count);
    current();
    if (!news.length) return; // only what happened is said
    sentence = one("[role=status]", got.page)?.textContent ?? "";
    speaks ??= setTimeout(() => { speaks = unsaid.clear(); say(sentence); }, 2200); // what changes within a moment is one sentence
  }
  // Most urgent first. A row in its right place is left alone.
  function order(list, row) {
    const was = document.activeElement, later = [...list.children].find(other => other !== row && other.dataset.at > row.dataset.at) ?? null;
    if (row.parentNode !== list || row.nextElementSibling !== later) list.insertBefore(row, later);
    if (row.contains(was)) was.focus({ preventScroll: true });
  }
  function lead() { leads = true; listen(); return new Promise(() => {}); }
  if (set.live && navigator.locks) navigator.locks.request(place, lead); else if (set.live) lead();
  if (set.live) { channel?.postMessage({ name: "opened", after: last }); count(one('[data-live="count"]').dataset.count); } // what happened since the page was drawn
  // ---- The lock. Only what a person does counts: no stream, no fragment.
  let seen = Date.now(), shared = seen, pinged = seen, locked = false;
  const limit = box.showModal ? Number(set.lock ?? 0) * 1000 : 0, still = one("#still"), gate = one("#locked");
  function active(event) {
    if (!event.isTrusted || locked || still.open) return;
    seen = Date.now();
    if (seen - shared > Math.min(3000, limit / 10)) { shared = seen; channel?.postMessage({ name: "active", at: seen }); }
    if (seen - pinged > 60000) ping();
  }
  function ping() { pinged = Date.now(); ask(one("#stay").action, sending(one("#stay"))); }
  function stay() { tell({ name: "stay", at: Date.now() }); ping(); }
  function cover(isLocked) {
    locked = isLocked;
    root.classList.toggle("locked", locked);
    for (const part of body.children) part.inert = locked && part !== gate;
    if (locked) { still.close(); gate.showModal(); } else { seen = pinged = Date.now(); gate.close(); if (leads) listen(); }
  }
  function lock(isHeard) {
    if (locked) return;
    cover(true);
    if (isHeard) return;
    channel?.postMessage({ name: "lock" });
    const request = sending(one("#unlock"));
    request.body.set("lock", "yes");
    fetch(one("#unlock").action, { ...request, keepalive: true }) // the server counts for itself, too; Back doesn't take this back
      .then(async got => tell({ name: "open", text: one("#open", parse(await got.text()))?.textContent ?? "" })).catch(() => {});
  }
  async function unlock(form) {
    const got = await fetch(form.action, sending(form)).catch(() => undefined);
    if (got?.status === 204) { form.reset(); tell({ name: "unlock" }); return; }
    const fresh = got && one("#unlock", parse(await got.text()));
    if (fresh) { swap(form, fresh.childNodes); one("[aria-invalid], input:not([type=hidden], .hide)", form)?.focus(); }
    else if (got) over(); else say(words("failed"));
  }
  // The session has ended. A form that was pressed is sent all the same: see KeptForm. A person who was still typing reads that it was not stored.
  function over() {
    const signIn = new URL(one("p:last-child a", gate).href), here = location.pathname + location.search;
    if (dirty) signIn.search = new URLSearchParams({ done: "endedUnsent", next: here });
    dirty = false;
    if (late) late.submit(); else if (signIn.search) location.assign(signIn); else location.reload();
  }
  function forget() { dirty = false; sessionStorage.clear(); }
  async function leave(form) {
    const got = await ask(form.action, sending(form));
    if (!got) return;
    forget();
    channel?.postMessage({ name: "signed-out" });
    location.assign(got.answer.redirected ? got.answer.url : location.href);
  }
  if (limit) {
    for (const kind of ["keydown", "pointerdown", "pointermove", "touchstart", "wheel"]) on(kind, active, document, { passive: true, capture: true });
    for (const part of [gate, still]) on("cancel", event => event.preventDefault(), part);
    on("close", () => { if (locked) gate.showModal(); }, gate);
  }
  on("pageshow", event => { if (event.persisted) location.reload(); }, window);
  // ---- Once a second: times count on, a stream that fell silent is said, the question comes before the lock.
  const format = new Intl.RelativeTimeFormat(root.lang || "en", { style: "short" }), word = new Intl.RelativeTimeFormat(root.lang || "en", { numeric: "auto" });
  function ago(time) {
    const exact = Math.round((Date.parse(time.dateTime) - Date.now()) / 60000), minutes = time.dataset.ago ? Math.max(0, exact) : exact, hours = Math.round(minutes / 60);
    time.textContent = minutes === 0 ? word.format(0, "second") : Math.abs(minutes) < 90 ? format.format(minutes, "minute") : Math.abs(hours) < 36 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
  }
  let ticks = 0;
  setInterval(() => {
    const now = Date.now(), stale = one("#stale"), question = Math.min(60000, limit / 2);
    if (ticks++ % 15 === 0) {
      all("time[data-ago]").forEach(ago);
      if (ticks > 1 && !locked && stale?.hidden) for (const row of all("[data-moves]")) { fetched.add(row.id.replace(/^[^-]*-/, "")); due ??= setTimeout(fetchRows, Math.random() * 300); } // no event says that a message went out
    }
    if (set.live && stale.hidden && now - beat > 19000) {
      one("time", stale).textContent = clock(beat);
      stale.hidden = false;
      say(stale.textContent);
    }
    if (!limit || locked) return;
    if (now - seen >= limit) lock();
    else if (now - seen < limit - question) still.close();
    else if (!still.open) still.showModal();
  }, 1000);
  // ---- Keys: arrows between what a search found; single letters only where the reader switched them on.
  on("keydown", event => {
    const field = event.target;
    const form = field.closest("form[role=search]") ?? all("form[role=search][data-into]").find(form => one(form.dataset.into)?.contains(field));
    if (form?.dataset.into && /^Arrow(Up|Down)$|^Escape$/.test(event.key) && !field.matches("select")) {
      const way = [one("input[type=search]", form), ...all("a", one(form.dataset.into))], at = way.indexOf(field);
      const next = event.key === "Escape" ? way[0] : way[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (at >= 0 && next) { event.preventDefault(); next.focus(); }
    } else if ("keys" in set && !event.ctrlKey && !event.metaKey && !event.altKey && !field.closest("input, select, textarea, dialog")) {
      const found = all("[aria-keyshortcuts]").find(part => part.getAttribute("aria-keyshortcuts") === event.key);
      if (found) { event.preventDefault(); if (found.matches("input")) found.focus(); else found.click(); }
    }
  });
  // ---- data-scan="#part": a field for a hand scanner. Enter, Tab or 300 ms without a key end a code. Codes wait for each other,
  // and are sent again until the server answers: a second scan changes nothing.
  const scan = one("form[data-scan]");
  if (scan) {
    const field = one("input[type=text]", scan), sound = one("#sound", scan);
    let rest, first = 0, waiting = 0, turn = Promise.resolve(), tones;
    sound.closest("label").hidden = false;
    sound.checked = localStorage.getItem("fk-sound") === "on";
    on("change", () => localStorage.setItem("fk-sound", sound.checked ? "on" : "off"), sound);
    const isTyped = () => Date.now() - first > 600 + 50 * field.value.length; // a person is slower than a scanner, and presses Enter or the button
    function take() {
      const code = field.value;
      clearTimeout(rest);
      field.value = "";
      dirty = waiting > 0;
      if (!/[^\s\x00-\x1f]/.test(code)) return; // some scanners send Enter before the code, too
      waiting += 1;
      dirty = true;
      turn = turn.then(() => bring(code)).finally(() => { waiting -= 1; dirty = waiting > 0; });
    }
    async function bring(code) {
      for (;;) {
        const request = sending(scan);
        request.body.set("code", code);
        const got = await ask(scan.action, request), part = one(scan.dataset.scan), fresh = got && one(scan.dataset.scan, got.page);
        if (!fresh && got && [403, 404, 413].includes(got.answer.status)) {
          field.value = code;
          beep(false);
          return say(one("h1", got.page)?.textContent ?? "");
        }
        if (!fresh) { await new Promise(done => setTimeout(done, 3000)); continue; }
        history.replaceState(history.state, "", got.answer.headers.get("Content-Location") ?? location.href);
        swap(part, fresh.childNodes);
        all(".summary", main).forEach(old => old.remove());
        say(one("[role=status]", part)?.textContent ?? "", true);
        if (sound.checked) beep(one("[data-scanned=right]", part));
        return;
      }
    }
    function beep(isRight) {
      tones ??= new AudioContext();
      const tone = tones.createOscillator();
      tone.frequency.value = isRight ? 1200 : 220;
      tone.connect(tones.destination);
      tone.start();
      tone.stop(tones.currentTime + (isRight ? 0.08 : 0.5));
    }
    on("submit", event => { event.preventDefault(); take(); }, scan);
    on("keydown", event => { if (event.key === "Tab" && !event.shiftKey && field.value && !isTyped()) { event.preventDefault(); take(); } }, field);
    on("input", () => {
      if (field.value.length <= 1) first = Date.now();
      clearTimeout(rest);
      if (field.value.length > 7 && !isTyped()) rest = setTimeout(take, 300);
    }, field);
  }
  // ---- What a new piece of page needs.
  function refresh(part) { all("time[data-ago]", part).forEach(ago); done(part); all("form[data-draft]", part).forEach(restore); }
  refresh(document);
  const row = document.getElementById(location.hash.slice(1));
  (one(".summary, .banner[tabindex]", main) ?? (row && row !== main ? one(PRESSABLE, row) : null))?.focus();
  // ---- The secret of a mail's link stands behind #: it leaves the address, and goes into the form, which only shows whose it is.
  const secret = one("input[data-fragment]"), fragment = location.hash.slice(1);
  if (secret && fragment) {
    history.replaceState(null, "", location.pathname + location.search);
    secret.value = fragment;
    secret.form.requestSubmit();
  }
  for (const zone of all("input[data-own-zone]")) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? zone.value;
  // data-copy="id": one press copies a text.
  for (const button of all("button[data-copy]")) if (navigator.clipboard) {
    button.hidden = false;
    on("click", () => navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim())
      .then(() => { button.textContent = button.dataset.copied; say(button.textContent); }).catch(() => {}), button);
  }
  // A photo is shown before it is sent. Of a kind that this browser can't show (HEIC) only the name is seen.
  on("change", ({ target: field }) => {
    if (field.type !== "file") return;
    all(".photo", field.parentElement).forEach(old => { URL.revokeObjectURL(old.src); old.remove(); });
    if (!field.files[0]?.type.startsWith("image/")) return;
    const photo = Object.assign(new Image(), { className: "photo", alt: field.files[0].name, src: URL.createObjectURL(field.files[0]) });
    photo.onerror = () => photo.remove();
    field.after(photo);
  });
})();
