import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { readTimeline, writeParts } from '../../../support/recordings/recorded-folder';

const run = promisify(execFile);
const packetBytes = 188;

export interface RecordedLoss {
  seconds: number;
  /** Frames that the camera has sent between the first and the last one, and that are not there. */
  frames: number;
  /** Places at which a transport packet does not follow the one before, by its continuity counter. */
  breaks: number;
}

/** Reads what a recording's folder lacks of a camera of that frame rate. */
export async function readRecordedLoss(folder: string, fps: number): Promise<RecordedLoss> {
  const file = await writeParts(folder, (await readTimeline(folder)).parts);
  const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'quiet', ...entries, file], { maxBuffer: 64 * 1024 * 1024 });
  const times = stdout
    .split('\n')
    .map((line) => Number.parseFloat(line))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const steps = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? time)) * fps));
  return {
    seconds: (times.at(-1) ?? 0) - (times[0] ?? 0),
    frames: steps.reduce((sum, step) => sum + Math.max(0, step - 1), 0),
    breaks: countBreaks(await readFile(file)),
  };
}

/** Counts breaks of the continuity counters of video and audio (ISO/IEC 13818-1, 2.4.3.3), which ffmpeg puts on these. */
function countBreaks(stream: Buffer): number {
  const last = new Map<number, number>();
  let breaks = 0;
  for (let at = 0; at + packetBytes <= stream.length; at += packetBytes) {
    const pid = stream.readUInt16BE(at + 1) & 0x1fff;
    const flags = stream.readUInt8(at + 3);
    const hasPayload = (flags & 0x10) !== 0;
    if ((pid !== 0x100 && pid !== 0x101) || !hasPayload) continue;
    const counter = flags & 0x0f;
    const before = last.get(pid);
    if (before !== undefined && counter !== ((before + 1) & 0x0f)) breaks++;
    last.set(pid, counter);
  }
  return breaks;
}
