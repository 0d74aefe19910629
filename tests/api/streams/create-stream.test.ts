import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { POST as createStream } from '@/app/api/v1/streams/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser } from '../../support/api/factories';
import { isAboutStreams, recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('POST /streams', () => {
  test('adds a stream that is off, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const { id: event_id } = await makeEvent(actor);
    const stream = { name: ' Camera 1 ', event_id, protocol: 'srt' };
    expect(await call(createStream, { method: 'POST', token, body: { stream } })).toMatchObject({
      status: 201,
      body: { data: { type: 'stream', attributes: { name: 'Camera 1', event_id, status: 'idle', protocol: 'srt' } } },
    });
    const { id } = await db().stream.findFirstOrThrow({ where: { eventId: event_id } });
    const { organizationId } = actor;
    await vi.waitFor(() =>
      expect(bus.filter(isAboutStreams)).toEqual([
        { type: 'stream_upsert', organizationId, streamId: id, isNew: true },
      ]),
    );
  });

  test('gives each camera of an event the lowest number that is free, also to those added at the same time', async () => {
    const { actor, token } = await makeUser();
    const { id: event_id } = await makeEvent(actor);
    const create = async () => {
      const body = { stream: { name: 'Camera', event_id, number: 7 } };
      const answer = await call(createStream, { method: 'POST', token, body });
      return (answer.body as { data: { attributes: { number: number } } }).data.attributes.number;
    };
    const numbers = await Promise.all(Array.from({ length: 5 }, create));
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5]);
    await db().stream.deleteMany({ where: { eventId: event_id, number: { in: [2, 4] } } });
    expect([await create(), await create(), await create()]).toEqual([2, 4, 6]);
  });

  test('adds one program to an event, and no second one, however it comes', async () => {
    const { actor, token } = await makeUser();
    const { id: event_id } = await makeEvent(actor);
    const create = (source_kind: string) =>
      call(createStream, { method: 'POST', token, body: { stream: { name: 'On air', event_id, source_kind } } });
    const camera = (await create('srt')).body as { data: { id: string } };
    const answers = await Promise.all([create('program'), create('program')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = {
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('has a program already, “On air”') } },
    };
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused);
    const body = { stream: { source_kind: 'program' } };
    expect(await call(updateStream, { method: 'PATCH', token, params: { id: camera.data.id }, body })).toMatchObject(
      refused,
    );
    const other = await makeEvent(actor);
    const elsewhere = { stream: { name: 'On air', event_id: other.id, source_kind: 'program' } };
    expect((await call(createStream, { method: 'POST', token, body: elsewhere })).status).toBe(201);
  });

  test('takes a latency, and is set for the internet without one', async () => {
    const { actor, token } = await makeUser();
    const { id: event_id } = await makeEvent(actor);
    const create = async (latency?: unknown) => {
      const stream = { name: 'Camera 1', event_id, latency };
      return (await call(createStream, { method: 'POST', token, body: { stream } })).body;
    };
    expect(await create()).toMatchObject({ data: { attributes: { latency: 'internet', latency_ms: 120 } } });
    expect(await create('local')).toMatchObject({ data: { attributes: { latency: 'local', latency_ms: 20 } } });
    expect(await create(350)).toMatchObject({ data: { attributes: { latency: 350, latency_ms: 350 } } });
    expect(await create(10)).toMatchObject({ error: { code: 'invalid_input' } });
  });

  test('gives each stream two keys that cannot be guessed, independent of each other and of its public identity', async () => {
    const { actor } = await makeUser();
    const [first, second] = [await makeStream(actor), await makeStream(actor)];
    const keys = [first, second].flatMap(({ streamKey, viewKey }) => [streamKey, viewKey]);
    for (const key of keys) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(24);
      expect(first.participantIdentity + second.participantIdentity).not.toContain(key);
    }
    expect(new Set(keys).size).toBe(4);
    expect(first.participantIdentity).not.toBe(second.participantIdentity);
  });

  const event_id = '018f6f0e-0000-7000-8000-000000000000';
  test.each([
    ['no stream', {}, 'stream', 'Stream is required.'],
    ['no name', { stream: { event_id } }, 'stream.name', 'Stream name is required.'],
    ['no event', { stream: { name: 'Camera 1' } }, 'stream.event_id', 'Event is required.'],
    ['a wrong id', { stream: { name: 'Camera 1', event_id: '7' } }, 'stream.event_id', 'Event is required.'],
    [
      'another protocol',
      { stream: { name: 'Camera 1', event_id, protocol: 'rtmp' } },
      'stream.protocol',
      'Protocol must be srt.',
    ],
  ])('refuses %s', async (_, body, field, sentence) => {
    const { actor, token } = await makeUser();
    expect(await call(createStream, { method: 'POST', token, body })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { [field]: [sentence] } } },
    });
    expect(await db().stream.count({ where: { organizationId: actor.organizationId } })).toBe(0);
  });

  test('answers 404 for an event that does not exist', async () => {
    const { token } = await makeUser();
    const body = { stream: { name: 'Camera 1', event_id } };
    expect(await call(createStream, { method: 'POST', token, body })).toMatchObject({
      status: 404,
      body: { error: { message: 'This event does not exist.' } },
    });
  });
});
