import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { browserLaunch } from '../../support/journeys/browser';
import { type PageWeight, weighPage } from '../../support/journeys/page-weight';
import { eachOf, times } from '../support/glance';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';

const rounds = times(5);

const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());

/** Opens a page with an empty cache, as the owner of a token or as a stranger. */
async function weigh(path: string, token: string | null): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (token) await context.addInitScript((value) => localStorage.setItem('sl_token', value), token);
  const weight = await weighPage(await context.newPage(), show.baseUrl + path);
  await context.close();
  return weight;
}

async function report(path: string, token: string | null): Promise<void> {
  const weights: PageWeight[] = [];
  for (let round = 0; round < rounds; round++) weights.push(await weigh(path, token));
  const median = (value: (weight: PageWeight) => number) => quantile(weights.map(value), 0.5);
  const worst = (value: (weight: PageWeight) => number) => Math.max(...weights.map(value));
  const kilobytes = (value: (weight: PageWeight) => number) => (median(value) / 1000).toFixed(1);
  const shown = path.replace(show.eventId, '{id}');
  console.log(
    `${shown} | ${kilobytes(({ scriptBytes, livekitBytes }) => scriptBytes - livekitBytes)} | ${kilobytes(({ livekitBytes }) => livekitBytes)} | ${median(({ lcpMs }) => lcpMs).toFixed(0)} | ${worst(({ lcpMs }) => lcpMs).toFixed(0)} | ${worst(({ cls }) => cls).toFixed(3)}`,
  );
}

try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}, ${rounds} openings each, empty cache`);
  console.log(
    'page | scripts kB | LiveKit kB | LCP ms, median | worst | CLS, worst\n--- | --- | --- | --- | --- | ---',
  );
  for (const path of eachOf(['/', '/login', '/signup', '/design-system/colors'])) await report(path, null);
  for (const path of eachOf(['/app', '/streams', `/events/${show.eventId}`, `/events/${show.eventId}/multiview`]))
    await report(path, show.token);
} finally {
  await browser.close();
  await show.stop();
}
