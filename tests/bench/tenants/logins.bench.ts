import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { timeCalls } from './time-calls';

/*
 * `npm run bench logins [SECONDS]` times a signed-in user's API calls, at rest and during twenty logins a second from as
 * many addresses. The calls must take less than 50 ms more at p95.
 */

const watchMs = Number(process.argv[2] ?? 30) * 1_000;
const settleMs = 3_000;
const loginsPerSecond = 20;
const people = Array.from({ length: loginsPerSecond * 2 }, (_, index) => ({
  email: `person-${index}@example.org`,
  password: 'correct horse',
  first_name: 'Person',
  address: `127.0.1.${index + 1}`,
}));

interface Answer {
  status: number;
  tookMs: number;
}

const show = await Show.start();

function post(path: string, body: object, localAddress: string): Promise<Answer> {
  const { hostname, port } = new URL(show.baseUrl);
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = request({
      hostname,
      port,
      path: `/api/v1${path}`,
      method: 'POST',
      headers,
      localAddress,
      agent: false,
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - startMs }));
    });
    call.end(JSON.stringify(body));
  });
}

/** @returns all answers, once `signal` has ended it */
async function logIn(signal: AbortSignal): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startMs = performance.now();
  while (!signal.aborted) {
    for (const { email, password, address } of people) {
      if (signal.aborted) break;
      answers.push(post('/auth/login', { user: { email, password } }, address));
      await sleep(startMs + (answers.length * 1_000) / loginsPerSecond - performance.now());
    }
  }
  return Promise.all(answers);
}

function report(name: string, callsMs: number[]): number {
  const p95Ms = quantile(callsMs, 0.95);
  row(name, quantile(callsMs, 0.5).toFixed(0), p95Ms.toFixed(0), Math.max(...callsMs).toFixed(0), load());
  return p95Ms;
}

try {
  for (const { address, ...user } of people) {
    const { status } = await post('/auth/signup', { organization: { name: 'Bench' }, user }, address);
    if (status !== 201) throw new Error(`a sign-up was answered with ${status}`);
  }
  await sleep(settleMs);
  head('', 'call p50 ms', 'p95', 'longest', 'load');
  const atRestMs = report('at rest', await timeCalls(show, watchMs));
  const stop = new AbortController();
  const logins = logIn(stop.signal);
  await sleep(settleMs);
  const besideMs = report(`beside ${loginsPerSecond} logins a second`, await timeCalls(show, watchMs));
  stop.abort();
  const answers = await logins;
  const tookMs = answers.map((answer) => answer.tookMs);
  const refused = answers.filter(({ status }) => status !== 200).length;
  console.log(
    `\n${answers.length} logins, ${refused} refused; p50 ${quantile(tookMs, 0.5).toFixed(0)} ms, ` +
      `p95 ${quantile(tookMs, 0.95).toFixed(0)} ms. Calls beside them: ${(besideMs - atRestMs).toFixed(0)} ms more at p95 (less than 50).`,
  );
} finally {
  await show.stop();
}
