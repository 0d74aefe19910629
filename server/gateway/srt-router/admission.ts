import { setTimeout as sleep } from 'node:timers/promises';
import { isWanted } from '@/lib/streams/state/stream-state';
import type { StreamRegistry } from '../reconciler/stream-registry';
import { findStreamByFormerKey } from '../store/find-stream-by-former-key';
import { findStreamByKey } from '../store/find-stream-by-key';
import { findStreamByMistypedKey } from '../store/find-stream-by-mistyped-key';
import type { SrtAdmission, SrtDirection } from './srt-refusal';

/** Less than the three seconds for which libsrt's callers try to connect, so that they hear the reason. */
const waitForWorkerMs = 2_500;
const pollIntervalMs = 50;

/**
 * Decides whether a caller may come in, by its stream key. One whose stream is just being switched on or restarted is
 * kept waiting rather than refused: many encoders wait seconds before they try again. So is a viewer while the camera
 * has connected and no picture has come yet; without a camera there is nothing to view.
 */
export async function admit(
  registry: StreamRegistry,
  streamKey: string,
  direction: SrtDirection,
): Promise<SrtAdmission> {
  const deadlineMs = performance.now() + waitForWorkerMs;
  let streamId = registry.findByKey(streamKey)?.stream.id;
  if (!streamId) {
    const known = await findStreamByKey(streamKey);
    if (!known) return refuseUnknown(streamKey);
    if (!isWanted(known.status)) return { kind: 'refuse', refusal: 'off', streamId: known.id };
    streamId = known.id;
  }
  for (;;) {
    const found = registry.findByKey(streamKey);
    if (found && !isWanted(found.stream.status)) return { kind: 'refuse', refusal: 'off', streamId };
    if (found?.ready?.address) {
      const { host, inputPort, outputPort } = found.ready.address;
      if (direction === 'ingest') return { kind: 'forward', streamId, host, port: inputPort };
      if (found.ready.signal === 'live') return { kind: 'forward', streamId, host, port: outputPort };
      if (found.ready.signal !== 'connecting') return { kind: 'refuse', refusal: 'no_signal', streamId };
    }
    if (performance.now() > deadlineMs) return { kind: 'refuse', refusal: 'not_ready', streamId };
    await sleep(pollIntervalMs);
  }
}

/** Whose key it was can be told only of one that was changed or begins right; any other may be a stranger's. */
async function refuseUnknown(streamKey: string): Promise<SrtAdmission> {
  const former = await findStreamByFormerKey(streamKey);
  if (former) return { kind: 'refuse', refusal: 'old_key', streamId: former.id };
  const mistyped = await findStreamByMistypedKey(streamKey);
  if (mistyped) return { kind: 'refuse', refusal: 'mistyped_key', streamId: mistyped.id };
  return { kind: 'refuse', refusal: 'unknown_key', streamId: null };
}
