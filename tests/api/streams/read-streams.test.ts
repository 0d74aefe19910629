import { describe, expect, test } from 'vitest';
import { GET as getStream } from '@/app/api/v1/streams/[id]/route';
import { GET as listStreams } from '@/app/api/v1/streams/route';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser } from '../../support/api/factories';

describe('GET /streams', () => {
  test('lists only the streams of the organization, oldest first', async () => {
    const [{ actor, token }, stranger] = [await makeUser(), await makeUser()];
    await makeStream(stranger.actor);
    const first = await makeStream(actor);
    const second = await makeStream(actor);
    expect(await call(listStreams, { token })).toMatchObject({
      status: 200,
      body: { data: [{ id: first.id }, { id: second.id }] },
    });
  });

  test('lists those of one event', async () => {
    const { actor, token } = await makeUser();
    await makeStream(actor);
    const { id, eventId } = await makeStream(actor);
    const empty = await makeEvent(actor);
    expect(await call(listStreams, { token, query: { event_id: eventId } })).toMatchObject({
      status: 200,
      body: { data: [{ id, relationships: { event: { data: { id: eventId, type: 'event' } } } }] },
    });
    expect((await call(listStreams, { token, query: { event_id: empty.id } })).body).toEqual({
      data: [],
      meta: { next_cursor: null },
    });
  });

  test('refuses an event_id that is no id, and one that names no event', async () => {
    const { token } = await makeUser();
    const sentence = 'event_id must be the id of an event.';
    expect(await call(listStreams, { token, query: { event_id: 'x' } })).toMatchObject({
      status: 422,
      body: { error: { errors: { event_id: [sentence] } } },
    });
    const event_id = '018f6f0e-0000-7000-8000-000000000000';
    expect(await call(listStreams, { token, query: { event_id } })).toMatchObject({ status: 404 });
  });
});

describe('GET /streams/{id}', () => {
  test('answers every field', async () => {
    const { actor, token } = await makeUser();
    const stream = await makeStream(actor, { name: 'Stage left' });
    expect((await call(getStream, { token, params: { id: stream.id } })).body).toEqual({
      data: {
        id: stream.id,
        type: 'stream',
        attributes: {
          number: 1,
          name: 'Stage left',
          status: 'idle',
          status_reason: null,
          signal: 'none',
          media: null,
          findings: [],
          alarms: defaultAlarms,
          passphrase: null,
          latency: 'internet',
          latency_ms: 120,
          rtt_ms: null,
          bonded_links: null,
          program: null,
          audio_track: null,
          audio_delay_ms: 0,
          recording: null,
          records_when_on: false,
          spare_id: null,
          spare_after_seconds: 1,
          spare_returns: 'by_itself',
          program_form: 'steady',
          place: null,
          plan_place: null,
          ptz: null,
          pull_address: null,
          file: null,
          replay: null,
          stream_key: stream.streamKey,
          view_key: stream.viewKey,
          participant_identity: `camera-${stream.id}`,
          pod_name: null,
          pod_ip: null,
          started_at: null,
          stopped_at: null,
          still_at: null,
          event_id: stream.eventId,
          protocol: 'srt',
          source_kind: 'srt',
          created_at: stream.createdAt.toISOString(),
        },
        relationships: { event: { data: { id: stream.eventId, type: 'event' } } },
      },
    });
  });

  test.each(['018f6f0e-0000-7000-8000-000000000000', 'x'])('answers 404 for the id "%s"', async (id) => {
    const { token } = await makeUser();
    expect(await call(getStream, { token, params: { id } })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });
});
