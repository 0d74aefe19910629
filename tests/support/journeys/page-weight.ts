import type { Page } from '@playwright/test';

/** The cost of a page's first view with an empty cache. */
interface PageWeight {
  /** All scripts as transferred, headers included. */
  scriptBytes: number;
  /** The scripts among them with LiveKit's client, which loads where there is video to show. */
  livekitBytes: number;
  /** Largest contentful paint, since the start of the navigation. */
  lcpMs: number;
  /** Whether the largest painted element is text. */
  lcpIsText: boolean;
  /** Cumulative layout shift. */
  cls: number;
}

/** The name of a message of LiveKit's protocol, which survives minification. */
const livekitMark = 'livekit.SignalRequest';

/** Measures a page until it is idle. The page must be new, because its browser does not request what it has cached. */
export async function weighPage(page: Page, url: string): Promise<PageWeight> {
  const devtools = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  const bytes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes.set(requestId, encodedDataLength);
  });
  await devtools.send('Network.enable');
  await page.addInitScript(() => {
    const seen = Object.assign(window, { cls: 0, lcpMs: 0, lcpIsText: false });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) seen.cls += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const paint of list.getEntries() as (PerformanceEntry & { url: string })[])
        Object.assign(seen, { lcpMs: paint.startTime, lcpIsText: paint.url === '' });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // A busy machine tells of a paint after it.
  await page.waitForFunction(() => (window as unknown as Pick<PageWeight, 'lcpMs'>).lcpMs > 0);
  const paint = await page.evaluate(() => {
    const { lcpMs, lcpIsText, cls } = window as unknown as Pick<PageWeight, 'lcpMs' | 'lcpIsText' | 'cls'>;
    return { lcpMs, lcpIsText, cls };
  });
  let [scriptBytes, livekitBytes] = [0, 0];
  for (const [requestId, length] of bytes) {
    const { body } = await devtools.send('Network.getResponseBody', { requestId });
    scriptBytes += length;
    if (body.includes(livekitMark)) livekitBytes += length;
  }
  return { scriptBytes, livekitBytes, ...paint };
}
