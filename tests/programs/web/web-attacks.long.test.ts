import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attack } from '../../support/attacks/attack';
import { cableBeforeAuthentication } from '../../support/attacks/web/cable-before-authentication';
import { floodAddress, httpFlood } from '../../support/attacks/web/http-flood';
import { livekitWebsockets } from '../../support/attacks/web/livekit-websockets';
import { slowBodies } from '../../support/attacks/web/slow-bodies';
import { slowHeaders } from '../../support/attacks/web/slow-headers';
import { slowReaders } from '../../support/attacks/web/slow-readers';
import { slowWebsocketReader } from '../../support/attacks/web/slow-websocket-reader';
import { upgradeFlood } from '../../support/attacks/web/upgrade-flood';
import { openPostgresProxy, type PostgresProxy } from '../../support/bus/postgres-proxy';
import { tokenProtocol } from '../../support/cable/token-protocol';
import { fuzzHttp } from '../../support/network/http-fuzz';
import { cableHead, requestHead, TcpPeers } from '../../support/network/tcp-peers';
import { clientFrame } from '../../support/network/websocket-frames';
import { startWebProgram, type WebProgram } from '../../support/product/web-program';
import { keepRecording } from '../../support/recordings/keep-recording';
import { until } from '../../support/until';

/** Few enough that an attack could use them up. */
const maxOpenFiles = 600;

const recordings = mkdtempSync(path.join(tmpdir(), 'sightline-recordings-'));

let web: WebProgram;
let proxy: PostgresProxy;
let token: string;
let filesAtRest: number;

/** Asks by a new connection. */
const isHealthy = async () => {
  const heard = await new TcpPeers(web.baseUrl).ask(requestHead('GET /healthz', 'Connection: close'), 20_000);
  return heard.startsWith('HTTP/1.1 200 ');
};
/** An address in another network, on systems that have all of 127.0.0.0/8. */
const otherAddress = process.platform === 'linux' ? '127.0.0.7' : undefined;
const untilAtRest = () =>
  until('web’s descriptors are at rest', () => web.openFiles() <= filesAtRest * 1.1 + 5, { timeoutMs: 40_000 });
/** Asks 700 times at once, so that a network is at its limit however slowly a busy machine answers. */
const askAtOnce = (localAddress: string | undefined, head: (count: number) => string) => {
  const { hostname: host, port } = new URL(web.baseUrl);
  const socket = connect({ host, port: Number(port), localAddress });
  for (let count = 0; count < 700; count++) socket.write(head(count));
  return socket;
};

beforeAll(async () => {
  web = await startWebProgram({
    maxOpenFiles,
    env: { RECORDINGS_DIR: recordings },
    reroute: async (databaseUrl) => {
      proxy = await openPostgresProxy(databaseUrl);
      return proxy.url;
    },
  });
  token = (await web.signUp()).token ?? '';
  // All of its connections to Postgres, and the pages that are read with their first request.
  await Promise.all(Array.from({ length: 20 }, () => fetch(`${web.baseUrl}/healthz`)));
  await Promise.all(['/', '/login', '/app'].map((path) => fetch(web.baseUrl + path)));
  filesAtRest = web.openFiles();
}, 60_000);

afterAll(async () => {
  await web.stop();
  proxy.close();
  rmSync(recordings, { recursive: true });
});

describe('the web program, after', () => {
  const attacks = [upgradeFlood, slowHeaders, slowBodies, slowWebsocketReader, livekitWebsockets];

  test.each(attacks.map((attack): [string, Attack] => [attack.name, attack]))(
    '%s: answers at once',
    async (_, attack) => {
      const stopped = new AbortController();
      const run = attack.run(
        { baseUrl: web.baseUrl, token, ingestPort: 0, viewPort: 0, rtmpPort: 0, streamKey: '' },
        stopped.signal,
      );
      await sleep(2_000);
      stopped.abort();
      await run;
      await until('web is healthy', isHealthy, { timeoutMs: 40_000 });
      await untilAtRest();
    },
    60_000,
  );

  test('200 bodies that never come: their network’s pages and probes are answered at once', async () => {
    const peers = new TcpPeers(web.baseUrl);
    const head = requestHead('POST /api/v1/auth/login', 'Content-Type: application/json', 'Content-Length: 1000');
    for (let count = 0; count < 200; count++) peers.open(head);
    await sleep(1_000);
    const startedMs = performance.now();
    expect((await fetch(`${web.baseUrl}/login`)).status).toBe(200);
    expect((await fetch(`${web.baseUrl}/readyz`)).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    peers.close();
    await untilAtRest();
  }, 60_000);

  test('a recording that a network reads a byte a second: others have theirs at once, and no file stays open', async () => {
    const [attacker, viewer] = await Promise.all([web.signUp(), web.signUp()]);
    // More than the system's buffers take of a connection that nobody reads.
    const keep = { folder: recordings, databaseUrl: web.databaseUrl, partBytes: 24 * 1024 * 1024 };
    await keepRecording(attacker, keep);
    const { recordingId: id } = await keepRecording(viewer, { folder: recordings, databaseUrl: web.databaseUrl });
    const { url } = await viewer.call('POST /recordings/{id}/download', { params: { id } });
    const stopped = new AbortController();
    const target = {
      baseUrl: web.baseUrl,
      token: attacker.token ?? '',
      ingestPort: 0,
      viewPort: 0,
      rtmpPort: 0,
      streamKey: '',
    };
    const run = slowReaders.run(target, stopped.signal);
    await until('the network holds files', () => web.openFiles(recordings) >= 5, { timeoutMs: 40_000 });
    const options = { localAddress: otherAddress, agent: false };
    const [response] = (await once(get(web.baseUrl + url, options), 'response')) as [IncomingMessage];
    expect([response.statusCode, response.headers['content-length']]).toEqual([200, '16']);
    response.resume();
    // A quarter of a tenth of what it may open.
    expect(web.openFiles(recordings)).toBeLessThan(maxOpenFiles / 20);
    stopped.abort();
    await run;
    await until('no file of a recording is open', () => web.openFiles(recordings) === 0);
    await untilAtRest();
  }, 60_000);

  test('a network that asks for pages without end is told to wait, and others are answered meanwhile', async () => {
    const stopped = new AbortController();
    const run = httpFlood.run(
      { baseUrl: web.baseUrl, token, ingestPort: 0, viewPort: 0, rtmpPort: 0, streamKey: '' },
      stopped.signal,
    );
    const burst = askAtOnce(floodAddress, () => requestHead('GET /login'));
    const isRefused = async () => {
      const options = { localAddress: floodAddress };
      const [response] = (await once(get(`${web.baseUrl}/login`, options), 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode === 429 && Number(response.headers['retry-after']) > 0;
    };
    await until('the network is refused', isRefused, { timeoutMs: 40_000 });
    await until('another network is answered', isHealthy, { timeoutMs: 20_000 });
    stopped.abort();
    burst.destroy();
    await run;
  }, 60_000);

  test('made-up tokens are no way around the limit, and neither a user nor a probe is held up', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const options = { localAddress: otherAddress, headers };
      const [response] = (await once(get(web.baseUrl + path, options), 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    const askAsUser = () => ask('/api/v1/auth/me', { authorization: `Bearer ${token}` });
    expect(await askAsUser()).toBe(200);
    const flood = askAtOnce(otherAddress, (count) =>
      requestHead('GET /api/v1/events', `Authorization: Bearer ${count}`),
    );
    await until(
      'made-up tokens are refused',
      async () => (await ask('/api/v1/events', { authorization: 'Bearer made-up' })) === 429,
      { timeoutMs: 10_000 },
    );
    expect([await askAsUser(), await ask('/healthz', {})]).toEqual([200, 200]);
    flood.destroy();
  }, 60_000);

  test('700 upgrades at once that no client closes: the next connection is taken at once', async () => {
    const peers = new TcpPeers(web.baseUrl);
    const upgrade = requestHead('GET /nowhere', 'Connection: Upgrade', 'Upgrade: websocket');
    for (let count = 0; count < 700; count++) peers.open(upgrade);
    await until('web is healthy', isHealthy, { timeoutMs: 40_000 });
    expect(web.openFiles()).toBeLessThan(maxOpenFiles);
    peers.close();
  }, 60_000);

  test('1,000 damaged requests and commands: none is a fault of ours', async () => {
    const peers = new TcpPeers(web.baseUrl);
    const outputBefore = web.output().length;
    const faults: string[] = [];
    const ask = async (bytes: Buffer) => {
      const heard = await peers.ask(bytes, 1_000);
      // 503 where this machine is so busy that the database is late.
      if (/^HTTP\/1\.1 5(?!03)/m.test(heard))
        faults.push(`${bytes.toString('latin1').slice(0, 300)} → ${heard.slice(0, 80)}`);
    };
    const pending: Promise<void>[] = [];
    for (const bytes of fuzzHttp(20261122, 1_000, token)) {
      pending.push(ask(bytes));
      if (pending.length === 100) await Promise.all(pending.splice(0));
    }
    await Promise.all(pending);
    expect(faults.join('\n')).toBe('');
    await until('web is healthy', isHealthy, { timeoutMs: 40_000 });
    await untilAtRest();
    // Whatever it says of them, it is no error. A busy machine is late, and says so.
    const errors = web
      .output()
      .slice(outputBefore)
      .split('\n')
      .filter((line) => /uncaughtException|unhandledRejection|Error:|"error"/.test(line))
      .filter((line) => !/"path":"\/healthz"|The database does not answer|TimeoutError/.test(line));
    expect(errors.map((line) => line.slice(0, 400)).join('\n')).toBe('');
  }, 120_000);
});

describe('/cable while the database is slow', () => {
  test('takes nothing of ten clients that send 64 KB commands before it knows them', async () => {
    const peers = new TcpPeers(web.baseUrl);
    await until('web is healthy', isHealthy, { timeoutMs: 40_000 });
    const before = web.residentMegabytes();
    proxy.freeze();
    const attack = cableBeforeAuthentication;
    const stopped = new AbortController();
    const run = attack.run(
      { baseUrl: web.baseUrl, token, ingestPort: 0, viewPort: 0, rtmpPort: 0, streamKey: '' },
      stopped.signal,
    );
    const readings: number[] = [];
    for (let count = 0; count < 20; count++) {
      await sleep(200);
      readings.push(web.residentMegabytes());
    }
    stopped.abort();
    await run;
    proxy.cut();
    proxy.restore();
    peers.close();
    expect(Math.max(...readings) - before).toBeLessThan(50);
    await until('web is healthy', isHealthy, { timeoutMs: 20_000 });
  }, 60_000);

  test('welcomes a client that has waited, and carries out what it has sent', async () => {
    const peers = new TcpPeers(web.baseUrl);
    const head = cableHead(`Sec-WebSocket-Protocol: actioncable-v1-json, ${tokenProtocol(token)}`);
    const command = clientFrame(JSON.stringify({ command: 'subscribe', identifier: '{"channel":"EventsChannel"}' }));
    const heard = await peers.ask(Buffer.concat([Buffer.from(head), command]), 2_000);
    expect(heard).toMatch(/^HTTP\/1\.1 101 /);
    expect(heard.indexOf('confirm_subscription')).toBeGreaterThan(heard.indexOf('{"type":"welcome"}'));
  });
});

test('curl --http2 is answered', async ({ skip }) => {
  const curl = promisify(execFile);
  const version = await curl('curl', ['--version']).catch(() => skip('there is no curl'));
  if (!version.stdout.includes('HTTP2')) skip('this curl knows no HTTP/2');
  const { stdout } = await curl('curl', ['--http2', '--silent', '--max-time', '10', `${web.baseUrl}/healthz`]);
  expect(stdout).toBe('{"status":"ok"}');
});
