import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { CableConsumer } from '@/lib/browser/data/cable-consumer';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import { ApiClient } from '../../support/api/api-client';
import { until } from '../../support/until';
import { times } from '../support/glance';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';

/** A guest may write 12 a minute. */
const perGuest = times(10, 2);
const guests = times(4, 1);
const pauseMs = 500;

/** Where comments appear, and the elements that show them. */
const screens = [
  { name: 'timeline', path: 'recordings', shown: '[data-testid="comment-marker"]' },
  { name: 'multiview', path: 'multiview?layout=auto', shown: '[data-testid="new-comment"]' },
] as const;

/** Has a page note the time of the first frame in which it shows each text. */
async function watchTexts(page: Page, shown: string): Promise<void> {
  await page.evaluate((selector) => {
    const paintedMs: Record<string, number> = {};
    Object.assign(window, { paintedMs });
    const look = () => {
      for (const element of document.querySelectorAll(selector)) {
        const words = `${element.textContent} ${element.getAttribute('title')}`;
        const text = /Word \d+\./.exec(words)?.[0];
        if (!text || text in paintedMs) continue;
        paintedMs[text] = Number.NaN;
        // The frame is on the screen when the next one begins.
        requestAnimationFrame(() => requestAnimationFrame(() => (paintedMs[text] = Date.now())));
      }
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['title'],
    });
  }, shown);
}

/** Notes when the server's message of each text comes. @returns a function that disconnects */
function watchMessages({ baseUrl, token }: Show, cameMs: Map<string, number>): () => void {
  const ignore = () => undefined;
  const url = `${baseUrl.replace('http', 'ws')}/cable`;
  const cable = new CableConsumer({ url, token, onUnauthorized: ignore, onRoleChanged: ignore });
  cable.subscribe(
    { channel: 'CommentsChannel' },
    {
      onMessage(message) {
        const change = message as MessageOf<'CommentsChannel'>;
        if ('comment' in change) cameMs.set(change.comment.attributes.text, Date.now());
      },
    },
  );
  return cable.start();
}

/** Measures from a guest's request to the frame in which the director's timeline and multiview show the comment. */
export async function benchComments(show: Show, browser: Browser): Promise<void> {
  const { api, eventId, baseUrl } = show;
  await show.record();
  const share_link = { name: 'Client', can_comment: true, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const { attributes } = await api.call('POST /events/{id}/share_links', {
    params: { id: eventId },
    body: { share_link },
  });
  const secret = attributes.path?.split('#')[1] ?? '';
  const stranger = new ApiClient(baseUrl);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await show.signIn(context);
  const pages = await Promise.all(
    screens.map(async (screen) => {
      const page = await context.newPage();
      await page.goto(`${baseUrl}/events/${eventId}/${screen.path}`);
      await page.locator('video').first().waitFor({ state: 'attached', timeout: 120_000 });
      await watchTexts(page, screen.shown);
      return { ...screen, page, ms: [] as number[] };
    }),
  );
  const cameMs = new Map<string, number>();
  const disconnect = watchMessages(show, cameMs);
  const answersMs: number[] = [];
  const messagesMs: number[] = [];
  for (let guest = 0; guest < guests; guest++) {
    const { viewer } = (await stranger.call('POST /share', { body: { share: { secret } } })).attributes;
    for (let word = 0; word < perGuest; word++) {
      const text = `Word ${guest * perGuest + word}.`;
      const sentMs = Date.now();
      await stranger.call('POST /share/comments', { body: { comment: { secret, viewer, name: 'Grace', text } } });
      answersMs.push(Date.now() - sentMs);
      for (const { name, page, ms } of pages) {
        const paintedMs = () =>
          page.evaluate((of) => (Reflect.get(window, 'paintedMs') as Record<string, number>)[of] ?? 0, text);
        await until(`the ${name} shows a comment`, async () => (await paintedMs()) > 0, { timeoutMs: 30_000 });
        ms.push((await paintedMs()) - sentMs);
      }
      messagesMs.push((cameMs.get(text) ?? Number.NaN) - sentMs);
      await sleep(pauseMs);
    }
  }
  disconnect();
  await context.close();
  console.log('\ncomments of guests, ms from the request to the paint');
  head('where', 'comments', 'p50', 'p95', 'worst', 'load');
  const others = [
    { name: 'the guest’s answer', ms: answersMs },
    { name: 'the director’s message', ms: messagesMs },
  ];
  for (const { name, ms } of [...others, ...pages]) {
    row(name, ms.length, quantile(ms, 0.5).toFixed(0), quantile(ms, 0.95).toFixed(0), Math.max(...ms), load());
  }
}
