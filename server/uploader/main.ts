import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadStatesFile } from '@/lib/contracts/recording-files';
import { AppError } from '@/lib/core/errors';
import { hideSecrets } from '@/lib/platform/env/hide-secrets';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { log } from '@/lib/platform/log';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage-sooner';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { RecordingUploader } from '@/lib/platform/storage/recording-uploader';

const intervalMs = 1_000;
const checkIntervalMs = 3_000;
/** The cluster ends the process earlier, by the Pod's own grace period. */
const stopTimeoutMs = 86_400_000;

/**
 * The uploader process, a sidecar of a worker's Pod: brings what its recorder writes into the bucket. Kubernetes asks it to
 * end once the worker has, and it ends when the bucket has everything.
 */
async function main(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  collectGarbageSooner();
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  const bucket = openRecordingBucket();
  if (!directory || !bucket) {
    throw new AppError('invalid_configuration', 'The uploader needs RECORDINGS_DIR and RECORDINGS_S3_BUCKET.');
  }
  const ending = new AbortController();
  const { signal } = ending;
  const uploader = new RecordingUploader({
    directory,
    bucket,
    // Only this Pod's worker writes here, and nothing else reads.
    findRecordings: async (ids) => new Map(ids.map((id) => [id, { isEnded: signal.aborted }] as const)),
    keptMs: 0,
  });
  const running = run(uploader, directory, signal);
  running.catch(exitWithMessage);
  stopWhenAsked(() => {
    ending.abort();
    return running;
  }, stopTimeoutMs);
  log.info('uploader: ready');
  reportReady();
}

/** Uploads until it is to end and nothing waits any more. @throws Error of the disk */
async function run(uploader: RecordingUploader, directory: string, ending: AbortSignal): Promise<void> {
  const never = new AbortController().signal;
  let checkedMs = Number.NEGATIVE_INFINITY;
  let isStaying = false;
  for (;;) {
    // Its worker has ended by then, so this look sees everything.
    const isLast = ending.aborted;
    await uploader.run(never);
    if (performance.now() - checkedMs >= checkIntervalMs) {
      checkedMs = performance.now();
      await uploader.check();
    }
    const states = [...(uploader.states ?? [])];
    await tell(directory, Object.fromEntries(states));
    const waitingBytes = states.reduce((sum, [, state]) => sum + state.waitingBytes, 0);
    if (isLast && waitingBytes === 0) break;
    if (isLast && !isStaying) log.info({ waitingBytes }, 'uploader: stays until the bucket has everything');
    isStaying = isLast;
    // Rejects only when it is to end.
    await sleep(intervalMs, undefined, { signal: isLast ? never : ending }).catch(() => undefined);
  }
  if (isStaying) log.info('uploader: everything is in the bucket');
}

/** Has the worker, which alone speaks with gateways, know how far this is. */
async function tell(directory: string, states: object): Promise<void> {
  const file = path.join(directory, uploadStatesFile);
  await writeFile(`${file}.new`, JSON.stringify(states), { mode: 0o644 });
  await rename(`${file}.new`, file);
}

main().catch(exitWithMessage);
