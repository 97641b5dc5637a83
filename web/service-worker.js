// The offline app shell. Pages come from the server whenever it can be reached; only otherwise does the
// page from the last visit replace it. Hashed files never change and come from the cache. The API is never cached.
// build/service-worker.ts prepends VERSION, FILES and CHECK_IN_FILES.
const CACHE = `moviebooking-${VERSION}`;
const NOT_PAGES = /^\/(?:api|socket\.io|metrics)(?:\/|$)/;

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, file.startsWith('/assets/') ? {} : { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('moviebooking-') && name !== CACHE).map((name) => caches.delete(name)),
        ),
      ),
  );
});

// For staff only, at the request of the check-in page.
self.addEventListener('message', (event) => {
  if (event.data === 'keep-check-in') event.waitUntil(keepMissing(CHECK_IN_FILES));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || NOT_PAGES.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fromNetworkElse(request, '/index.html'));
  else if (FILES.includes(pathname) || CHECK_IN_FILES.includes(pathname)) {
    event.respondWith(pathname.startsWith('/assets/') ? fromCacheElse(request) : fromNetworkElse(request, pathname));
  } else if (request.destination === 'image') event.respondWith(fromNetworkElse(request, request, {}));
});

async function fromNetworkElse(request, kept, where = { cacheName: CACHE }) {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.match(kept, { ...where, ignoreVary: true });
    if (stored) return stored;
    throw error;
  }
}

async function fromCacheElse(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function keepMissing(files) {
  const cache = await caches.open(CACHE);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(files.filter((file) => !kept.includes(file)));
}
