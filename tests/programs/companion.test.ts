import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateManifest } from '@companion-module/base/manifest';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../support/api/api-client';
import { CompanionHost } from '../support/companion-host';
import { startWebProgram, type WebProgram } from '../support/product/web-program';
import { livekitSettings } from '../support/servers/livekit-settings';
import { until } from '../support/until';

// The module as the server hands it out, in a pretended Companion, with a real web program.

type Module = ConstructorParameters<typeof CompanionHost>[0];

let web: WebProgram;
let api: ApiClient;
let folder: string;
let module: Module;
let eventId: string;
const cameras: string[] = [];

beforeAll(async () => {
  Object.assign(process.env, livekitSettings());
  web = await startWebProgram();
  api = await web.signUp();
  eventId = (await api.call('POST /events', { body: { event: { name: 'Gala' } } })).id;
  for (const name of ['Stage', 'Jib'])
    cameras.push((await api.call('POST /streams', { body: { stream: { name, event_id: eventId } } })).id);
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-companion-'));
  const packed = await fetch(`${web.baseUrl}/companion-module.tgz`);
  await writeFile(path.join(folder, 'module.tgz'), new Uint8Array(await packed.arrayBuffer()));
  execFileSync('tar', ['xzf', 'module.tgz', '--strip-components=1'], { cwd: folder });
  module = await import(/* @vite-ignore */ path.join(folder, 'main.js'));
}, 60_000);

afterAll(async () => {
  await web.stop();
  await rm(folder, { recursive: true });
});

async function connect(token: string, event = ''): Promise<CompanionHost> {
  const host = new CompanionHost(module);
  await host.instance.init({ server: web.baseUrl, event }, true, { token });
  onTestFinished(() => host.instance.destroy());
  return host;
}

async function tokenThatMay(access: 'read' | 'write'): Promise<string> {
  const body = { api_token: { name: 'Stream Deck', access, expires_at: null } };
  return (await api.call('POST /api_tokens', { body })).attributes.token;
}

const stage = { camera: '1' };

test('its manifest is one that Companion takes, and its help is in the package', async () => {
  const manifest = JSON.parse(await readFile(path.join(folder, 'companion', 'manifest.json'), 'utf8'));
  validateManifest(manifest, false);
  expect(path.join(folder, 'companion', manifest.runtime.entrypoint)).toBe(path.join(folder, 'main.js'));
  expect(manifest).toMatchObject({ version: '1.0.0', runtime: { apiVersion: '2.0.4' } });
  expect(await readFile(path.join(folder, 'companion', 'HELP.md'), 'utf8')).toMatch(/^# Sightline/);
});

test('buttons act on the event, and show what becomes of it', async () => {
  const host = await connect(await tokenThatMay('write'));
  await until('the connection is well', () => host.status === 'ok');
  await until('its cameras are known', () => host.variables.cameras === 2);
  expect(host.variables).toMatchObject({ event: 'Gala', name_1: 'Stage', state_1: 'idle', live: 0, on_air: '' });
  expect(Object.keys(host.presets)).toEqual(expect.arrayContaining(['mark', 'tally_1', 'power_2', 'record_1']));

  await host.press('power', { ...stage, to: 'on' });
  await until('the camera is switched on', () => host.variables.state_1 === 'provisioning');
  await host.press('power', { ...stage, to: 'toggle' });
  await until('the camera is switched off', () => host.variables.state_1 !== 'provisioning');

  const source = { tally_source: { name: 'vMix', match_by: 'number' as const } };
  const { id } = await api.call('POST /events/{id}/tally_sources', { params: { id: eventId }, body: source });
  const mapping = { '1': cameras[0] ?? '', '2': cameras[1] ?? '' };
  await api.call('PATCH /tally_sources/{id}', { params: { id }, body: { tally_source: { mapping } } });
  const inputs = [
    { number: 1, program: true },
    { number: 2, preview: true },
  ];
  await api.call('PUT /tally_sources/{id}/report', {
    params: { id },
    body: { tally: { inputs, valid_for_ms: 60_000 } },
  });
  await host.becomes('on_air', stage);
  await host.becomes('next', { camera: '2' });
  await until('the name of the camera on air is shown', () => host.variables.on_air === 'Stage');

  await api.call('DELETE /tally_sources/{id}', { params: { id } });
  await host.press('cut', stage);
  await host.press('next', { camera: '2' });
  await host.becomes('next', { camera: '2' });
  await host.press('take', {});
  await host.becomes('on_air', { camera: '2' });
  await host.becomes('next', stage);

  await host.press('solo', stage);
  await host.becomes('solo', stage);
  await host.press('solo', stage);
  await host.becomes('solo', stage, false);

  await host.press('mute_alarms', { minutes: 10 });
  await host.becomes('muted', {});
  await host.press('mark', { name: 'Award' });
  const marks = await api.call('GET /events/{id}/marks', { params: { id: eventId } });
  expect(marks.map(({ attributes }) => attributes.name)).toEqual(['Award']);
  expect(host.log.filter((line) => line.startsWith('error'))).toEqual([]);

  // Companion's log has a sentence for each press that fails.
  await host.press('power', { camera: '9', to: 'on' });
  await host.press('ptz_preset', { ...stage, preset: 1, on_air: true });
  expect(host.log.filter((line) => line.startsWith('error'))).toEqual([
    'error: The event has no camera 9.',
    expect.stringMatching(/^error: .*PTZ.*\.$/),
  ]);
}, 30_000);

test('a token that may only read shows states, and says that it may do nothing', async () => {
  const host = await connect(await tokenThatMay('read'), 'Gala');
  await until('its cameras are known', () => host.variables.cameras === 2);
  await host.press('mark', { name: 'Refused' });
  expect(host.status).toMatch(/^insufficient_permissions: /);
});

test('a wrong token, an event that is not there and a missing server are said', async () => {
  const wrong = await connect('sl_wrong');
  await until('the token is refused', () => wrong.status === 'authentication_failure: The API token is not valid.');
  const token = await tokenThatMay('read');
  const lost = await connect(token, 'Ball');
  await until('the event is missed', () => lost.status === 'bad_config: There is no event “Ball”.');
  await lost.instance.configUpdated({ server: '', event: '' }, { token });
  expect(lost.status).toBe('bad_config: Enter the server.');
});
