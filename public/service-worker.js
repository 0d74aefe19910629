// Shows pushed alarms, and says when there is no connection. It caches nothing, so no data of a show stays on the device.
// A name that a newer version no longer needs stays: browsers ask for it again.

const product = new URL(self.location.href).searchParams.get('name') || 'This app';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => offlinePage()));
});

self.addEventListener('push', (event) => {
  const { notification } = event.data?.json() ?? {};
  if (!notification) return;
  const { title, body, tag, navigate } = notification;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icon-192.png', data: { navigate } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.navigate ?? '/app', self.location.origin)));
});

/** Brings an open page there, else opens one. Another site is never opened. */
async function open(url) {
  if (url.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(url.href);
  await page.focus();
  return page.navigate(url.href);
}

function offlinePage() {
  const name = product.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No connection · ${name}</title><style>:root{color-scheme:light dark}body{font:16px system-ui;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><h1>No connection</h1><p>${name} cannot be reached from this device. Alarms come again once it is back.</p>
<p><a href="">Try again</a></p></body></html>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
