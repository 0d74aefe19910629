import type { Browser, BrowserContext, Page } from '@playwright/test';
import { until } from '../../support/until';
import { times } from '../support/glance';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { joinByLink, openMultiview, openPhones, showClock } from './phone-pages';

const rounds = times(10);
/** Each phone films a ground of its own, by which its picture is known: red, and blue. */
const grounds = [
  { color: '#a22', channel: 0 },
  { color: '#22a', channel: 2 },
];

/** In the multiview's page: reads which ground the tile shows, frame by frame, and notes when it changes. */
function noteGrounds(): void {
  const seen: { channel: number; atMs: number }[] = [];
  Object.assign(window, { seenGrounds: seen });
  const canvas = new OffscreenCanvas(1, 1);
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  const look = () => {
    const video = document.querySelector<HTMLVideoElement>('[data-testid="preview-video"]');
    if (video?.videoWidth && drawing) {
      drawing.drawImage(video, video.videoWidth * 0.9, video.videoHeight * 0.4, 1, 1, 0, 0, 1, 1);
      const [red = 0, , blue = 0] = drawing.getImageData(0, 0, 1, 1).data;
      const channel = red > blue + 40 ? 0 : blue > red + 40 ? 2 : -1;
      if (channel >= 0 && channel !== seen.at(-1)?.channel) seen.push({ channel, atMs: Date.now() });
    }
    requestAnimationFrame(look);
  };
  look();
}

interface Seen {
  channel: number;
  atMs: number;
}

const lastSeen = (page: Page): Promise<Seen | undefined> =>
  page.evaluate(() => (Reflect.get(window, 'seenGrounds') as Seen[]).at(-1));

/** Measures how soon the tile shows the next phone after its person presses Start, and how soon the phone before is out. */
export async function measureHandOvers(browser: Browser, show: Show): Promise<void> {
  const contexts: BrowserContext[] = [];
  for (const { color } of grounds) {
    const phones = await openPhones(browser);
    await showClock(phones, color);
    contexts.push(phones);
  }
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const multiview = await openMultiview(desk, show);
  const [first] = contexts;
  if (!first) throw new Error('There are no phones');
  let { page: phone } = await joinByLink(first, show, await show.invitePhones('Balcony', 1));
  await multiview.getByTestId('preview-video').first().waitFor({ timeout: 30_000 });
  await multiview.evaluate(noteGrounds);
  await until('the first phone is shown', async () => (await lastSeen(multiview))?.channel === 0, {
    timeoutMs: 30_000,
  });
  const [stream] = await show.listStreams();
  const pictures: number[] = [];
  const outs: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const ground = grounds[round % 2];
    const context = contexts[round % 2];
    if (!ground || !context || !stream) throw new Error('There are no phones');
    const made = await show.api.call('POST /streams/{id}/hand_overs', { params: { id: stream.id } });
    const { page: next, pressedMs } = await joinByLink(context, show, made.attributes.path);
    const out = phone
      .getByRole('heading', { name: 'You no longer film here' })
      .waitFor({ timeout: 30_000 })
      .then(() => outs.push(Date.now() - pressedMs));
    await until(
      'the next phone is shown',
      async () => {
        const seen = await lastSeen(multiview);
        if (seen?.channel !== ground.channel || seen.atMs < pressedMs) return false;
        return pictures.push(seen.atMs - pressedMs);
      },
      { timeoutMs: 30_000 },
    );
    await out;
    await phone.close();
    phone = next;
  }
  head('a camera handed to another phone', 'times', 'p50 ms', 'p95 ms', 'worst ms', 'load');
  const print = (name: string, values: number[]) =>
    row(name, values.length, ...[0.5, 0.95, 1].map((part) => Math.round(quantile(values, part))), load());
  print('pressed, to its picture on the multiview', pictures);
  print('pressed, to the phone before saying why', outs);
  await Promise.all([...contexts, desk].map((context) => context.close()));
}
