import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { newRecorderState, type RecorderState, type UploadState } from '@/lib/contracts/recordings';
import { type RecordedStream, registerRecordingMetrics } from '@/server/gateway/prometheus/recording-metrics';

const recorder = (recordingId: string, changed: Partial<RecorderState>): RecordedStream => {
  const state = { ...newRecorderState, recordingId, freePercent: 50, ...changed };
  return { vitals: { report: { recorder: state } } };
};

test('shows what is recorded, written, and waits for disk and bucket', async () => {
  const registry = new Registry();
  let streams: RecordedStream[] = [];
  const uploads = new Map<string, UploadState>();
  registerRecordingMetrics(registry, {
    streams: { values: () => streams },
    directory: '.',
    readUploads: () => uploads,
  });
  const read = async () => {
    const text = await registry.metrics();
    return (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
  };
  const before = await read();
  expect(before('sightline_recording_cameras{trouble="none"}')).toBe(0);
  expect(before('sightline_recording_upload_lag_seconds')).toBe(0);
  expect(before('sightline_recordings_disk_free_bytes')).toBeGreaterThan(0);

  streams = [recorder('a', { sizeBytes: 100 }), recorder('b', { sizeBytes: 50, behindMs: 1_500, fault: 'disk_full' })];
  uploads.set('a', { waitingBytes: 70, behindMs: 9_000, fault: null });
  const during = await read();
  expect(during('sightline_recording_cameras{trouble="none"}')).toBe(1);
  expect(during('sightline_recording_cameras{trouble="disk_full"}')).toBe(1);
  expect(during('sightline_recording_behind_seconds')).toBe(1.5);
  expect(during('sightline_recording_written_bytes_total')).toBe(150);
  expect(during('sightline_recording_upload_waiting_bytes')).toBe(70);
  expect(during('sightline_recording_upload_lag_seconds')).toBe(9);

  // Another worker of the same recording begins at zero.
  streams = [recorder('a', { sizeBytes: 10 })];
  expect((await read())('sightline_recording_written_bytes_total')).toBe(150);
  streams = [recorder('a', { sizeBytes: 30 })];
  expect((await read())('sightline_recording_written_bytes_total')).toBe(170);
});
