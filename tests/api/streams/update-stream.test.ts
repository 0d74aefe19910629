import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { db } from '@/lib/platform/db/db';
import { serializeStream } from '@/lib/use-cases/streams/serialize';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeStream, makeUser } from '../../support/api/factories';
import { isAboutStreams, recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('PATCH /streams/{id}', () => {
  test('renames the stream and nothing else, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const stream = { name: 'Stage right', status: 'active', stream_key: 'mine' };
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    expect(answer).toMatchObject({ status: 200, body: { data: { id, attributes: { name: 'Stage right' } } } });
    expect(await db().stream.findUnique({ where: { id } })).toEqual({
      ...before,
      name: 'Stage right',
      updatedAt: expect.any(Date),
    });
    const upsert = { type: 'stream_upsert', organizationId: actor.organizationId, streamId: id };
    await vi.waitFor(() => expect(bus.filter(isAboutStreams)).toEqual([{ ...upsert, isNew: true }, upsert]));
  });

  test.each(['ten-chars.', 'x'.repeat(79)])('sets the passphrase %s, and null removes it', async (passphrase) => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const patch = (value: string | null) =>
      call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream: { passphrase: value } } });
    expect(await patch(passphrase)).toMatchObject({ status: 200, body: { data: { attributes: { passphrase } } } });
    expect(await db().stream.findUnique({ where: { id } })).toEqual({
      ...before,
      passphrase,
      generation: 1,
      updatedAt: expect.any(Date),
    });
    expect(await db().streamIncident.findMany({ where: { streamId: id } })).toMatchObject([
      { code: 'passphrase_changed', severity: 'info' },
    ]);
    expect(JSON.stringify(await db().streamIncident.findMany())).not.toContain(passphrase);
    expect(await patch(null)).toMatchObject({ status: 200, body: { data: { attributes: { passphrase: null } } } });
  });

  test('gives a camera a number that is free, and swaps one that another camera has', async () => {
    const { actor, token } = await makeUser();
    const left = await makeStream(actor, { name: 'Left' });
    const right = await makeStream(actor, { name: 'Right', eventId: left.eventId });
    const elsewhere = await makeStream(actor);
    const renumber = (id: string, number: number) =>
      call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream: { number } } });
    const numbers = async () =>
      (
        await db().stream.findMany({
          where: { organizationId: actor.organizationId },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        })
      ).map(({ number }) => number);
    expect([left.number, right.number, elsewhere.number]).toEqual([1, 2, 1]);
    expect(await renumber(left.id, 14)).toMatchObject({ status: 200, body: { data: { attributes: { number: 14 } } } });
    expect(await numbers()).toEqual([14, 2, 1]);
    expect(await renumber(right.id, 14)).toMatchObject({ status: 200, body: { data: { attributes: { number: 14 } } } });
    expect(await numbers()).toEqual([2, 14, 1]);
    await vi.waitFor(() => {
      const changed = bus.filter(isAboutStreams).map((message) => 'streamId' in message && message.streamId);
      expect(changed.slice(-2).toSorted()).toEqual([left.id, right.id].toSorted());
    });
    const entries = await db().auditEntry.findMany({
      where: { organizationId: actor.organizationId, action: 'streams.renumber' },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ thingName, detail }) => `${thingName} ${detail}`).toSorted()).toEqual([
      'Left to 14',
      'Left to 2',
      'Right to 14',
    ]);
  });

  test('settles any number of changes of numbers at the same time', async () => {
    const { actor, token } = await makeUser();
    const first = await makeStream(actor);
    const { eventId } = first;
    const rest = await Promise.all(Array.from({ length: 5 }, () => makeStream(actor, { eventId })));
    const ids = [first, ...rest].map(({ id }) => id);
    const answers = await Promise.all(
      ids.map((id, index) =>
        call(updateStream, {
          method: 'PATCH',
          token,
          params: { id },
          body: { stream: { number: ((index + 3) % 6) + 1 } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const streams = await db().stream.findMany({ where: { eventId } });
    expect(streams.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('chooses a program and an audio track without a new worker, and null goes back to automatic', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const patch = (stream: object) => call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    const attributes = { program: 2, audio_track: 3 };
    expect(await patch(attributes)).toMatchObject({ status: 200, body: { data: { attributes } } });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({
      program: 2,
      audioTrack: 3,
      generation: before.generation,
    });
    expect(await patch({ program: null })).toMatchObject({
      status: 200,
      body: { data: { attributes: { program: null, audio_track: 3 } } },
    });
    const entries = await db().auditEntry.findMany({ where: { organizationId: actor.organizationId, thingId: id } });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['streams.choose_program', 'number 2'],
        ['streams.choose_audio_track', 'number 3'],
        ['streams.choose_program', 'automatically'],
      ]),
    );
  });

  test('moves the sound against the picture without a new worker, for members and nobody below', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const patch = (by: string, delayMs: number) =>
      call(updateStream, {
        method: 'PATCH',
        token: by,
        params: { id },
        body: { stream: { audio_delay_ms: delayMs } },
      });
    for (const delayMs of [500, -120, 0]) {
      const attributes = { audio_delay_ms: delayMs };
      expect(await patch(token, delayMs)).toMatchObject({ status: 200, body: { data: { attributes } } });
    }
    const viewer = await makeColleague(actor, 'viewer');
    expect((await patch(viewer.token, 40)).status).toBe(403);
    const stranger = await makeUser();
    expect((await patch(stranger.token, 40)).status).toBe(404);
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({
      audioDelayMs: 0,
      generation: before.generation,
    });
    const entries = await db().auditEntry.findMany({
      where: { organizationId: actor.organizationId, action: 'streams.change_lip_sync' },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([
      'sound 500 ms later',
      'sound 120 ms earlier',
      'sound as the camera sends it',
    ]);
  });

  test.each([
    [{ number: 0 }, 'Number must be a whole number from 1 to 999.'],
    [{ number: 1_000 }, 'Number must be a whole number from 1 to 999.'],
    [{ number: '2' }, 'Number must be a whole number from 1 to 999.'],
    [{ program: 0 }, 'Program must be a number from 1 to 65535, or null.'],
    [{ audio_track: 65 }, 'Audio track must be a number from 1 to 64, or null.'],
    ...[501, -501, 12.5, '120', null].map((delayMs): [object, string] => [
      { audio_delay_ms: delayMs },
      'audio_delay_ms must be a whole number from -500 to 500.',
    ]),
  ])('refuses %j', async (stream, message) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  test.each([
    ['local', 20],
    ['internet', 120],
    ['mobile', 320],
    [20, 20],
    [8_000, 8_000],
  ])('sets the latency %s without a new worker, and publishes it', async (latency, latency_ms) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const before = await db().stream.update({ where: { id }, data: { status: 'active', signal: 'live', rttMs: 80 } });
    const answer = await call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream: { latency } } });
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { latency, latency_ms, rtt_ms: 80 } } } });
    expect(await db().stream.findUnique({ where: { id } })).toEqual({
      ...before,
      latency,
      updatedAt: expect.any(Date),
    });
    const upsert = { type: 'stream_upsert', organizationId: actor.organizationId, streamId: id };
    await vi.waitFor(() => expect(bus.filter(isAboutStreams)).toContainEqual(upsert));
  });

  test('replaces the worker of a stream that is on when its passphrase changes, and only then', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const startedAt = new Date();
    await db().stream.update({
      where: { id },
      data: { status: 'active', signal: 'live', generation: 3, startedAt, passphrase: 'as-it-was-before' },
    });
    const patch = (stream: object) => call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    await patch({ name: 'Stage right', passphrase: 'as-it-was-before' });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ status: 'active', generation: 3 });
    expect(await patch({ passphrase: 'another-passphrase' })).toMatchObject({
      body: { data: { attributes: { status: 'provisioning', signal: 'none', started_at: null, name: 'Stage right' } } },
    });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ generation: 4 });
    const codes = (await db().streamIncident.findMany({ where: { streamId: id } })).map(({ code }) => code);
    expect(codes.sort()).toEqual(['passphrase_changed', 'status_provisioning']);
  });

  test('changes the source of a camera that is off, and keeps its name, its keys and its place', async () => {
    const { actor, token } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const patch = (stream: object) => call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    const read = () => db().stream.findUnique({ where: { id } });
    const updatedAt = expect.any(Date);
    expect(await patch({ source_kind: 'srt' })).toMatchObject({ status: 200 });
    expect(await read()).toEqual({ ...before, updatedAt });
    expect(await patch({ source_kind: 'rtmp' })).toMatchObject({
      status: 200,
      body: { data: { attributes: { source_kind: 'rtmp', stream_key: before.streamKey, status: 'idle' } } },
    });
    expect(await read()).toEqual({ ...before, sourceKind: 'rtmp', generation: 1, updatedAt });
    await patch({ source_kind: 'phone' });
    const participantIdentity = `phone-${id}`;
    expect(await read()).toEqual({ ...before, sourceKind: 'phone', participantIdentity, generation: 2, updatedAt });
    const entries = await db().auditEntry.findMany({ where: { thingId: id, action: 'streams.change_source' } });
    expect(entries.map(({ detail }) => detail).sort()).toEqual(['to phone', 'to rtmp']);
    expect(await patch({ source_kind: 'film' })).toMatchObject({ status: 422 });
  });

  test('replaces the worker of a camera that is on when its source changes', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const startedAt = new Date();
    await db().stream.update({ where: { id }, data: { status: 'active', signal: 'live', generation: 3, startedAt } });
    const body = { stream: { source_kind: 'rtmp' } };
    expect(await call(updateStream, { method: 'PATCH', token, params: { id }, body })).toMatchObject({
      body: { data: { attributes: { status: 'provisioning', signal: 'none', started_at: null } } },
    });
    expect(await db().stream.findUnique({ where: { id } })).toMatchObject({ generation: 4, sourceKind: 'rtmp' });
    const codes = (await db().streamIncident.findMany({ where: { streamId: id } })).map(({ code }) => code);
    expect(codes.sort()).toEqual(['source_changed', 'status_provisioning']);
  });

  test('changes no source for a stranger, a viewer or a token that only reads', async () => {
    const { actor } = await makeUser();
    const before = await makeStream(actor);
    const { id } = before;
    const callers = [
      [(await makeUser()).token, 404],
      [(await makeColleague(actor, 'viewer')).token, 403],
      [(await makeApiToken(actor, 'read')).token, 403],
      [undefined, 401],
    ] as const;
    for (const [token, status] of callers) {
      const body = { stream: { source_kind: 'rtmp' } };
      expect(await call(updateStream, { method: 'PATCH', token, params: { id }, body })).toMatchObject({ status });
    }
    expect(await db().stream.findUnique({ where: { id } })).toEqual(before);
    const { token } = await makeColleague(actor, 'member');
    const body = { stream: { source_kind: 'rtmp' } };
    expect(await call(updateStream, { method: 'PATCH', token, params: { id }, body })).toMatchObject({ status: 200 });
  });

  test('puts a camera on the map and takes it away again, and tells no viewer where it is', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const place = { latitude: 47.37, longitude: -8.54 };
    const patch = (stream: object) => call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    expect(await patch({ place })).toMatchObject({ body: { data: { attributes: { place } } } });
    expect(await patch({ name: 'Stage right' })).toMatchObject({ body: { data: { attributes: { place } } } });
    const stream = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(serializeStream(stream, 'viewer'))).not.toContain('47.37');
    expect(await patch({ place: null })).toMatchObject({ body: { data: { attributes: { place: null } } } });
    const north = await patch({ place: { latitude: 91, longitude: 0 } });
    expect(north).toMatchObject({
      status: 422,
      body: { error: { errors: { 'stream.place.latitude': ['Latitude must be a number from -90 to 90.'] } } },
    });
  });

  test('puts a camera on the floor plan beside the map and takes it away again, and tells no viewer', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    const [place, planPlace] = [
      { latitude: 47.37, longitude: -8.54 },
      { x: 0.0625, y: 1 },
    ];
    const patch = (stream: object) => call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream } });
    await patch({ place });
    const placed = { body: { data: { attributes: { place, plan_place: planPlace } } } };
    expect(await patch({ plan_place: planPlace })).toMatchObject(placed);
    expect(await patch({ name: 'Stage right' })).toMatchObject(placed);
    const stream = await db().stream.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(serializeStream(stream, 'viewer'))).not.toContain('0.0625');
    expect(await patch({ plan_place: null })).toMatchObject({
      body: { data: { attributes: { place, plan_place: null } } },
    });
    for (const outside of [{ x: -0.1, y: 0 }, { x: 0, y: 1.1 }, { x: 0.5 }, 'left']) {
      expect(await patch({ plan_place: outside })).toMatchObject({ status: 422 });
    }
  });

  test.each([
    ['no stream', {}, 'stream', 'Stream is required.'],
    [
      'nothing to change',
      { stream: {} },
      'stream',
      'Give at least one of name, number, passphrase, pull_address, file, alarms, place, plan_place, ptz, spare_id, spare_after_seconds, latency, program, audio_track, audio_delay_ms, source_kind, records_when_on, spare_returns, program_form.',
    ],
    ['an empty name', { stream: { name: '' } }, 'stream.name', 'Stream name is required.'],
    ...[19, 8_001, 120.5, '120', 'lan', null].map((latency): [string, object, string, string] => [
      `the latency ${latency}`,
      { stream: { latency } },
      'stream.latency',
      'Latency must be local, internet, mobile or 20 to 8000 milliseconds.',
    ]),
    [
      'a passphrase of 9 characters',
      { stream: { passphrase: 'nine-char' } },
      'stream.passphrase',
      'Passphrase must have at least 10 characters.',
    ],
    [
      'a passphrase of 80 characters',
      { stream: { passphrase: 'x'.repeat(80) } },
      'stream.passphrase',
      'Passphrase must have at most 79 characters.',
    ],
    [
      'a passphrase that an address would change',
      { stream: { passphrase: 'salt&pepper+more' } },
      'stream.passphrase',
      'Passphrase may contain only letters, digits, hyphens, dots and underscores.',
    ],
  ])('refuses %s', async (_, body, field, sentence) => {
    const { actor, token } = await makeUser();
    const { id } = await makeStream(actor);
    expect(await call(updateStream, { method: 'PATCH', token, params: { id }, body })).toMatchObject({
      status: 422,
      body: { error: { errors: { [field]: [sentence] } } },
    });
  });
});
