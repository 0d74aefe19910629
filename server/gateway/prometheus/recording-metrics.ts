import { Counter, Gauge, type Registry } from 'prom-client';
import type { UploadState } from '@/lib/contracts/recordings';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { maxOf, minOf } from '@/lib/core/extremes';
import { readFreeSpace } from '@/lib/platform/storage/free-space';

/** A stream that may be recorded; the reconciler's StreamRuntime is one. */
export interface RecordedStream {
  readonly vitals: { readonly report: Pick<WorkerReport, 'recorder'> | null };
}

export interface RecordingSources {
  streams: { values(): RecordedStream[] };
  /** The folder of recordings; undefined where this gateway has none. */
  directory: string | undefined;
  /** The bytes of each recording that wait for the bucket; null where there is none. */
  readUploads(): Map<string, UploadState> | null;
}

/** Registers the figures of this gateway's recorders, disk and bucket. */
export function registerRecordingMetrics(
  register: Registry,
  { streams, directory, readUploads }: RecordingSources,
): void {
  const registers = [register];
  const states = () => streams.values().flatMap(({ vitals }) => vitals.report?.recorder ?? []);
  new Gauge({
    name: 'sightline_recording_cameras',
    help: 'Cameras that are recorded, by whether the recorder has trouble.',
    labelNames: ['trouble'],
    registers,
    collect() {
      this.reset();
      this.set({ trouble: 'none' }, 0);
      for (const { fault } of states()) this.inc({ trouble: fault ?? 'none' });
    },
  });
  new Gauge({
    name: 'sightline_recording_behind_seconds',
    help: 'How long the oldest byte of a camera has waited for the disk.',
    registers,
    collect() {
      this.set(
        maxOf(
          states().map(({ behindMs }) => behindMs),
          0,
        ) / 1_000,
      );
    },
  });
  new Gauge({
    name: 'sightline_recording_free_ratio',
    help: 'Free part of the fullest disk that a camera is recorded to, 0 to 1; no series where none is.',
    registers,
    collect() {
      const free = states().flatMap(({ freePercent }) => freePercent ?? []);
      if (free.length === 0) this.remove();
      else this.set(minOf(free) / 100);
    },
  });
  const counted = new Map<string, number>();
  new Counter({
    name: 'sightline_recording_written_bytes_total',
    help: 'Bytes that recorders have written to the disk.',
    registers,
    collect() {
      const now = new Map(states().map(({ recordingId, sizeBytes }) => [recordingId, sizeBytes] as const));
      // A new worker of the same recording counts from zero again.
      for (const [id, bytes] of now) this.inc(Math.max(0, bytes - (counted.get(id) ?? 0)));
      counted.clear();
      for (const [id, bytes] of now) counted.set(id, bytes);
    },
  });
  // In Pods, the uploaders tell by their workers.
  const uploads = () => [...(readUploads()?.values() ?? states().flatMap(({ upload }) => upload ?? []))];
  new Gauge({
    name: 'sightline_recording_upload_waiting_bytes',
    help: 'Bytes on the disk that are not in the bucket yet; 0 where there is no bucket.',
    registers,
    collect() {
      this.set(uploads().reduce((sum, { waitingBytes }) => sum + waitingBytes, 0));
    },
  });
  new Gauge({
    name: 'sightline_recording_upload_lag_seconds',
    help: 'For how long the oldest of these bytes has waited; about ten seconds are usual.',
    registers,
    collect() {
      this.set(
        maxOf(
          uploads().map(({ behindMs }) => behindMs),
          0,
        ) / 1_000,
      );
    },
  });
  if (directory === undefined) return;
  new Gauge({
    name: 'sightline_recordings_disk_free_bytes',
    help: 'Free space of the disk that recordings go to.',
    registers,
    async collect() {
      this.set((await readFreeSpace(directory)).bytes);
    },
  });
}
