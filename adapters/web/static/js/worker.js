// Works for the page while the page is closed. It keeps what can be read without a network, and nothing else:
// a page always comes from the server, with the scripts that it names, so no old script meets a new page.
// What is kept offers no way into a match: no page of a table, no answer to a key.

const VERSION = "{version}";
const OURS = `truco-${VERSION}`;
const FILMS = "truco-films"; // put there by the page of a film
const PUZZLES = "truco-puzzles"; // put there by the page, when an answer was told
const FILES = `/static/${VERSION}/`;
const OFFLINE = `/sin-red${self.location.search}`;
const BESIDE = ["css/verify.page.css", "icon.svg"];

const alone = new Set(); // the pages that were answered from what is kept, and so find the rest of it there

self.addEventListener("install", (event) => {
  self.skipWaiting(); // it serves pages of any version
  event.waitUntil(caches.open(OURS).then((kept) => kept.addAll([OFFLINE, ...BESIDE.map((name) => FILES + name)])));
});

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([
  self.registration.navigationPreload?.enable(),
  caches.keys().then((names) => Promise.all(names.filter((name) => ![OURS, FILMS, PUZZLES].includes(name)).map((name) => caches.delete(name)))),
])));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || pathname.startsWith("/ventana/")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (alone.has(event.clientId)) event.respondWith(kept(request.url).then((found) => found ?? fetch(request)));
});

const kept = (url) => caches.match(url, { ignoreSearch: true });

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    alone.add(event.resultingClientId);
    const { pathname } = new URL(event.request.url);
    return (pathname.startsWith("/partida/") && (await kept(event.request.url))) || offline();
  }
}

async function offline() {
  const answer = await caches.match(OFFLINE);
  if (!answer) return Response.error();
  const links = await films();
  const told = await puzzles();
  const text = (await answer.text()).replaceAll('"/static/', `"${FILES}`)
    .replace(/<!-- films: (.*?) -->/, (_, title) => (links ? `<h2>${title}</h2><ul>${links}</ul>` : ""))
    .replace(/<!-- puzzles: (.*?) -->/, (_, title) => (told ? `<h2>${title}</h2>${told}` : ""));
  return new Response(text, { headers: answer.headers });
}

/** The films that are kept, each by the title of its page, which is written for HTML there. */
async function films() {
  const box = await caches.open(FILMS);
  const links = [];
  for (const { url } of await box.keys()) {
    const { pathname } = new URL(url);
    if (!/^\/partida\/[a-z0-9]{8}$/.test(pathname)) continue;
    const [, title = "Truco"] = /"og:title" content="([^"<>]*)"/.exec(await (await box.match(url)).text()) ?? [];
    links.push(`<li><a href="${pathname}">${title}</a></li>`);
  }
  return links.join("");
}

const forHtml = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The puzzles that are kept, the newest first, each behind its position. */
async function puzzles() {
  const box = await caches.open(PUZZLES);
  const answers = await Promise.all((await box.keys()).reverse().map((one) => box.match(one)));
  const told = await Promise.all(answers.map((answer) => answer.json()));
  return told.map(({ title, text }) => {
    const [first, ...lines] = text.split("\n").filter(Boolean).map(forHtml);
    return `<details><summary>${forHtml(title)}: ${first}</summary>${lines.map((line) => `<p>${line}</p>`).join("")}</details>`;
  }).join("");
}

// --- calls while the page is closed ---------------------------------------------------------------

self.addEventListener("push", (event) => event.waitUntil(told(event.data.json())));

async function told({ tag, title, text, path }) {
  const look = { tag, icon: `${FILES}icon.png`, data: path };
  if (text) return self.registration.showNotification(title, { ...look, body: text, renotify: true });
  // It is no longer true. Browsers want to show something for each message: it takes the place of the other, and goes.
  await self.registration.showNotification("Truco", { ...look, silent: true });
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
});

/** The page, if it is open anywhere, else a new one. */
async function opened(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url, frameType }) => frameType === "top-level" && /^\/(mesa\/.*)?$/.test(new URL(url).pathname));
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ path });
  return page.focus();
}
