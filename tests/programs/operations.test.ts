import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freeTcpPort, freeUdpPort } from '../support/network/free-port';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { type Program, startProgram } from '../support/product/program';
import { livekitSettings } from '../support/servers/livekit-settings';
import { until } from '../support/until';

// Web and gateway as whoever runs them sees them: Prometheus, and a load balancer.

const token = randomBytes(32).toString('base64url');
let database: OwnDatabase;
let recordings = '';
beforeAll(async () => {
  recordings = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
  database = await createOwnDatabase();
});
afterAll(async () => {
  await rm(recordings, { recursive: true, force: true });
  await database.drop();
});

const sharedEnv = () => Object.assign({ DATABASE_URL: database.url }, livekitSettings());

interface Running {
  program: Program;
  url: string;
}

async function startWeb(env: Record<string, string>): Promise<Running> {
  const port = String(await freeTcpPort());
  const own = { AUTH_SECRET: randomBytes(32).toString('base64url'), HOST: '127.0.0.1', PORT: port };
  return { program: await startProgram('web', Object.assign(own, sharedEnv(), env)), url: `http://127.0.0.1:${port}` };
}

async function startGateway(env: Record<string, string>): Promise<Running> {
  const port = String(await freeTcpPort());
  const own = {
    GATEWAY_ID: `gateway-${port}`,
    GATEWAY_HOST: '127.0.0.1',
    RECORDINGS_DIR: recordings,
    GATEWAY_API_PORT: port,
    SRT_INGEST_PORT: String(await freeUdpPort()),
    SRT_VIEW_PORT: String(await freeUdpPort()),
    RTMP_PORT: String(await freeTcpPort()),
  };
  return {
    program: await startProgram('gateway', Object.assign(own, sharedEnv(), env)),
    url: `http://127.0.0.1:${port}`,
  };
}

async function stop({ program }: Running): Promise<void> {
  program.process.kill('SIGTERM');
  await program.exitCode;
}

function ask(url: string, authorization?: string): Promise<Response> {
  // Or a server would wait for the connection when it ends.
  const headers = new Headers({ connection: 'close' });
  if (authorization !== undefined) headers.set('authorization', authorization);
  return fetch(url, { redirect: 'manual', headers });
}

const statusOf = async (url: string): Promise<number> => (await ask(url)).status;

describe.each([
  ['web', startWeb],
  ['gateway', startGateway],
] as const)('%s', (_, start) => {
  test('is ready; asked to stop it says so to load balancers, and goes on for as long as it was told', async () => {
    const running = await start({ DRAIN_SECONDS: '3' });
    await until('/readyz answers 200', async () => (await statusOf(`${running.url}/readyz`)) === 200, {
      timeoutMs: 30_000,
    });
    running.program.process.kill('SIGTERM');
    await until('/readyz answers 503', async () => (await statusOf(`${running.url}/readyz`)) === 503, {
      timeoutMs: 2_500,
    });
    const { error } = (await (await ask(`${running.url}/readyz`)).json()) as { error: object };
    expect(error).toEqual({ code: 'unavailable', message: 'This process is stopping.' });
    expect(await statusOf(`${running.url}/healthz`)).toBe(200);
    expect(await running.program.exitCode).toBe(0);
  }, 60_000);

  test('nobody reads /metrics where no token is set', async () => {
    const running = await start({});
    const answer = await ask(`${running.url}/metrics`, 'Bearer ');
    // Web shows the page of any other address.
    expect(answer.headers.get('content-type') ?? '').not.toContain('text/plain');
    expect(await answer.text()).not.toContain('process_cpu');
    await stop(running);
  }, 60_000);
});

describe('/metrics', () => {
  let web: Running;
  let gateway: Running;
  const texts: string[] = [];
  const scrape = async ({ url }: Running) => (await ask(`${url}/metrics`, `Bearer ${token}`)).text();
  beforeAll(async () => {
    const env = { METRICS_TOKEN: token };
    [web, gateway] = await Promise.all([startWeb(env), startGateway(env)]);
    await ask(`${web.url}/api/v1/events`);
    await ask(`${web.url}/api/v1/events/0199aaaa-0000-7000-8000-000000000000`);
    await until('/metrics has a lag', async () => (await scrape(gateway)).includes('sightline_bus_lag_seconds 0.'));
    texts.push(await scrape(web), await scrape(gateway));
  }, 60_000);
  afterAll(() => Promise.all([stop(web), stop(gateway)]));

  test.each([
    ['nobody', undefined],
    ['a token that is cut off', `Bearer ${token.slice(1)}`],
    ['another scheme', `Basic ${token}`],
  ])('is refused to a stranger: %s', async (_, authorization) => {
    for (const { url } of [web, gateway]) {
      const answer = await ask(`${url}/metrics`, authorization);
      expect([answer.status, await answer.text()]).toEqual([401, '']);
    }
  });

  test('counts requests by the route as it is declared, not by each address', () => {
    const [ofWeb = ''] = texts;
    for (const route of ['/events', '/events/{id}']) {
      const labels = `method="GET",route="${route}",status="401"`;
      expect(ofWeb).toMatch(new RegExp(`^sightline_http_request_duration_seconds_count\\{${labels}\\} 1$`, 'm'));
    }
    expect(ofWeb).not.toContain('0199aaaa');
  });

  test('counts exports of the whole installation, though exporters open no port', () => {
    const [ofWeb = '', ofGateway = ''] = texts;
    for (const status of ['waiting', 'running', 'done', 'failed'])
      expect(ofWeb).toContain(`sightline_exports{status="${status}"} 0`);
    expect(ofGateway).not.toContain('sightline_exports');
  });

  test('shows a gateway that keeps up, and both ports of its router', () => {
    const [, ofGateway = ''] = texts;
    const readValue = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(ofGateway)?.[1]);
    expect(readValue('sightline_reconciler_lag_seconds')).toBeLessThan(10);
    expect(readValue('sightline_lease_reading_age_seconds')).toBeLessThan(10);
    expect(readValue('sightline_reconciler_passes_total')).toBeGreaterThan(0);
    for (const port of ['ingest', 'view']) {
      expect(ofGateway).toContain(`sightline_router_forwarded_datagrams_total{port="${port}"} 0`);
      expect(ofGateway).toContain(`sightline_router_connections{port="${port}",state="open"} 0`);
    }
  });

  test('has every metric that the dashboard in deploy/grafana asks for, and no other name of ours', () => {
    const dashboard = readFileSync('deploy/grafana/sightline.json', 'utf8');
    const asked = [...dashboard.matchAll(/\b(?:sightline|process|nodejs)_\w+/g)].map(([name]) => name);
    const known = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    const base = (name: string) => name.replace(/_(?:count|sum|bucket)$/, '');
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.includes(name) && !known.includes(base(name)))).toEqual([]);
    const shown = new Set(asked.map(base));
    expect([...new Set(known)].filter((name) => name.startsWith('sightline_') && !shown.has(name))).toEqual([]);
  });
});
