import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureCost } from './recording/measure-cost';
import { measureDay } from './recording/measure-day';
import { measureEncoderTime } from './recording/measure-encoder-time';
import { measureExport } from './recording/measure-export';
import { measureHour } from './recording/measure-hour';
import { measureLive } from './recording/measure-live';
import { measureStall } from './recording/measure-stall';
import { measureTrouble } from './recording/measure-trouble';
import { measureUpgrade } from './recording/measure-upgrade';

/*
 * `npm run bench recording [PART…]` measures what recordings promise, part by part. All parts take about 17 minutes. A part
 * that is named several times is measured as often: `live live live` tells the worst of three.
 */

const parts = {
  /** Eight cameras of unequal SRT latencies, with restarts: how far they are apart. */
  live: measureLive,
  /** Eight 720p cameras: cores and memory. */
  cost: measureCost,
  /** Cameras that say when they captured each frame, at 2 % loss. */
  'encoder-time': measureEncoderTime,
  /** A disk that hangs, beside a live camera. Needs root on Linux. */
  stall: measureStall,
  /** A full disk and a bucket that is away, on the camera's page. Needs root on Linux. */
  trouble: measureTrouble,
  /** An hour of eight cameras through recorders, index and timeline, as fast as the disk takes it. */
  hour: measureHour,
  /** The timelines of a day of sixteen cameras, as the web reads them. */
  day: measureDay,
  /** Two releases in folders, forth and back, while a camera is recorded and watched. */
  upgrade: measureUpgrade,
  /** The files of an hour of one camera, by format. */
  export: measureExport,
};

const asked = process.argv.slice(2);
const names = Object.keys(parts);
const isPart = (name: string): name is keyof typeof parts => name in parts;
const unknown = asked.find((name) => !isPart(name));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}; use ${names.join(', ')}.`);

const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-recordings-'));
process.env.RECORDINGS_DIR = folder;
try {
  for (const name of asked.length > 0 ? asked : names) if (isPart(name)) await parts[name](folder);
} finally {
  await rm(folder, { recursive: true });
}
