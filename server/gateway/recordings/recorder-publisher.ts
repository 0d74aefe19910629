import type { RecorderState } from '@/lib/contracts/recordings';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { log } from '@/lib/platform/log';
import { recordRecorder } from './record-recorder';

/** Interval between publications of a growing size. A fault is published at once. */
const sizeIntervalMs = 5_000;

/** A stream that may be recorded; the reconciler's StreamRuntime is one. */
export interface Recordable {
  readonly stream: { id: string; recordingId: string | null };
  readonly isHeld: boolean;
  readonly vitals: { readonly report: Pick<WorkerReport, 'recorder'> | null };
}

export interface RecorderPublisherOptions {
  gatewayId: string;
  streams: { values(): Recordable[] };
}

/** Records and publishes the state of each stream's recorder. */
export class RecorderPublisher {
  readonly #options: RecorderPublisherOptions;
  readonly #recorded = new Map<string, { state: RecorderState; atMs: number }>();

  constructor(options: RecorderPublisherOptions) {
    this.#options = options;
  }

  /** Records the states that are news. To be called once a second. @returns the number of recorders */
  async publish(): Promise<{ recorders: number }> {
    const { gatewayId, streams } = this.#options;
    const atMs = performance.now();
    const recorded = streams.values().flatMap(({ stream, isHeld, vitals }) => {
      const state = vitals.report?.recorder;
      return isHeld && state && state.recordingId === stream.recordingId ? [{ streamId: stream.id, state }] : [];
    });
    const streamIds = new Set(recorded.map(({ streamId }) => streamId));
    for (const streamId of this.#recorded.keys()) if (!streamIds.has(streamId)) this.#recorded.delete(streamId);
    for (const { streamId, state } of recorded) {
      if (!this.#isNews(streamId, state, atMs)) continue;
      try {
        if (await recordRecorder(streamId, { gatewayId, state })) this.#recorded.set(streamId, { state, atMs });
      } catch (error) {
        log.warn({ err: error, streamId }, 'recorder: its state is not recorded; will retry');
      }
    }
    return { recorders: recorded.length };
  }

  #isNews(streamId: string, state: RecorderState, atMs: number): boolean {
    const known = this.#recorded.get(streamId);
    if (!known || known.state.recordingId !== state.recordingId || known.state.fault !== state.fault) return true;
    if (known.state.upload?.fault !== state.upload?.fault) return true;
    return atMs - known.atMs >= sizeIntervalMs && known.state.sizeBytes !== state.sizeBytes;
  }
}
