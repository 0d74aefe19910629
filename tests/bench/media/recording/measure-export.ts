import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { makeRecording } from '../../../support/recordings/make-recording';
import { until } from '../../../support/until';
import { Show } from '../../support/show';
import { head, load, row } from '../../support/table';
import { recorderPids } from './measure-cost';

const camera = { width: 1280, height: 720, bitrateKbps: 4_000 };
/** An hour of a camera, which is a minute sixty times. */
const hour = { seconds: 60, repeats: 59, ...camera };

/** Measures the time for the files of an hour of one camera, by format. */
export async function measureExport(folder: string): Promise<void> {
  const show = await Show.start({ RECORDINGS_DIR: folder });
  try {
    const encoder = startBarcodeCamera({ urls: await show.addCameras(1), ...camera });
    await show.untilLive();
    await show.record();
    await until('the recorder runs', () => recorderPids(show).length === 1, { timeoutMs: 30_000 });
    await sleep(2_000);
    encoder.stop();
    const [recordingId = ''] = await show.stopRecording();
    await until('the recorder has ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
    // An hour takes the place of what was recorded.
    await rm(path.join(folder, recordingId), { recursive: true });
    await makeRecording({ recordingId, startMs: Date.now() - 3_600_000, ...hour });
    head('an hour of one camera', 'seconds', '× real time (goal 20)', 'load');
    for (const format of ['mp4', 'mov', 'mkv', 'ts'] as const) {
      const seconds = await show.export(format, [recordingId]);
      row(format, seconds.toFixed(1), (3_600 / seconds).toFixed(0), load());
    }
    await rm(path.join(folder, recordingId), { recursive: true });
  } finally {
    await show.stop();
  }
}
