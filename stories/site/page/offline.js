// The service worker of the pages: what was read once, and every page, can be read without a network. The build fills in `kept`.

const { version, files } = kept;
const name = `voxreel-site ${version}`;

addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(newest(request));
});

async function keepAll() {
  const cache = await caches.open(name);
  await cache.addAll(files);
  await skipWaiting();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one.startsWith('voxreel-site ') && one !== name).map((one) => caches.delete(one)));
  await clients.claim();
}

/** From the network, and without one as it was kept. A part of a file is never kept in its place. */
async function newest(request) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.status === 200) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored === undefined) throw error;
    return stored;
  }
}
