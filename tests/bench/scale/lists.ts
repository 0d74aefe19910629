import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/quantile';
import { head, load, row } from '../support/table';
import { measureCost, type Parts } from './meters';
import { makeOrganization } from './scale-world';

const eventCount = 200;
const streamCount = 2_000;
const perSecond = 100;
const runsMs = 10_000;
// In turn, so that none is idle until the server ends it.
const agent = new Agent({ keepAlive: true, maxSockets: 32, scheduling: 'fifo' });

/** @returns how long an answer took, in ms, from the moment at which it was due; and its size */
function ask(url: string, token: string, dueMs: number): Promise<{ tookMs: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ tookMs: performance.now() - dueMs, bytes });
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
  });
}

async function askAtRate(url: string, token: string, durationMs: number) {
  const startMs = performance.now();
  const answers: Promise<{ tookMs: number; bytes: number }>[] = [];
  for (let count = 0; (count * 1000) / perSecond < durationMs; count++) {
    const dueMs = startMs + (count * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - performance.now()));
    answers.push(ask(url, token, dueMs));
  }
  return Promise.all(answers);
}

/** The lists of an organization with 200 events and 2,000 streams, a hundred times a second. */
export async function benchLists(base: string, parts: Parts): Promise<void> {
  const { token } = await makeOrganization(eventCount, streamCount);
  console.log();
  head('list', 'answer kB', 'p50 ms', 'p95 ms', 'web, CPU ms each', 'postgres, CPU ms each', 'statements each', 'load');
  for (const path of ['/events', '/events?limit=50', '/streams', '/streams?limit=50']) {
    const url = `${base}/api/v1${path}`;
    // The code gets warm, unmeasured.
    await askAtRate(url, token, 3_000);
    let answers: { tookMs: number; bytes: number }[] = [];
    const { cpuSeconds, statements } = await measureCost(parts, async () => {
      answers = await askAtRate(url, token, runsMs);
    });
    const times = answers.map(({ tookMs }) => tookMs);
    const each = (total: number) => (total / answers.length).toFixed(2);
    row(
      path,
      ((answers[0]?.bytes ?? 0) / 1000).toFixed(0),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.95).toFixed(1),
      each(1000 * cpuSeconds.web),
      each(1000 * cpuSeconds.postgres),
      each(statements),
      load(),
    );
  }
}
