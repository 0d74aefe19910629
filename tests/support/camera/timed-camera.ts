import { until } from '../until';
import { type Ffmpeg, ffmpeg } from './ffmpeg';

export interface TimedCamera {
  /** Waits until so many seconds of its footage were sent. @returns when that was, in milliseconds since 1970 */
  untilSent(seconds: number): Promise<number>;
}

const progressSeconds = 0.05;

/**
 * An encoder whose footage has a fault at a known time.
 * @param video what ffmpeg's filters make, and @param audio likewise
 * @param codec ffmpeg's options of the video
 */
export function startTimedCamera(
  address: string,
  { video, audio, codec }: { video: string; audio: string; codec: string[] },
): TimedCamera {
  const camera = ffmpeg([
    ...['-progress', 'pipe:1', '-stats_period', String(progressSeconds)],
    ...['-re', '-f', 'lavfi', '-i', video, '-re', '-f', 'lavfi', '-i', audio, ...codec, '-c:a', 'aac'],
    ...['-f', 'mpegts', `${address}&latency=120000`],
  ]);
  return {
    async untilSent(seconds) {
      const hasSent = () => {
        if (camera.child.exitCode !== null) throw new Error(`The encoder has ended: ${camera.log()}`);
        return sentSeconds(camera) >= seconds;
      };
      await until(`${seconds} s of footage are sent`, hasSent, { timeoutMs: 60_000 + seconds * 1_000 });
      return Date.now();
    },
  };
}

/** The time in ffmpeg's latest progress report. Reports before the first frame name none. */
function sentSeconds(camera: Ffmpeg): number {
  const times = camera
    .output()
    .toString()
    .match(/^out_time_us=\d+$/gm);
  return Number(times?.at(-1)?.split('=')[1] ?? 0) / 1_000_000;
}
