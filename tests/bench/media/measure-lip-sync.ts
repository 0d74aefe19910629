import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { quantile } from '../support/quantile';
import { head, load, row } from '../support/table';

const run = promisify(execFile);
const recordS = 24;
/** Flash and tone belong together if they are no further apart; they come every two seconds. */
const pairMs = 900;

/** When the lower half of the picture turns white, in ms of the file's own time. */
async function flashes(file: string): Promise<number[]> {
  const filter = 'crop=iw:ih/2:0:ih/2,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-an', '-vf', filter, '-f', 'null', '-']);
  const frames = [...stdout.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)];
  return frames.flatMap(([, time, luma], index) =>
    Number(luma) > 150 && Number(frames[index - 1]?.[2] ?? 255) < 150 ? Number(time) * 1000 : [],
  );
}

/** When silence ends, in ms of the file's own time. */
async function tones(file: string): Promise<number[]> {
  const filter = 'silencedetect=noise=-35dB:d=0.3';
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', file, '-vn', '-af', filter, '-f', 'null', '-']);
  return [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map(([, time]) => Number(time) * 1000);
}

/** Measures how far a tone is from the flash that a phone sent with it, in its SRT view output. */
export async function measureLipSync(viewAddress: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lip-sync-'));
  const file = path.join(folder, 'view.ts');
  try {
    await run('ffmpeg', ['-v', 'error', '-i', viewAddress, '-t', String(recordS), '-c', 'copy', file]);
    const [seen, heard] = await Promise.all([flashes(file), tones(file)]);
    const apart = seen.flatMap((flashMs) => {
      const nearest = heard.map((toneMs) => toneMs - flashMs).sort((a, b) => Math.abs(a) - Math.abs(b))[0];
      return nearest !== undefined && Math.abs(nearest) < pairMs ? nearest : [];
    });
    const ms = (part: number) => quantile(apart, part).toFixed(0);
    head('lip sync by SRT, sound after picture', 'pairs', 'p5 ms', 'p50 ms', 'p95 ms', 'load');
    row('flash and tone', String(apart.length), ms(0.05), ms(0.5), ms(0.95), load());
  } finally {
    await rm(folder, { recursive: true });
  }
}
