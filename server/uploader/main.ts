import path from 'node:path';
import { uploadStatesFile } from '@/lib/contracts/recording-files';
import { dayMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { pause } from '@/lib/core/pause';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { log } from '@/lib/platform/log';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { replaceFile } from '@/lib/platform/process/replace-file';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { RecordingUploader } from '@/lib/platform/storage/recording-uploader';

const intervalMs = 1_000;
const checkIntervalMs = 3_000;
/** The cluster ends the process earlier, by the Pod's own grace period. */
const stopTimeoutMs = dayMs;

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
    // The worker, which alone speaks with gateways, tells how far this is.
    const text = JSON.stringify(Object.fromEntries(states));
    await replaceFile(path.join(directory, uploadStatesFile), text, { mode: 0o644, durable: false });
    const waitingBytes = states.reduce((sum, [, state]) => sum + state.waitingBytes, 0);
    if (isLast && waitingBytes === 0) break;
    if (isLast && !isStaying) log.info({ waitingBytes }, 'uploader: stays until the bucket has everything');
    isStaying = isLast;
    await pause(intervalMs, isLast ? undefined : ending);
  }
  if (isStaying) log.info('uploader: everything is in the bucket');
}

main().catch(exitWithMessage);
