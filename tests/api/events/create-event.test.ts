import { describe, expect, test } from 'vitest';
import { POST as createEvent } from '@/app/api/v1/events/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeUser } from '../../support/api/factories';

describe('POST /events', () => {
  test('creates an event; the first of the organization is the default', async () => {
    const { actor, token } = await makeUser();
    for (const isDefault of [true, false]) {
      const answer = await call(createEvent, { method: 'POST', token, body: { event: { name: ' Gala ' } } });
      expect(answer).toMatchObject({
        status: 201,
        body: { data: { type: 'event', attributes: { name: 'Gala', is_default: isDefault } } },
      });
    }
    expect(await db().event.count({ where: { organizationId: actor.organizationId } })).toBe(2);
  });

  test('takes when it starts and ends; neither is known unless it is said', async () => {
    const { token } = await makeUser();
    const create = (event: object) =>
      call(createEvent, { method: 'POST', token, body: { event: { name: 'Gala', ...event } } });
    const times = { starts_at: '2026-05-01T19:00:00.000Z', ends_at: '2026-05-01T21:30:00.000Z' };
    expect(await create(times)).toMatchObject({ status: 201, body: { data: { attributes: times } } });
    expect(await create({})).toMatchObject({ body: { data: { attributes: { starts_at: null, ends_at: null } } } });
    expect(await create({ ...times, ends_at: times.starts_at })).toMatchObject({
      status: 422,
      body: { error: { errors: { 'event.ends_at': ['The end must be after the start.'] } } },
    });
  });

  test('has the time zone that it names, or else that of the browser, or else UTC', async () => {
    const { token } = await makeUser();
    const zoneOf = async (event: object, headers: Record<string, string>) => {
      const answer = await call(createEvent, {
        method: 'POST',
        token,
        headers,
        body: { event: { name: 'Gala', ...event } },
      });
      return (answer.body as { data: { attributes: { time_zone: string } } }).data.attributes.time_zone;
    };
    const headers = { 'time-zone': 'Asia/Kathmandu' };
    expect(await zoneOf({ time_zone: 'Europe/Berlin' }, headers)).toBe('Europe/Berlin');
    expect(await zoneOf({}, headers)).toBe('Asia/Kathmandu');
    expect(await zoneOf({}, { 'time-zone': 'nowhere' })).toBe('UTC');
    expect(await zoneOf({}, {})).toBe('UTC');
  });

  test('makes exactly one of many concurrent first events the default', async () => {
    const { actor, token } = await makeUser();
    const body = { event: { name: 'Gala' } };
    await Promise.all(Array.from({ length: 8 }, () => call(createEvent, { method: 'POST', token, body })));
    const { organizationId } = actor;
    expect(await db().event.count({ where: { organizationId } })).toBe(8);
    expect(await db().event.count({ where: { organizationId, isDefault: true } })).toBe(1);
  });

  test.each([
    ['no event', {}, 'event', 'Event is required.'],
    ['no name', { event: {} }, 'event.name', 'Event name is required.'],
    ['an empty name', { event: { name: ' \n' } }, 'event.name', 'Event name is required.'],
    ['a long name', { event: { name: 'x'.repeat(121) } }, 'event.name', 'Event name can have at most 120 characters.'],
    ['a list for a body', [], 'body', 'The body must be a JSON object.'],
    [
      'a time zone that is none',
      { event: { name: 'Gala', time_zone: 'Mars/Olympus' } },
      'event.time_zone',
      'time_zone must be a time zone such as Europe/Berlin.',
    ],
  ])('refuses %s', async (_, body, field, sentence) => {
    const { actor, token } = await makeUser();
    const answer = await call(createEvent, { method: 'POST', token, body });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 'invalid_input', message: sentence, errors: { [field]: [sentence] } },
    });
    expect(await db().event.count({ where: { organizationId: actor.organizationId } })).toBe(0);
  });

  test('ignores every other field', async () => {
    const [{ actor, token }, stranger] = [await makeUser(), await makeUser()];
    const event = { name: 'Gala', organizationId: stranger.actor.organizationId, is_default: false };
    await call(createEvent, { method: 'POST', token, body: { event } });
    expect(await db().event.findMany({ where: { organizationId: actor.organizationId } })).toMatchObject([
      { name: 'Gala', isDefault: true },
    ]);
  });
});
