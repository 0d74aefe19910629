import type { Page } from '@playwright/test';

/** What the first view of a page costs a visitor with an empty cache. */
export interface PageWeight {
  /** All scripts, as they came over the wire, headers included. */
  scriptBytes: number;
  /** Those of them that carry LiveKit's client, which comes where there are pictures to show. */
  livekitBytes: number;
  /** Largest contentful paint, after the navigation began. */
  lcpMs: number;
  /** Whether the largest thing painted is text. */
  lcpIsText: boolean;
  /** Cumulative layout shift. */
  cls: number;
}

/** The name of a message of LiveKit's protocol, which survives minification. */
const livekitMark = 'livekit.SignalRequest';

/** Weighs a page until it asks for nothing more. The page must be new: what its browser has kept, it does not ask for. */
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
