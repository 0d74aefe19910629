import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateEvent } from '@/app/api/v1/events/[id]/route';
import { db } from '@/lib/platform/db/db';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('PATCH /events/{id}', () => {
  test('renames the event, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeEvent(actor);
    const answer = await call(updateEvent, {
      method: 'PATCH',
      token,
      params: { id },
      body: { event: { name: 'Winter' } },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, attributes: { name: 'Winter', is_default: true } } },
    });
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({ name: 'Winter' });
    const { organizationId } = actor;
    const upsert = { type: 'event_upsert', organizationId, eventId: id };
    await vi.waitFor(() => expect(bus).toEqual([upsert, upsert])); // created, and renamed
  });

  test('keeps in step by sound until a member says otherwise, and viewers may not', async () => {
    const { actor, token } = await makeUser();
    const { id, keepsInStepBySound } = await makeEvent(actor);
    expect(keepsInStepBySound).toBe(true);
    const change = (as: string, value: unknown = false) =>
      call(updateEvent, {
        method: 'PATCH',
        token: as,
        params: { id },
        body: { event: { keeps_in_step_by_sound: value } },
      });
    expect((await change(token, 'no')).status).toBe(422);
    expect((await change((await makeUser()).token)).status).toBe(404);
    expect((await change((await makeColleague(actor, 'viewer')).token)).status).toBe(403);
    expect(await change(token)).toMatchObject({
      status: 200,
      body: { data: { attributes: { keeps_in_step_by_sound: false } } },
    });
    const line = await db().auditEntry.findFirst({ where: { thingId: id, action: 'events.keep_in_step_by_sound' } });
    expect(line?.detail).toBe('to no');
  });

  test('keeps players in step, with a delay that is proposed from its live cameras or chosen', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeEvent(actor);
    const streams = [await makeStream(actor, { eventId: id }), await makeStream(actor, { eventId: id, name: 'Two' })];
    const change = async (event: object, as = token) => {
      const { status, body } = await call(updateEvent, { method: 'PATCH', token: as, params: { id }, body: { event } });
      return [status, (body as { data?: { attributes: object } }).data?.attributes];
    };
    const on = { keeps_players_in_step: true };
    expect(await change(on)).toEqual([200, expect.objectContaining({ ...on, players_delay_ms: 500 })]);
    const facts = { organizationId: actor.organizationId, fps: 30, bitrateKbps: 4_000, reconnectCount: 0 };
    const latencies = [41.5, 637.2];
    await db().streamMetric.createMany({
      data: streams.map(({ id: streamId }, index) => ({
        ...facts,
        streamId,
        recordedAt: new Date(),
        latencyMs: latencies[index] ?? null,
      })),
    });
    expect(await change({ name: 'Gala' })).toEqual([200, expect.objectContaining({ players_delay_ms: 500 })]);
    expect(await change({ players_delay_ms: null })).toEqual([200, expect.objectContaining({ players_delay_ms: 700 })]);
    expect(await change({ players_delay_ms: 300 })).toEqual([200, expect.objectContaining({ players_delay_ms: 300 })]);
    const off = { keeps_players_in_step: false };
    expect(await change(off)).toEqual([200, expect.objectContaining({ ...off, players_delay_ms: 300 })]);
    const lines = await db().auditEntry.findMany({
      where: { thingId: id, action: 'events.keep_players_in_step' },
      orderBy: { id: 'asc' },
    });
    expect(lines.map(({ detail }) => detail)).toEqual([
      'to 500 ms after capture',
      'to 700 ms after capture',
      'to 300 ms after capture',
      'to no',
    ]);
  });

  test.each([
    { keeps_players_in_step: 'yes' },
    { players_delay_ms: 99 },
    { players_delay_ms: 8_001 },
    { players_delay_ms: 200.5 },
  ])('refuses %o for players', async (event) => {
    const { actor, token } = await makeUser();
    const { id } = await makeEvent(actor);
    expect((await call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event } })).status).toBe(422);
  });

  test('lets neither a stranger nor a viewer keep players in step', async () => {
    const { actor } = await makeUser();
    const { id } = await makeEvent(actor);
    const change = (token: string) =>
      call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event: { keeps_players_in_step: true } } });
    expect((await change((await makeUser()).token)).status).toBe(404);
    expect((await change((await makeColleague(actor, 'viewer')).token)).status).toBe(403);
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({ keepsPlayersInStep: false });
  });

  test('takes times, of any zone, leaves what is not named, and takes them away again', async () => {
    const { actor, token } = await makeUser();
    const { id, name } = await makeEvent(actor);
    const change = (event: object) => call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event } });
    const known = { starts_at: '2026-05-01T19:00:00.000Z', ends_at: '2026-05-01T21:30:00.000Z' };
    const changed = await change({ starts_at: '2026-05-01T21:00:00+02:00', ends_at: known.ends_at });
    expect(changed).toMatchObject({ status: 200, body: { data: { attributes: { name, ...known } } } });
    expect(await change({ name: 'Winter' })).toMatchObject({
      body: { data: { attributes: { name: 'Winter', ...known } } },
    });
    const moved = await change({ time_zone: 'America/New_York' });
    expect(moved).toMatchObject({ body: { data: { attributes: { ...known, time_zone: 'America/New_York' } } } });
    const open = await change({ ends_at: null });
    expect(open).toMatchObject({ body: { data: { attributes: { name: 'Winter', ...known, ends_at: null } } } });
  });

  test.each([
    [
      'an end before the start that it has',
      { ends_at: '2026-05-01T18:00:00Z' },
      'event.ends_at',
      'The end must be after the start.',
    ],
    ['an end at its start', { ends_at: '2026-05-01T19:00:00Z' }, 'event.ends_at', 'The end must be after the start.'],
    [
      'a time without a zone',
      { starts_at: '2026-05-01T19:00' },
      'event.starts_at',
      'starts_at must be a time such as 2026-05-01T19:00:00Z, or null.',
    ],
    [
      'nothing',
      {},
      'event',
      'Give a name, a start, an end, a time_zone, records_when_on, keeps_in_step_by_sound, keeps_players_in_step, players_delay_ms, alarms or alarms_muted_until.',
    ],
  ])('refuses %s, and changes nothing', async (_, event, field, sentence) => {
    const { actor, token } = await makeUser();
    const { id } = await createEvent(actor, { name: 'Gala', starts_at: '2026-05-01T19:00:00Z' });
    const answer = await call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event } });
    expect(answer).toMatchObject({ status: 422, body: { error: { errors: { [field]: [sentence] } } } });
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({
      startsAt: new Date('2026-05-01T19:00:00Z'),
      endsAt: null,
    });
  });

  test('refuses an empty name', async () => {
    const { actor, token } = await makeUser();
    const { id, name } = await makeEvent(actor);
    const answer = await call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event: { name: '' } } });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { errors: { 'event.name': ['Event name is required.'] } } },
    });
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({ name });
  });
});
