import { expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { newId } from '@/lib/core/id';
import { StreamRegistry } from '@/server/gateway/reconciler/stream-registry';
import type { LeasedStream } from '@/server/gateway/store/leased-stream';

const [church, theatre] = [newId(), newId()];

/** Adds a camera that is on, with a worker that listens. @returns its findings of now */
function addCamera(registry: StreamRegistry, organizationId: string, signal: 'none' | 'live' | 'lost' = 'none') {
  const id = newId();
  const worker = { workerId: `worker-${id}-1-abcde`, node: null, address: null };
  const stream = {
    id,
    organizationId,
    sourceKind: 'srt',
    signal,
    media: null,
    status: 'active',
    generation: 1,
    worker,
  };
  const runtime = registry.add(
    Object.assign(stream, {
      latency: null,
      lostAt: null,
      alarms: defaultAlarms,
      alarmsMutedUntil: null,
    }) as unknown as LeasedStream,
    0,
  );
  const moment = { nowMs: 0, workingMs: 0 };
  runtime.claimed(moment);
  if (runtime.worker) runtime.adopted(runtime.worker, moment);
  return () => runtime.examine(Date.now()).map(({ code }) => code);
}

test('a call without a streamid is shown at the cameras that wait, and at no other', () => {
  const registry = new StreamRegistry();
  const [waiting, lost, live] = [
    addCamera(registry, church),
    addCamera(registry, church, 'lost'),
    addCamera(registry, theatre, 'live'),
  ];
  registry.noteUnnamedRefusal('no_stream_id');
  expect([waiting(), lost(), live()]).toEqual([['no_stream_id'], ['no_stream_id'], []]);
});

test('it is told to nobody where cameras of two organizations wait', () => {
  const registry = new StreamRegistry();
  const [one, other] = [addCamera(registry, church), addCamera(registry, theatre)];
  registry.noteUnnamedRefusal('no_stream_id');
  expect([one(), other()]).toEqual([[], []]);
});

test('it replaces no refusal that names the camera', () => {
  const registry = new StreamRegistry();
  const camera = addCamera(registry, church);
  const [runtime] = registry.values();
  runtime?.encoderRefused('mistyped_key', Date.now());
  registry.noteUnnamedRefusal('no_stream_id');
  expect(camera()).toEqual(['mistyped_key']);
});
