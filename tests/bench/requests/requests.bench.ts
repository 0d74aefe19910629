import { randomInt } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { findFault, type ReceivedAnswer } from '../../support/requests/check-answer';
import { type Caller, generatedRequest } from '../../support/requests/generated-request';
import { withoutReferences } from '../../support/requests/openapi-document';
import { type RequestWorld, requestTo, type SentRequest } from '../../support/requests/request-world';
import { until } from '../../support/until';
import { call, Show, signIn } from '../support/show';
import { head, row } from '../support/table';

/*
 * `npm run bench requests [COUNT] [SEED]`: COUNT requests (10,000 by default) generated from the product's own OpenAPI
 * document, to a running product with gateway and workers. Ends with the first answer that is not as the document says,
 * and the request that caused it; the seed makes the same requests again.
 */

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? randomInt(2 ** 31));
const agent = new Agent({ keepAlive: true });
const things = 8;
const answerTimeoutMs = 15_000;

/** Sends a request as it is: fetch would refuse some methods, and change some addresses. */
function send(base: string, { method, target, headers, body }: Omit<SentRequest, 'params'>): Promise<ReceivedAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path: `/api/v1${target}`, headers, agent, timeout: answerTimeoutMs };
    // Node sends the body of a DELETE without saying where it ends.
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const get = (name: string) => [response.headers[name] ?? null].flat().join(', ') || null;
        resolve({ status: response.statusCode ?? 0, headers: { get }, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${answerTimeoutMs} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Account {
  token: string;
  email: string;
  events: string[];
  streams: string[];
}

/** An organization with some of everything; half of its streams are on. */
async function makeAccount(base: string, email: string): Promise<Account> {
  const token = await signIn(base, email);
  const events: string[] = [];
  const streams: string[] = [];
  for (let index = 0; index < things; index++) {
    const event = await call<{ id: string }>(base, 'POST', '/events', token, { event: { name: 'Gala' } });
    const stream = { name: 'Camera', event_id: event.id, protocol: 'srt' };
    const { id } = await call<{ id: string }>(base, 'POST', '/streams', token, { stream });
    if (index % 4 === 0) await call(base, 'POST', `/streams/${id}/start`, token);
    events.push(event.id);
    streams.push(id);
  }
  return { token, email, events, streams };
}

const show = await Show.start();
const statuses = new Map<string, number>();
try {
  const accounts = {
    own: await makeAccount(show.baseUrl, 'own@example.org'),
    stranger: await makeAccount(show.baseUrl, 'stranger@example.org'),
  };
  const world: RequestWorld = {
    ids: {
      ownEvent: accounts.own.events,
      ownStream: accounts.own.streams,
      strangersEvent: accounts.stranger.events,
      strangersStream: accounts.stranger.streams,
      deleted: ['018f6f0e-0000-7000-8000-000000000000'],
    },
    tokens: { own: accounts.own.token, stranger: accounts.stranger.token, garbage: 'a.b.c.d.e' },
  };
  const document = withoutReferences(await (await fetch(`${show.baseUrl}/api/v1/openapi.json`)).json());
  const pids = [show.gatewayPid, show.webPid, show.livekitPid];
  console.log(`${count} requests with seed ${seed}…`);
  await fc.assert(
    fc.asyncProperty(generatedRequest(document), async (request) => {
      const sent = requestTo(world, request);
      const answer = await send(show.baseUrl, sent);
      const key = `${request.method} ${answer.status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      const { caller } = request;
      if (answer.status < 300 && endsSessions(request.method, request.path, caller)) {
        world.tokens[caller] = await signInAgain(accounts[caller].email);
      }
      const fault = findFault(document, request, answer);
      if (fault) throw new Error(`${sent.method} ${sent.target} ${fault}\n${answer.text.slice(0, 1_000)}`);
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
  for (const [path, operations] of Object.entries(document.paths)) {
    const target = path.replace(/\{\w+\}/g, world.ids.deleted[0] ?? '');
    const { status, headers } = await send(show.baseUrl, { method: 'OPTIONS', target, headers: {}, body: undefined });
    const declared = Object.keys(operations).map((method) => method.toUpperCase());
    const expected = [...declared, 'OPTIONS', ...(declared.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
    const allowed = headers.get('allow')?.split(', ').sort().join(', ');
    if (status !== 204 || allowed !== expected) throw new Error(`OPTIONS ${path}: ${status}, allows ${allowed}`);
  }
  const now = [show.gatewayPid, show.webPid, show.livekitPid];
  if (now.join() !== pids.join()) throw new Error(`a process ended: ${pids.join(', ')} became ${now.join(', ')}`);
  head('method and status', 'answers');
  for (const [key, answers] of [...statuses].sort()) row(key, answers);
} finally {
  agent.destroy();
  await show.stop();
}

/** So many requests in a row may be more than one network has: then it waits. */
function signInAgain(email: string): Promise<string> {
  const patience = { timeoutMs: 30_000, what: 'a place for signing in' };
  const unlessTooMany = (error: Error) => {
    if (!error.message.includes(': 429 ')) throw error;
    return null;
  };
  return until(() => signIn(show.baseUrl, email).catch(unlessTooMany), patience);
}

/** Some requests end the caller's session; the next ones need another. */
function endsSessions(method: string, path: string, caller: Caller): caller is 'own' | 'stranger' {
  return method !== 'GET' && path.startsWith('/auth/') && (caller === 'own' || caller === 'stranger');
}
