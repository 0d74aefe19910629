import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateEvent } from '@/app/api/v1/events/[id]/route';
import { POST as acknowledge } from '@/app/api/v1/streams/[id]/acknowledge/route';
import { GET as getStream, PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { defaultAlarms, storedAlarmsSchema } from '@/lib/contracts/alarms/alarms';
import { db } from '@/lib/platform/db/db';
import { blackPicture } from '../../support/api/access-rows';
import { call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

async function makeBlackStream({ actor }: SignedInUser) {
  const { id } = await makeStream(actor, { name: 'Stage left' });
  await db().stream.update({ where: { id }, data: { findings: [blackPicture] } });
  return id;
}

const acknowledgeAs = ({ token }: SignedInUser, id: string, alarm: { code: string; since: string }) =>
  call(acknowledge, { method: 'POST', token, params: { id }, body: { alarm } });

describe('POST /streams/{id}/acknowledge', () => {
  test('says to all members who has seen the alarm, and in the history, and publishes it', async () => {
    const ada = await makeUser();
    const id = await makeBlackStream(ada);
    const answer = await acknowledgeAs(ada, id, blackPicture);
    const acknowledged = { by: 'Ada Lovelace', at: expect.any(String) };
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { findings: [{ acknowledged }] } } } });
    const colleague = await makeColleague(ada.actor, 'member');
    expect(await call(getStream, { token: colleague.token, params: { id } })).toMatchObject({
      body: { data: { attributes: { findings: [{ code: 'picture_black', acknowledged }] } } },
    });
    const message = 'Ada Lovelace acknowledged: The picture is black.';
    expect(await db().streamIncident.findMany({ where: { streamId: id } })).toMatchObject([
      { code: 'picture_black_acknowledged', severity: 'info', message },
    ]);
    expect(await db().auditEntry.findMany({ where: { thingId: id, action: 'streams.acknowledge' } })).toHaveLength(1);
    await vi.waitFor(() =>
      expect(bus).toContainEqual({ type: 'stream_upsert', organizationId: ada.actor.organizationId, streamId: id }),
    );
  });

  test('keeps who was first', async () => {
    const ada = await makeUser();
    const id = await makeBlackStream(ada);
    const first = await acknowledgeAs(ada, id, blackPicture);
    const second = await acknowledgeAs(await makeColleague(ada.actor, 'member'), id, blackPicture);
    expect(second.body).toEqual(first.body);
  });

  test('holds for that alarm alone: a later one of the same kind is not acknowledged, and one that is over is a conflict', async () => {
    const ada = await makeUser();
    const id = await makeBlackStream(ada);
    await acknowledgeAs(ada, id, blackPicture);
    const later = { ...blackPicture, since: '2026-01-01T13:00:00.000Z' };
    await db().stream.update({ where: { id }, data: { findings: [later] } });
    const { body } = await call(getStream, { token: ada.token, params: { id } });
    expect(body).toMatchObject({ data: { attributes: { findings: [{ since: later.since }] } } });
    expect(JSON.stringify(body)).not.toContain('acknowledged');
    expect(await acknowledgeAs(ada, id, blackPicture)).toMatchObject({ status: 409 });
  });
});

describe('the alarms of a stream', () => {
  const patch = ({ token }: SignedInUser, id: string, alarms: object) =>
    call(updateStream, { method: 'PATCH', token, params: { id }, body: { stream: { alarms } } });

  test('have defaults, and what is left out of a change stays', async () => {
    const ada = await makeUser();
    const { id } = await makeStream(ada.actor);
    expect(await call(getStream, { token: ada.token, params: { id } })).toMatchObject({
      body: { data: { attributes: { alarms: defaultAlarms } } },
    });
    await patch(ada, id, { frozen: { is_on: false } });
    const answer = await patch(ada, id, {
      silent: { delay_seconds: 30, below_dbfs: -50 },
      black: { severity: 'critical' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          attributes: {
            alarms: {
              ...defaultAlarms,
              frozen: { ...defaultAlarms.frozen, is_on: false },
              silent: { ...defaultAlarms.silent, delay_seconds: 30, below_dbfs: -50 },
              black: { ...defaultAlarms.black, severity: 'critical' },
            },
          },
        },
      },
    });
    expect(await db().auditEntry.count({ where: { thingId: id, action: 'streams.change_alarms' } })).toBe(2);
  });

  test.each([
    [{ black: { delay_seconds: 1 } }, 'Delay must be a whole number of seconds from 2 to 300.'],
    [{ silent: { below_dbfs: -61 } }, 'Silence must be one of -80, -70, -60, -50, -40 dBFS.'],
    [{ frozen: { severity: 'info' } }, 'Severity must be warning or critical.'],
    [{ clipping: { from_dbfs: 3 } }, 'from_dbfs must be a number from -12 to 0.'],
  ])('%j is refused', async (alarms, message) => {
    const ada = await makeUser();
    const { id } = await makeStream(ada.actor);
    const { status, body } = await patch(ada, id, alarms);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  });
});

describe('PATCH /events/{id}', () => {
  const change = (token: string, id: string, event: object) =>
    call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event } });
  const alarmsOf = async (eventId: string) =>
    (await db().stream.findMany({ where: { eventId }, orderBy: { createdAt: 'asc' } })).map(
      ({ alarms }) => storedAlarmsSchema.parse(alarms).silent,
    );

  test('changes the alarms of all its cameras and of those to come, and keeps what each has of its own', async () => {
    const { actor, token } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    const { id } = await makeStream(actor, { eventId });
    await makeStream(actor, { eventId });
    await call(updateStream, {
      method: 'PATCH',
      token,
      params: { id },
      body: { stream: { alarms: { silent: { below_dbfs: -40 } } } },
    });
    const answer = await change(token, eventId, { alarms: { silent: { delay_seconds: 20 } } });
    const silent = { ...defaultAlarms.silent, delay_seconds: 20 };
    expect(answer).toMatchObject({ status: 200, body: { data: { attributes: { alarms: { silent } } } } });
    await makeStream(actor, { eventId });
    expect(await alarmsOf(eventId)).toEqual([{ ...silent, below_dbfs: -40 }, silent, silent]);
    const lines = await db().auditEntry.findMany({ where: { thingId: eventId, action: 'events.change_alarms' } });
    expect(lines).toHaveLength(1);
    const { organizationId } = actor;
    await vi.waitFor(() => expect(bus).toContainEqual({ type: 'stream_upsert', organizationId, streamId: id }));
  });

  test('makes them quiet for at most a day, for all cameras and those to come, and ends that', async () => {
    const { actor, token } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    await makeStream(actor, { eventId });
    const until = new Date(Date.now() + 600_000);
    const muted = { alarms_muted_until: until.toISOString() };
    expect(await change(token, eventId, muted)).toMatchObject({ status: 200, body: { data: { attributes: muted } } });
    await makeStream(actor, { eventId });
    const mutes = async () =>
      (await db().stream.findMany({ where: { eventId } })).map(({ alarmsMutedUntil }) => alarmsMutedUntil);
    expect(await mutes()).toEqual([until, until]);
    const tooLong = { alarms_muted_until: new Date(Date.now() + 25 * 3_600_000).toISOString() };
    const sentence = 'Alarms can be quiet for at most a day.';
    expect(await change(token, eventId, tooLong)).toMatchObject({
      status: 422,
      body: { error: { errors: { 'event.alarms_muted_until': [sentence] } } },
    });
    expect(await mutes()).toEqual([until, until]);
    await change(token, eventId, { alarms_muted_until: null });
    expect(await mutes()).toEqual([null, null]);
  });

  test('lets neither a viewer nor a stranger do so', async () => {
    const { actor } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    await makeStream(actor, { eventId });
    const viewer = await makeColleague(actor, 'viewer');
    const stranger = await makeUser();
    const wish = { alarms: { silent: { is_on: false } }, alarms_muted_until: new Date().toISOString() };
    expect((await change(viewer.token, eventId, wish)).status).toBe(403);
    expect((await change(stranger.token, eventId, wish)).status).toBe(404);
    expect(await alarmsOf(eventId)).toEqual([defaultAlarms.silent]);
  });
});
