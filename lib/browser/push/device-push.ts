/** A device that can be pushed to, or the reason why it cannot. */
export type PushSupport = { isPossible: true } | { isPossible: false; reason: string };

/** Whether this browser takes pushes here. */
export function pushSupport(): PushSupport {
  if (!isSecureContext) {
    return impossible(
      'This page came by http, and browsers push only to pages that came by https with a trusted certificate.',
    );
  }
  if (!('serviceWorker' in navigator))
    return impossible('This browser window takes no pushes: private windows often do not.');
  if (!('PushManager' in window)) {
    return impossible(
      'This browser takes no pushes here. On an iPhone or iPad, add this page to the Home Screen and open it there.',
    );
  }
  return { isPossible: true };
}

const impossible = (reason: string): PushSupport => ({ isPossible: false, reason });

/**
 * Asks for the permission, and subscribes this device.
 * @throws Error with a sentence for the user
 */
export async function subscribe(
  publicKey: string,
  productName: string,
): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('This browser does not let this page notify you: allow it in the site’s settings.');
  }
  const script = `/service-worker.js?name=${encodeURIComponent(productName)}`;
  await navigator.serviceWorker.register(script);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key, as after new secrets, takes no messages of this one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (
    await pushManager.subscribe(options).catch(() => {
      throw new Error('The browser’s push service cannot be reached: it needs the internet.');
    })
  ).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Ends this device's subscription at its push service. */
export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
