import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { forMs, times } from '../support/glance';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { joinByLink, openPhones } from './phone-pages';

const cuts = times(60, 4);
const labels = ['Balcony', 'Stage'];
const settleMs = forMs(6_000, 2_000);
const patienceMs = 10_000;

interface Noted {
  word: string;
  atMs: number;
}

/** In a phone's page: notes when its state was painted, when its room rang and when it reported. */
function noteCuts(crewRoom: string): void {
  const noted = { paints: [] as Noted[], rings: [] as number[], reports: [] as { fromMs: number; toMs: number }[] };
  Object.assign(window, { noted });
  window.WebSocket = class extends WebSocket {
    constructor(...parts: ConstructorParameters<typeof WebSocket>) {
      super(...parts);
      this.addEventListener('message', ({ data }) => {
        if (data instanceof ArrayBuffer && new TextDecoder().decode(data).includes(crewRoom)) {
          noted.rings.push(Date.now());
        }
      });
    }
  };
  const { fetch } = window;
  window.fetch = async (...request) => {
    const fromMs = Date.now();
    const answer = await fetch(...request);
    if (String(request[0]).includes('/camera/report')) noted.reports.push({ fromMs, toMs: Date.now() });
    return answer;
  };
  let last = '';
  new MutationObserver(() => {
    const word = document.querySelector('[data-testid="camera-state"]')?.textContent ?? '';
    if (word === last) return;
    last = word;
    requestAnimationFrame(() => setTimeout(() => noted.paints.push({ word, atMs: Date.now() })));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

interface Notes {
  paints: Noted[];
  rings: number[];
  reports: { fromMs: number; toMs: number }[];
}

const notesOf = (page: Page): Promise<Notes> =>
  page.evaluate(() => Reflect.get(window, 'noted') as unknown) as Promise<Notes>;

/** Waits until a phone has painted that it is on air. */
async function untilOnAir(page: Page, sinceMs: number): Promise<Notes> {
  const isOnAir = ({ since }: { since: number }) =>
    (Reflect.get(window, 'noted') as Notes).paints.some(({ word, atMs }) => word === 'On air' && atMs > since);
  await page.waitForFunction(isOnAir, { since: sinceMs }, { polling: 50, timeout: patienceMs });
  return notesOf(page);
}

/** Measures how soon a phone is red after a cut between two phones: the API's call, the change that is kept, the paint. */
export async function measureCuts(browser: Browser, show: Show): Promise<void> {
  const phones = await openPhones(browser);
  await phones.addInitScript(noteCuts, `crew-${show.eventId}`);
  const pages: Page[] = [];
  for (const label of labels) {
    const { page } = await joinByLink(phones, show, await show.invitePhones(label, 1));
    await page.getByTestId('camera-state').filter({ hasText: 'Ready' }).waitFor({ timeout: 30_000 });
    pages.push(page);
  }
  await show.untilLive();
  await sleep(settleMs);
  const streams = await show.listStreams();
  const calls: { streamId: string; pressedMs: number; answeredMs: number; redMs: number; notes: Notes }[] = [];
  for (let count = 0; count < cuts; count++) {
    // At any moment between two reports.
    await sleep(300 + Math.random() * 1_000);
    const [page, label] = [pages[count % 2], labels[count % 2]];
    const streamId = streams.find(({ attributes }) => attributes.name === label)?.id;
    if (!page || !streamId) throw new Error('There are no phones');
    const pressedMs = Date.now();
    await show.api.call('PUT /events/{id}/program', {
      params: { id: show.eventId },
      body: { program: { on_air: streamId } },
    });
    const answeredMs = Date.now();
    const notes = await untilOnAir(page, pressedMs);
    const redMs = notes.paints.find(({ word, atMs }) => word === 'On air' && atMs > pressedMs)?.atMs ?? Number.NaN;
    calls.push({ streamId, pressedMs, answeredMs, redMs, notes });
  }
  const changes = await show.api.call('GET /events/{id}/tally_changes', {
    params: { id: show.eventId },
    query: { limit: 200 },
  });
  const changedMs = (streamId: string, pressedMs: number) => {
    const isOf = ({ attributes: { occurred_at, program } }: (typeof changes)[number]) =>
      program.includes(streamId) && Date.parse(occurred_at) >= pressedMs;
    return Date.parse(changes.find(isOf)?.attributes.occurred_at ?? '');
  };
  const ringOf = ({ notes, pressedMs }: (typeof calls)[number]) =>
    notes.rings.find((atMs) => atMs >= pressedMs) ?? Number.NaN;
  head('cut to a phone', 'cuts', 'p50 ms', 'p95 ms', 'worst ms', 'load');
  const print = (name: string, values: number[]) => {
    const known = values.filter((value) => !Number.isNaN(value));
    row(name, known.length, ...[0.5, 0.95, 1].map((part) => Math.round(quantile(known, part))), load());
  };
  print(
    'the API’s call to its answer',
    calls.map(({ pressedMs, answeredMs }) => answeredMs - pressedMs),
  );
  print(
    'the change to the ring in the room',
    calls.map((call) => ringOf(call) - changedMs(call.streamId, call.pressedMs)),
  );
  print(
    'the ring to red',
    calls.map((call) => call.redMs - ringOf(call)),
  );
  print(
    'the change to red',
    calls.map(({ streamId, pressedMs, redMs }) => redMs - changedMs(streamId, pressedMs)),
  );
  print(
    'the API’s call to red',
    calls.map(({ pressedMs, redMs }) => redMs - pressedMs),
  );
  print(
    'a report, as a whole',
    (calls.at(-1)?.notes.reports ?? []).map(({ fromMs, toMs }) => toMs - fromMs),
  );
  await phones.close();
}
