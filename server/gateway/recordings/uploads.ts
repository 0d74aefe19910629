import type { UploadState } from '@/lib/contracts/recordings';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { Loop } from '@/lib/platform/process/loop';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { RecordingUploader } from '@/lib/platform/storage/recording-uploader';

const everySecond = { intervalMs: 1_000, retry: { firstMs: 1_000, capMs: 10_000 } };

/** The jobs that bring this gateway's recordings into a bucket, and say how far they are. */
export async function openUploads(directory: string, bucket: BucketStorage): Promise<UploadJobs> {
  const uploader = new RecordingUploader({ directory, bucket, findRecordings });
  const publisher = new UploadPublisher(await uploader.readFolderId());
  let hasCleared = false;
  const publish = async () => {
    const states = uploader.states;
    if (!states) return { recordings: 0 };
    if (!hasCleared) await publisher.clear([...states.keys()]);
    hasCleared = true;
    await publisher.publish(states);
    return { recordings: states.size };
  };
  const jobs = [
    new Loop({ name: 'recording uploads', work: (signal) => uploader.run(signal), ...everySecond }),
    new Loop({ name: 'bucket check', work: () => uploader.check(), ...everySecond }),
    new Loop({ name: 'upload states', work: publish, ...everySecond }),
  ];
  return { uploader, jobs };
}

export interface UploadJobs {
  uploader: RecordingUploader;
  jobs: Loop[];
}

/** A recorder finishes within seconds of its recording's end. */
async function findRecordings(recordingIds: string[]): Promise<Map<string, { isEnded: boolean }>> {
  const rows = await db().$queryRaw<{ id: string; isEnded: boolean }[]>`
    SELECT id, coalesce(ended_at < now() - interval '15 seconds', false) AS "isEnded" FROM recordings
    WHERE id = ANY(${recordingIds}::uuid[])`;
  return new Map(rows.map(({ id, isEnded }) => [id, { isEnded }] as const));
}

/** A delay that grows is news this often; a fault, a beginning and an end at once. */
const intervalMs = 5_000;

/** Records and publishes what waits for the bucket on this gateway's disk. */
export class UploadPublisher {
  readonly #folderId: string;
  readonly #recorded = new Map<string, { state: UploadState; atMs: number }>();

  /** @param folderId of the folder in which it waits */
  constructor(folderId: string) {
    this.#folderId = folderId;
  }

  /** Forgets what this folder's gateway has recorded earlier, of recordings that are not there any more. */
  async clear(recordingIds: string[]): Promise<void> {
    await db().$executeRaw`
      UPDATE recordings SET uploads = uploads - ${this.#folderId}
      WHERE uploads ? ${this.#folderId} AND NOT id = ANY(${recordingIds}::uuid[])`;
  }

  /** Records what is news. @param states of all recordings in the folder */
  async publish(states: Map<string, UploadState>): Promise<void> {
    const atMs = performance.now();
    for (const id of this.#recorded.keys()) {
      if (states.has(id)) continue;
      await this.#record(id, null);
      this.#recorded.delete(id);
    }
    for (const [id, state] of states) {
      if (!this.#isNews(id, state, atMs)) continue;
      await this.#record(id, state);
      this.#recorded.set(id, { state, atMs });
    }
  }

  #isNews(id: string, state: UploadState, atMs: number): boolean {
    const known = this.#recorded.get(id);
    if (!known || known.state.fault !== state.fault) return true;
    if (known.state.waitingBytes > 0 !== state.waitingBytes > 0) return true;
    return atMs - known.atMs >= intervalMs && known.state.waitingBytes !== state.waitingBytes;
  }

  /** @param state null, or nothing that waits: the row holds nothing of this folder any more */
  async #record(recordingId: string, state: UploadState | null): Promise<void> {
    const isWaiting = state !== null && state.waitingBytes > 0;
    const entry = JSON.stringify(isWaiting ? { [this.#folderId]: state } : {});
    const shown = JSON.stringify({ upload: state });
    const streams = await db().$queryRaw<{ id: string; organizationId: string }[]>`
      WITH recording AS (
        UPDATE recordings SET uploads = (uploads - ${this.#folderId}) || ${entry}::jsonb
        WHERE id = ${recordingId}::uuid RETURNING id
      )
      UPDATE streams SET recorder = recorder || ${shown}::jsonb
      FROM recording WHERE streams.recording_id = recording.id
      RETURNING streams.id, organization_id AS "organizationId"`;
    for (const { id: streamId, organizationId } of streams) {
      await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
    }
  }
}
