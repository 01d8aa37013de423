/* Shows a page of its own while the server cannot be reached; everything else always comes from the server. */

const CACHE = "stramash-offline-1";
const OFFLINE = "/static/offline.html";

self.addEventListener("install", (event) => {
  const files = [OFFLINE, "/pictures.css", "/static/base.css", "/static/pages.css"];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/* A notice leads to the page that it is about. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((pages) => {
    const open = pages.find((page) => page.url === address);
    return open ? open.focus() : self.clients.openWindow(address);
  }));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.destination === "style") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});
