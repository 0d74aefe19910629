import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testWebhookType, webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { newRecorderState } from '@/lib/contracts/recordings';
import { apiDocument } from '@/lib/http/api-document';
import { db } from '@/lib/platform/db/db';
import { createComment } from '@/lib/use-cases/comments/comments';
import { startRecording, stopRecording } from '@/lib/use-cases/recordings/camera-recording';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { createDestination } from '@/lib/use-cases/streams/destinations/destinations';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { reportTally } from '@/lib/use-cases/tally/report-tally';
import { createTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';
import { testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { recordFindings } from '@/server/gateway/diagnosis/finding-publisher';
import { recordRecorder } from '@/server/gateway/recordings/recorder-publisher';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { recordSignal } from '@/server/gateway/store/stream-records';
import { WebhookSender } from '@/server/web/webhooks/webhook-sender';
import { makeStream, makeUser } from '../../support/api/factories';
import { keepEmptyReport } from '../../support/api/keep-empty-report';
import { withoutReferences } from '../../support/requests/openapi-document';
import { openReceiver, type Received } from '../../support/webhooks/receiver';

process.env.WEBHOOK_ALLOW_PRIVATE = 'true';

const { webhooks } = withoutReferences(apiDocument());

/** Compares a delivery with the document. @returns the first fault, or null */
function findFault({ payload, headers, body }: Received): string | null {
  const { requestBody, parameters = [] } = webhooks[payload.type]?.post ?? {};
  if (!requestBody) return `${payload.type} is not described`;
  const { success, error } = z
    .fromJSONSchema(requestBody.content['application/json']?.schema ?? false)
    .safeParse(JSON.parse(body));
  if (!success) return `${payload.type}: ${z.prettifyError(error)}`;
  const missing = parameters.filter(({ name, required }) => required && !headers[name]);
  return missing.length > 0 ? `${payload.type} has no ${missing.map(({ name }) => name).join(', ')}` : null;
}

test('every type of event arrives as the OpenAPI document describes it', async () => {
  const { actor } = await makeUser();
  const receiver = await openReceiver();
  const endpoint = await createWebhook(actor, { url: receiver.url, event_types: [...webhookTypes] });
  const sender = new WebhookSender({ allowPrivate: true });
  sender.start();
  onTestFinished(() => sender.stop());

  const { id, eventId, name } = await makeStream(actor);
  await startStream(actor, id);
  const gatewayId = 'a-gateway';
  const { generation } = await db().stream.update({ where: { id }, data: { leaseOwner: gatewayId } });
  await applyStreamTransition(id, 'worker_ready', { where: { leaseOwner: gatewayId, generation } });
  const { recordingId } = await startRecording(actor, id);
  const state = { ...newRecorderState, recordingId: recordingId ?? '', fault: 'disk_full' as const };
  await recordRecorder(id, { gatewayId, state });
  await stopRecording(actor, id);
  await recordSignal(id, { gatewayId, generation, signal: 'live', loss: null });
  for (const [alertLevel, ageMs] of [
    ['healthy', 1_000],
    ['critical', 0],
  ] as const) {
    await recordSamples([
      {
        streamId: id,
        measuredAtMs: performance.now() - ageMs,
        alertLevel,
        qualityScore: 50,
        fps: 25,
        bitrateKbps: 4_000,
        reconnectCount: 0,
      },
    ]);
  }
  const finding = {
    code: 'long_gop',
    figures: { gopSeconds: 20 },
    severity: 'warning' as const,
    since: new Date().toISOString(),
  };
  for (const findings of [[finding], []]) await recordFindings(id, { gatewayId, generation, findings, lines: [] });
  const switcher = await createTallySource(actor, eventId, { name: 'Mixer', match_by: 'name' });
  await updateTallySource(actor, switcher.id, { mapping: { [name]: id } });
  const inputs = [{ number: 1, name, program: true, preview: false }];
  await reportTally(actor, switcher.id, { inputs, valid_for_ms: 60_000 });
  const destination = await createDestination(actor, id, { kind: 'youtube', key: 'key', is_on: true });
  for (const report of [{ state: 'live' }, { state: 'retrying', cause: 'closed' }, { state: 'live' }]) {
    await db().destination.update({ where: { id: destination.id }, data: { report } });
  }
  await createComment(actor, eventId, { text: 'Great shot', stream_id: id });
  await keepEmptyReport(actor);
  await deleteStream(actor, id);
  await testWebhook(actor, endpoint.id);

  const types = () => new Set(receiver.received.map(({ payload }) => payload.type));
  await expect.poll(() => [...types()].sort(), { timeout: 40_000 }).toEqual([...webhookTypes, testWebhookType].sort());
  expect(receiver.received.map(findFault).filter((fault) => fault !== null)).toEqual([]);
}, 60_000);

test('what is not described is noticed', () => {
  const received: Received = {
    headers: {},
    body: '',
    payload: { type: testWebhookType } as Received['payload'],
    atMs: 0,
  };
  const fault = (payload: object) => findFault(Object.assign({}, received, { body: JSON.stringify(payload) }));
  const right = { type: testWebhookType, timestamp: new Date().toISOString(), data: { message: 'A test.' } };
  expect(fault(right)).toContain('has no webhook-id');
  expect(fault(Object.assign({}, right, { data: {} }))).toContain('message');
  expect(fault(Object.assign({}, right, { more: 1 }))).toContain('more');
});
