import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { GET as getTally } from '@/app/api/v1/events/[id]/tally/route';
import { POST as createSource, GET as listSources } from '@/app/api/v1/events/[id]/tally_sources/route';
import { PUT as report } from '@/app/api/v1/tally_sources/[id]/report/route';
import { DELETE as deleteSource, PATCH as updateSource } from '@/app/api/v1/tally_sources/[id]/route';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { webhookPayloadSchema } from '@/lib/contracts/organization/webhooks';
import type { ReportTallyInput, TallyJson, TallySourceJson } from '@/lib/contracts/tally/tally';
import { db } from '@/lib/platform/db/db';
import { expireTally } from '@/lib/use-cases/tally/change-tally';
import { payloadOf } from '@/lib/use-cases/webhooks/delivery/payload';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeApiToken, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;
let left: Stream;
let right: Stream;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  left = await makeStream(user.actor, { name: 'Left', eventId: event.id });
  right = await makeStream(user.actor, { name: 'Right', eventId: event.id });
});

async function makeSource(name: string, changes: object = {}): Promise<string> {
  const { status, body } = await call(createSource, {
    method: 'POST',
    token: user.token,
    params: { id: event.id },
    body: { tally_source: { name } },
  });
  expect(status).toBe(201);
  const { id } = (body as { data: TallySourceJson }).data;
  const mapping = { 'Cam 1': left.id, 'Cam 2': right.id };
  expect((await change(id, Object.assign({ mapping }, changes))).status).toBe(200);
  return id;
}

const change = (id: string, tallySource: object) =>
  call(updateSource, { method: 'PATCH', token: user.token, params: { id }, body: { tally_source: tallySource } });

type Inputs = Partial<ReportTallyInput['tally']['inputs'][number]>[];
const say = async (id: string, inputs: Inputs, more: object = {}, token = user.token) =>
  (await call(report, { method: 'PUT', token, params: { id }, body: { tally: Object.assign({ inputs }, more) } }))
    .status;

const onAir = [
  { number: 1, name: 'Cam 1', program: true },
  { number: 2, name: 'Cam 2', preview: true },
];

async function tally(): Promise<Record<string, string>> {
  const { body } = await call(getTally, { token: user.token, params: { id: event.id } });
  const { streams } = (body as { data: TallyJson }).data.attributes;
  const names = new Map([left, right].map(({ id, name }) => [id, name]));
  return Object.fromEntries(streams.map(({ stream_id, tally }) => [names.get(stream_id), tally]));
}

async function sources(): Promise<TallySourceJson['attributes'][]> {
  const { body } = await call(listSources, { token: user.token, params: { id: event.id } });
  return (body as { data: TallySourceJson[] }).data.map(({ attributes }) => attributes);
}

describe('a report', () => {
  test('takes cameras on air by the name of the input', async () => {
    const id = await makeSource('vMix');
    expect(await tally()).toEqual({ Left: 'unknown', Right: 'unknown' });
    expect(await say(id, onAir)).toBe(204);
    expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
    await say(id, [{ name: 'Cam 1' }, { name: 'Cam 2', program: true }]);
    expect(await tally()).toEqual({ Left: 'off', Right: 'program' });
  });

  test('takes cameras on air by the number of the input', async () => {
    const id = await makeSource('Router', { match_by: 'number', mapping: { '2': left.id } });
    await say(id, onAir);
    expect(await tally()).toEqual({ Left: 'preview' });
  });

  test('may come from an API token that may write, and no other one', async () => {
    const id = await makeSource('vMix');
    expect(await say(id, onAir, {}, (await makeApiToken(user.actor, 'write')).token)).toBe(204);
    expect(await say(id, onAir, {}, (await makeApiToken(user.actor, 'read')).token)).toBe(403);
    expect(await say(id, onAir, {}, (await makeUser()).token)).toBe(404);
  });

  test('names the camera whose view address an input plays, and keeps no address', async () => {
    const id = await makeSource('OBS');
    const address = `srt://user:secret-of-mine@127.0.0.1:20001?streamid=${right.viewKey}`;
    await say(id, [
      { name: 'Media', address },
      { name: 'Else', address: 'rtsp://secret-of-mine@10.0.0.1/' },
    ]);
    const [source] = await sources();
    expect(source?.inputs.map(({ stream_id }) => stream_id)).toEqual([right.id, null]);
    expect(JSON.stringify(await db().tallySource.findMany())).not.toMatch(`secret-of-mine|${right.viewKey}`);
  });

  test.each([
    ['without a name and a number', { inputs: [{ program: true }] }],
    ['of too many inputs', { inputs: Array.from({ length: 257 }, (_, number) => ({ number })) }],
    ['that would last too long', { inputs: [], valid_for_ms: 60_001 }],
    ['with a problem of no words', { inputs: [], problem: ' ' }],
  ])('%s is refused', async (_name, body) => {
    const id = await makeSource('vMix');
    expect(await say(id, body.inputs, body)).toBe(422);
  });
});

describe('a switcher that falls silent', () => {
  const pass = (id: string) =>
    db().tallySource.update({ where: { id }, data: { validUntil: new Date(Date.now() - 1_000) } });

  test('makes its cameras unknown, until it is back', async () => {
    const id = await makeSource('vMix');
    await say(id, onAir);
    await expireTally();
    expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
    await pass(id);
    await Promise.all([expireTally(), expireTally()]);
    expect(await tally()).toEqual({ Left: 'unknown', Right: 'unknown' });
    expect((await sources())[0]).toMatchObject({ is_live: false });
    // The same words as before count again.
    await say(id, onAir);
    expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
  });

  test('makes its cameras unknown by a report that says why, which counts no longer than the others', async () => {
    const id = await makeSource('vMix');
    await say(id, onAir);
    const problem = 'Bytes arrive that are not TSL 5.0.';
    expect(await say(id, onAir, { problem })).toBe(204);
    expect(await say(id, onAir, { problem })).toBe(204);
    expect(await tally()).toEqual({ Left: 'unknown', Right: 'unknown' });
    expect((await sources())[0]).toMatchObject({ is_live: false, problem });
    await pass(id);
    await expireTally();
    expect((await sources())[0]).toMatchObject({ is_live: false, problem: null });
    await say(id, onAir);
    expect((await sources())[0]).toMatchObject({ is_live: true, problem: null });
    expect(await tally()).toEqual({ Left: 'program', Right: 'preview' });
  });

  test('is heard as long as it repeats itself', async () => {
    const id = await makeSource('vMix');
    await say(id, onAir, { valid_for_ms: 1_000 });
    const until = async () => (await db().tallySource.findUniqueOrThrow({ where: { id } })).validUntil?.getTime() ?? 0;
    const before = await until();
    await sleep(20);
    await say(id, onAir, { valid_for_ms: 1_000 });
    expect(await until()).toBeGreaterThan(before);
  });

  test('does not take off air what another one has there', async () => {
    const [one, other] = [await makeSource('vMix'), await makeSource('Backup')];
    await say(one, onAir);
    await say(other, [{ name: 'Cam 1', program: true }, { name: 'Cam 2' }]);
    await pass(one);
    await expireTally();
    expect(await tally()).toEqual({ Left: 'program', Right: 'unknown' });
  });
});

test('the program of an event is no camera of its tally', async () => {
  const { id: programId } = await makeStream(user.actor, { name: 'On air', eventId: event.id });
  const program = await db().stream.update({ where: { id: programId }, data: { sourceKind: 'program' } });
  const id = await makeSource('vMix');
  expect(await change(id, { mapping: { 'Cam 1': program.id } })).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_input', message: expect.stringContaining('follows the tally') } },
  });
  await say(id, [{ number: 1, name: 'Cam 1', program: true, address: `srt://host?streamid=${program.viewKey}` }]);
  const { inputs } = await db().tallySource.findUniqueOrThrow({ where: { id } });
  expect(inputs).toMatchObject([{ stream_id: null }]);
});

test('several sources are taken together', async () => {
  const [one, other] = [await makeSource('vMix'), await makeSource('OBS')];
  await say(one, [{ name: 'Cam 1', preview: true }, { name: 'Cam 2' }]);
  await say(other, [{ name: 'Cam 1' }, { name: 'Cam 2', program: true }]);
  expect(await tally()).toEqual({ Left: 'preview', Right: 'program' });
  await call(deleteSource, { method: 'DELETE', token: user.token, params: { id: other } });
  expect(await tally()).toEqual({ Left: 'preview', Right: 'off' });
});

test('a source maps no camera of another event, and its name is there once', async () => {
  const id = await makeSource('vMix');
  const foreign = await makeStream(user.actor);
  expect((await change(id, { mapping: { 'Cam 1': foreign.id } })).status).toBe(404);
  await makeSource('OBS');
  expect((await change(id, { name: 'OBS' })).status).toBe(409);
  expect((await sources()).map(({ name }) => name)).toEqual(['vMix', 'OBS']);
});

test('each change of a camera’s tally is written for webhooks, and a repeated report is none', async () => {
  const webhook = await createWebhook(user.actor, { url: 'https://example.com/hook', event_types: [...webhookTypes] });
  const id = await makeSource('vMix');
  await db().webhookDelivery.deleteMany();
  await say(id, onAir);
  await say(id, onAir);
  await say(id, [{ name: 'Cam 1', program: true }, { name: 'Cam 2' }]);
  const rows = await db().webhookDelivery.findMany({ where: { endpointId: webhook.id }, orderBy: { position: 'asc' } });
  const sent = rows.map((row) => webhookPayloadSchema.parse(payloadOf(row)));
  expect(sent.map(({ data }) => data)).toEqual([
    {
      stream: { id: left.id, number: 1, name: 'Left', event_id: event.id },
      tally: 'program',
      previous_tally: 'unknown',
    },
    {
      stream: { id: right.id, number: 2, name: 'Right', event_id: event.id },
      tally: 'preview',
      previous_tally: 'unknown',
    },
    { stream: { id: right.id, number: 2, name: 'Right', event_id: event.id }, tally: 'off', previous_tally: 'preview' },
  ]);
});
