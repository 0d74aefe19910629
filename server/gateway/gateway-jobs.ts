import { minuteMs, secondMs } from '@/lib/core/durations';
import { readInstallation } from '@/lib/platform/db/installation';
import { Loop } from '@/lib/platform/process/loop';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { DestinationPublisher } from './destinations/destination-publisher';
import { refusalLastsMs } from './diagnosis/diagnosis';
import type { GatewayStreams } from './gateway-streams';
import { removeStrayWorkers } from './reconciler/stray-workers';
import { RecorderPublisher } from './recordings/recorder-publisher';
import { noteFreeSpace } from './recordings/recording-folders';
import { removeDeletedRecordings } from './recordings/recording-removal';
import { clearRefusalFindings } from './refusals/refusal-findings';
import { hearCameras } from './sound/hear-cameras';
import type { GatewayRouter } from './srt-router/gateway-router';
import { retain } from './store/retention';
import { noteWaitingStreams, recordPlayerBytes } from './store/stream-records';

const recorderStates = { intervalMs: secondMs, retry: { firstMs: secondMs, capMs: 10 * secondMs } };
const destinationStates = { intervalMs: secondMs, retry: { firstMs: secondMs, capMs: 10 * secondMs } };
const waitingNotes = { intervalMs: 2 * secondMs, retry: { firstMs: secondMs, capMs: 10 * secondMs } };
const freeSpaceNotes = { intervalMs: 5 * secondMs, retry: { firstMs: secondMs, capMs: 30 * secondMs } };
const recordingRemoval = { intervalMs: 5 * secondMs, retry: { firstMs: secondMs, capMs: minuteMs } };
const refusalClearing = { intervalMs: 10 * secondMs, retry: { firstMs: secondMs, capMs: 10 * secondMs } };
const playerBytes = { intervalMs: 10 * secondMs, retry: { firstMs: secondMs, capMs: minuteMs } };
const hearing = { intervalMs: 5 * secondMs, retry: { firstMs: secondMs, capMs: minuteMs } };
const strayRemoval = { intervalMs: 30 * secondMs, retry: { firstMs: secondMs, capMs: 30 * secondMs } };
const recordingRetention = { intervalMs: minuteMs, retry: { firstMs: secondMs, capMs: 5 * minuteMs } };
/** Retained whether or not this installation is paused. */
const retained = [
  'metrics',
  'audit',
  'incidents',
  'tallyHistory',
  'soundReadings',
  'reportFacts',
  'webhookDeliveries',
] as const;
const retention = { intervalMs: 10 * minuteMs, retry: { firstMs: secondMs, capMs: 5 * minuteMs } };

interface GatewayJobsOptions {
  gatewayId: string;
  streams: GatewayStreams;
  router: GatewayRouter;
  /** Undefined: this gateway records nothing. */
  recordingsDir: string | undefined;
  bucket: BucketStorage | null;
}

/** The background work of a gateway beside its streams: notes of the present, and the retention of what is past. */
export function gatewayJobs({ gatewayId, streams, router, recordingsDir, bucket }: GatewayJobsOptions): Loop[] {
  const recorders = new RecorderPublisher({ gatewayId, streams: streams.registry });
  const destinations = new DestinationPublisher({ gatewayId, streams: streams.registry });
  const noteSpace = (directory: string) => ({
    name: 'free space',
    work: () => noteFreeSpace(gatewayId, directory),
    ...freeSpaceNotes,
  });
  return [
    ...(recordingsDir ? [new Loop(noteSpace(recordingsDir))] : []),
    new Loop({
      name: 'player bytes',
      work: async () => ({ streams: await recordPlayerBytes(await router.readPlayerBytes()) }),
      ...playerBytes,
    }),
    ...retained.map(
      (what) => new Loop({ name: `${what} retention`, work: (signal) => retain(what, signal), ...retention }),
    ),
    new Loop({
      name: 'recordings retention',
      work: unlessPaused((signal) => retain('recordings', signal)),
      ...recordingRetention,
    }),
    new Loop({
      name: 'recording removal',
      work: unlessPaused(() => removeDeletedRecordings({ directory: recordingsDir, bucket })),
      ...recordingRemoval,
    }),
    new Loop({
      name: 'notes on waiting streams',
      work: async () => (streams.leases.isFull ? noteWaitingStreams() : { noted: 0 }),
      ...waitingNotes,
    }),
    new Loop({ name: 'recorder states', work: () => recorders.publish(), ...recorderStates }),
    new Loop({ name: 'destination states', work: () => destinations.publish(), ...destinationStates }),
    new Loop({ name: 'refusal clearing', work: () => clearRefusalFindings(refusalLastsMs), ...refusalClearing }),
    new Loop({ name: 'hearing', work: hearCameras, ...hearing }),
    new Loop({ name: 'stray worker removal', work: () => removeStrayWorkers(streams), ...strayRemoval }),
  ];
}

/** A copy of an installation may share its original's recordings. */
const unlessPaused =
  (run: (signal: AbortSignal) => Promise<object>) =>
  async (signal: AbortSignal): Promise<object> =>
    (await readInstallation()).pausedAt === null ? run(signal) : { paused: true };
