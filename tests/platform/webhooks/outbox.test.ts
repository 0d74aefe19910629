import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asSaid } from '@/lib/contracts/catalogue/catalogue';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import { webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { webhookPayloadSchema } from '@/lib/contracts/organization/webhooks';
import { newRecorderState } from '@/lib/contracts/recordings';
import { db } from '@/lib/platform/db/db';
import { createComment } from '@/lib/use-cases/comments/comments';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { startRecording, stopRecording } from '@/lib/use-cases/recordings/camera-recording';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { createDestination, updateDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { rotateKey } from '@/lib/use-cases/streams/stream-keys';
import { payloadOf } from '@/lib/use-cases/webhooks/delivery/payload';
import { createWebhook, updateWebhook } from '@/lib/use-cases/webhooks/webhooks';
import type { Stream, WebhookEndpoint } from '@/prisma/generated/client';
import { recordFindings } from '@/server/gateway/diagnosis/finding-publisher';
import { recordRecorder } from '@/server/gateway/recordings/recorder-publisher';
import { UploadPublisher } from '@/server/gateway/recordings/uploads';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { recordSignal } from '@/server/gateway/store/stream-records';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';
import { untilWaitingForLocks } from '../../support/until-waiting-for-locks';

const gatewayId = 'a-gateway';

let owner: SignedInUser;
let webhook: WebhookEndpoint;
let stream: Stream;

beforeAll(async () => {
  owner = await makeUser();
  webhook = await createWebhook(owner.actor, { url: 'https://example.com/hook', event_types: [...webhookTypes] });
});

beforeEach(async () => {
  stream = await makeStream(owner.actor);
  await db().webhookDelivery.deleteMany();
});

/** An endpoint's payloads in the outbox, oldest first, as they would be sent. */
async function written(endpointId = webhook.id) {
  const rows = await db().webhookDelivery.findMany({ where: { endpointId }, orderBy: { position: 'asc' } });
  return rows.map((row) => webhookPayloadSchema.parse(payloadOf(row)));
}

async function switchOn(): Promise<Stream> {
  await startStream(owner.actor, stream.id);
  const { generation } = await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: gatewayId } });
  await applyStreamTransition(stream.id, 'worker_ready', { where: { leaseOwner: gatewayId, generation } });
  return db().stream.findUniqueOrThrow({ where: { id: stream.id } });
}

describe('the outbox has', () => {
  test('a stream that is created and deleted, alone or with its event', async () => {
    const shown = { id: stream.id, number: stream.number, name: 'Camera 1', event_id: stream.eventId };
    await deleteStream(owner.actor, stream.id);
    const event = await makeEvent(owner.actor);
    const other = await makeStream(owner.actor, { eventId: event.id, name: 'Stage' });
    await deleteEvent(owner.actor, event.id);
    const otherShown = { id: other.id, number: other.number, name: 'Stage', event_id: event.id };
    expect(await written()).toMatchObject([
      { type: 'stream.deleted', data: { stream: shown } },
      { type: 'stream.created', data: { stream: otherShown } },
      { type: 'stream.deleted', data: { stream: otherShown } },
    ]);
  });

  test('each status, whoever changes it, with the reason of an error and the line of its history', async () => {
    const { generation } = await switchOn();
    const where = { leaseOwner: gatewayId, generation };
    await applyStreamTransition(stream.id, 'worker_failed', { where, reason: asSaid('It does not fit.') });
    expect((await written()).filter(({ type }) => type === 'stream.status_changed')).toMatchObject([
      { data: { status: 'provisioning', previous_status: 'idle', reason: null } },
      { data: { status: 'active', previous_status: 'provisioning', reason: null } },
      { data: { status: 'error', previous_status: 'active', reason: 'It does not fit.' } },
    ]);
    expect((await written()).filter(({ type }) => type === 'stream.incident').at(-1)).toMatchObject({
      data: { incident: { code: 'status_error', severity: 'critical', message: 'It does not fit.' } },
    });
  });

  test('a recording that begins, has trouble with its disk or bucket, and ends', async () => {
    await switchOn();
    const { recordingId } = await startRecording(owner.actor, stream.id);
    const id = recordingId ?? '';
    const faults = [null, 'disk_full', 'disk_full', null] as const;
    for (const [index, fault] of faults.entries()) {
      const state = { ...newRecorderState, recordingId: id, sizeBytes: index, behindMs: index, freePercent: 1, fault };
      await recordRecorder(stream.id, { gatewayId, state });
    }
    const uploads = new UploadPublisher('disk');
    for (const fault of ['bucket_away', null] as const) {
      await uploads.publish(new Map([[id, { waitingBytes: 1, behindMs: 1, fault }]]));
    }
    await stopRecording(owner.actor, stream.id);
    const sent = (await written()).filter(({ type }) => type.startsWith('recording.'));
    const shown = { stream: { id: stream.id }, recording: { id, camera_name: 'Camera 1' } };
    expect(sent).toMatchObject([
      { type: 'recording.started', data: shown },
      ...['disk_full', null, 'bucket_away', null].map((trouble) => ({
        type: 'recording.trouble',
        data: { ...shown, trouble },
      })),
      { type: 'recording.stopped', data: { ...shown, size_bytes: 3 } },
    ]);
    const { startedAt } = await db().recording.findUniqueOrThrow({ where: { id } });
    expect(sent).toMatchObject(Array(6).fill({ data: { recording: { started_at: startedAt.toISOString() } } }));
  });

  test('a destination that starts, fails and recovers, once each, whatever comes between', async () => {
    const { id } = await createDestination(owner.actor, stream.id, { kind: 'youtube', key: 'secret-key', is_on: true });
    const say = (state: string, cause: string | null = null) =>
      db().destination.update({ where: { id }, data: { report: { state, cause } } });
    for (const state of ['connecting', 'live', 'live', 'waiting', 'live']) await say(state);
    await say('retrying', 'closed');
    await say('retrying', 'unreachable');
    for (const state of ['waiting', 'live']) await say(state);
    await updateDestination(owner.actor, id, { is_on: true });
    await say('refused', 'refused');
    const sent = await written();
    const shown = { stream: { id: stream.id }, destination: { id, name: 'YouTube', kind: 'youtube' } };
    expect(sent).toMatchObject([
      { type: 'destination.started', data: shown },
      { type: 'destination.failed', data: { ...shown, cause: 'closed' } },
      { type: 'destination.recovered', data: shown },
      { type: 'destination.failed', data: { ...shown, cause: 'refused' } },
    ]);
    expect(JSON.stringify(sent)).not.toContain('secret-key');
  });

  test('a comment and its answer, with who and where', async () => {
    const { eventId: event_id } = stream;
    const { id } = await createComment(owner.actor, event_id, { text: 'Too soft', stream_id: stream.id });
    await createComment(owner.actor, event_id, { text: 'Better?', parent_id: id });
    const { name: event_name } = await db().event.findUniqueOrThrow({ where: { id: event_id } });
    const shown = { event_id, event_name, stream_id: stream.id, is_from_guest: false };
    expect(await written()).toMatchObject([
      { type: 'comment.created', data: { comment: { ...shown, id, text: 'Too soft', parent_id: null } } },
      { type: 'comment.created', data: { comment: { ...shown, text: 'Better?', parent_id: id } } },
    ]);
  });

  test('a report that is final, with its page, and the organization’s alone', async () => {
    const { id, eventId, startsAt, endsAt } = await keepEmptyReport(owner.actor);
    await keepEmptyReport((await makeUser()).actor);
    expect(await written()).toMatchObject([
      {
        type: 'report.final',
        data: {
          report: {
            id,
            event_id: eventId,
            event_name: 'Summer Festival',
            starts_at: startsAt.toISOString(),
            ends_at: endsAt.toISOString(),
            url: expect.stringMatching(`/events/${eventId}/report\\?report=${id}$`),
          },
        },
      },
    ]);
  });

  test('each signal', async () => {
    const { generation } = await switchOn();
    for (const signal of ['live', 'live', 'lost'] as const) {
      await recordSignal(stream.id, { gatewayId, generation, signal, loss: null });
    }
    expect((await written()).filter(({ type }) => type === 'stream.signal_changed')).toMatchObject([
      { data: { signal: 'live', previous_signal: 'none' } },
      { data: { signal: 'lost', previous_signal: 'live' } },
    ]);
  });

  test('a problem when it begins and when it ends, and nothing while it goes on', async () => {
    const { generation } = await switchOn();
    const since = new Date().toISOString();
    const found = (code: string, figures: FoundProblem['figures']): FoundProblem => ({
      code,
      figures,
      severity: 'warning',
      since,
    });
    for (const findings of [
      [found('long_gop', { gopSeconds: 20 })],
      [found('audio_clipping', {}), found('long_gop', { gopSeconds: 21 })],
      [],
    ]) {
      await recordFindings(stream.id, { gatewayId, generation, findings, lines: [] });
    }
    const shown = { id: stream.id, number: stream.number, name: 'Camera 1', event_id: stream.eventId };
    const problem = (code: string, sentence: string, fix: string) => ({
      timestamp: expect.any(String),
      data: {
        stream: shown,
        problem: { code, severity: 'warning', sentence: expect.stringMatching(sentence), fix, since },
      },
    });
    const setKeyframes = 'Set the encoder to a keyframe every one or two seconds.';
    const lower = 'Lower the level at the source until its peaks stay below −6 dBFS.';
    const about = (await written()).filter(({ type }) => type.startsWith('stream.problem'));
    expect(about).toEqual([
      { type: 'stream.problem_found', ...problem('long_gop', '^Keyframes are 20.0 s apart', setKeyframes) },
      { type: 'stream.problem_found', ...problem('audio_clipping', '^The sound is clipping', lower) },
      { type: 'stream.problem_solved', ...problem('audio_clipping', '^The sound is clipping', lower) },
      { type: 'stream.problem_solved', ...problem('long_gop', '^Keyframes are 21.0 s apart', setKeyframes) },
    ]);
  });

  test('each alert level of the samples, of which healthy is the first', async () => {
    const levels = ['healthy', 'warning', 'warning', null, 'critical', 'healthy'] as const;
    for (const alertLevel of levels) {
      const rates = { measuredAtMs: performance.now(), fps: 25, bitrateKbps: 4_000, reconnectCount: 0 };
      const qualityScore = alertLevel === 'healthy' ? 99 : 50;
      await recordSamples([Object.assign({ streamId: stream.id, alertLevel, qualityScore }, rates)]);
      // Samples are a second apart; those of almost one moment have no order.
      await sleep(20);
    }
    expect(await written()).toMatchObject([
      { type: 'stream.alert_level_changed', data: { alert_level: 'warning', previous_alert_level: 'healthy' } },
      { type: 'stream.alert_level_changed', data: { alert_level: 'critical', previous_alert_level: 'warning' } },
      { data: { alert_level: 'healthy', previous_alert_level: 'critical', quality_score: 99 } },
    ]);
  });

  test('a line of the history that is no status', async () => {
    await rotateKey(owner.actor, stream.id);
    expect(await written()).toMatchObject([
      { type: 'stream.incident', data: { incident: { code: 'key_changed', severity: 'info' } } },
    ]);
  });
});

test('what is rolled back is not in the outbox', async () => {
  const refused = startStreamThatIsRefused();
  await expect(refused).rejects.toThrow('refused');
  expect(await written()).toEqual([]);

  function startStreamThatIsRefused() {
    return applyStreamTransition(stream.id, 'start_requested', {
      where: {},
      admit: async (tx) => {
        await tx.stream.update({ where: { id: stream.id }, data: { signal: 'live' } });
        throw new Error('refused');
      },
    });
  }
});

test('nothing that opens a stream is in it', async () => {
  await db().stream.update({ where: { id: stream.id }, data: { passphrase: 'a-secret-passphrase' } });
  const { streamKey, viewKey } = await switchOn();
  const texts = JSON.stringify(await db().webhookDelivery.findMany(), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(texts).toContain(stream.id);
  for (const secret of [streamKey, viewKey, 'a-secret-passphrase']) expect(texts).not.toContain(secret);
});

test('an endpoint gets what it wants, while it is on, of its own organization, and each event under one id', async () => {
  const two = await createWebhook(owner.actor, { url: 'https://example.com/2', event_types: ['stream.deleted'] });
  const off = await createWebhook(owner.actor, { url: 'https://example.com/3', event_types: ['stream.deleted'] });
  await updateWebhook(owner.actor, off.id, { is_on: false });
  const stranger = await makeUser();
  const strangers = await createWebhook(stranger.actor, {
    url: 'https://example.com/',
    event_types: [...webhookTypes],
  });
  const event = await makeEvent(owner.actor);
  const other = await makeStream(owner.actor, { eventId: event.id });
  await deleteStream(owner.actor, other.id);
  expect((await written()).map(({ type }) => type)).toEqual(['stream.created', 'stream.deleted']);
  expect((await written(two.id)).map(({ type }) => type)).toEqual(['stream.deleted']);
  expect(await written(off.id)).toEqual([]);
  expect(await written(strangers.id)).toEqual([]);
  const ids = await db().webhookDelivery.findMany({ where: { type: 'stream.deleted' }, select: { messageId: true } });
  expect(ids).toHaveLength(2);
  expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(1);
});

test('an organization is deleted with its streams, webhooks and deliveries', async () => {
  const { actor } = await makeUser();
  await createWebhook(actor, { url: 'https://example.com/', event_types: [...webhookTypes] });
  await makeStream(actor);
  const where = { organizationId: actor.organizationId };
  expect(await db().webhookDelivery.count({ where })).toBe(1);
  await db().organization.delete({ where: { id: actor.organizationId } });
  expect(await db().webhookDelivery.count({ where })).toBe(0);
});

test('a webhook that is deleted meanwhile does not make a change of a stream fail', async () => {
  const { id } = await createWebhook(owner.actor, { url: 'https://example.com/4', event_types: ['stream.incident'] });
  const changed = await db().$transaction(async (tx) => {
    await tx.webhookEndpoint.delete({ where: { id } });
    const started = startStream(owner.actor, stream.id);
    await untilWaitingForLocks(1);
    return { started };
  });
  expect(await changed.started).toMatchObject({ status: 'provisioning' });
  expect(await db().webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
});
