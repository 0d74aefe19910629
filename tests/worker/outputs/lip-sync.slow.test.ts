import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { maxOf, minOf } from '@/lib/core/extremes';
import { newId } from '@/lib/core/id';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { recordingsFolder, removeRecordings } from '@/lib/platform/storage/recording-store';
import { mux } from '@/server/exporter/muxer/mux';
import { type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { readTimeline, writeParts } from '../../support/recordings/recorded-folder';
import { until } from '../../support/until';
import { startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const run = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;
const timeoutMs = 60_000;
const maxErrorMs = 10;
/** Flash and tone belong together when they are no further apart. */
const pairMs = 450;
/** The timestamps of MPEG-TS begin anew after it. */
const turnMs = 2 ** 33 / ticksPerMs;
/** Each measurement looks at what has come for so long. */
const lookMs = 3_500;

let worker: WorkerProcess;
let folder: string;
const recordingId = newId();

afterEach(async () => {
  stopFfmpegs();
  await worker.stop();
  await removeRecordings([recordingId]);
  await rm(folder, { recursive: true });
});

interface Cue {
  flashMs: number;
  toneMs: number;
}

/** When flashes and tones of the test picture begin, in pairs, and its first frame; by a clock of the file. */
async function cuesOf(file: string): Promise<{ cues: Cue[]; firstFrameMs: number }> {
  const luma = 'crop=100:100:800:250,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
  const silence = 'silencedetect=noise=-40dB:d=0.3';
  // In one run, for each run counts from the first timestamp of the tracks that it reads.
  const { stdout, stderr } = await run(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostats', '-i', file, '-map', '0:v', '-vf', luma, '-f', 'null', '-'],
      ...['-map', '0:a', '-af', silence, '-f', 'null', '-'],
    ],
    { maxBuffer },
  );
  const frames = [...stdout.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)].map(
    ([, time, average]) => ({ ms: Number(time) * 1_000, isBright: Number(average) > 150 }),
  );
  const tonesMs = [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map(([, time]) => Number(time) * 1_000);
  const cues = frames.flatMap(({ ms: flashMs, isBright }, index) => {
    if (!isBright || (frames[index - 1]?.isBright ?? true)) return [];
    const [toneMs] = tonesMs.toSorted((one, other) => Math.abs(one - flashMs) - Math.abs(other - flashMs));
    return toneMs !== undefined && Math.abs(toneMs - flashMs) < pairMs ? { flashMs, toneMs } : [];
  });
  return { cues, firstFrameMs: frames[0]?.ms ?? Number.NaN };
}

/**
 * How much later than its full second each tone begins, in milliseconds, by the clock of the pictures. They say when they
 * were captured: the test picture's timestamps count from 1970.
 */
async function delaysOf(file: string): Promise<number[]> {
  const [{ cues, firstFrameMs }, firstSeconds] = await Promise.all([cuesOf(file), firstFrameSeconds(file)]);
  const turns = Math.round((Date.now() - firstSeconds * 1_000) / turnMs);
  const originMs = firstSeconds * 1_000 + turns * turnMs - firstFrameMs;
  return cues.map(({ toneMs }) => {
    const afterSecondMs = (((originMs + toneMs) % 1_000) + 1_000) % 1_000;
    return afterSecondMs > 500 ? afterSecondMs - 1_000 : afterSecondMs;
  });
}

/** @returns what ffprobe says of a file's packets or frames, line by line */
async function probe(file: string, ...show: string[]): Promise<number[]> {
  const { stdout } = await run('ffprobe', ['-v', 'quiet', ...show, '-of', 'csv=p=0', file], { maxBuffer });
  return stdout.split('\n').flatMap((line) => (line ? Number.parseFloat(line) : []));
}

/** The timestamp of the first frame that is decoded: a view begins with others. */
const firstFrameSeconds = async (file: string): Promise<number> =>
  (await probe(file, '-select_streams', 'v', '-read_intervals', '%+3', '-show_entries', 'frame=pts_time'))[0] ??
  Number.NaN;

const steps = (times: number[]): number[] => times.slice(1).map((time, index) => time - (times[index] ?? time));

test('the sound of a live camera moves by the chosen time, at players, in recordings and in what is exported', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-lip-sync-'));
  worker = await startWorker({ source: { kind: 'test', number: 7, name: 'Pulpit' } });
  const choose = (audioDelayMs: number, isOn = true) =>
    worker.gateway.answer({
      validForMs: 7_000,
      srtLatencyMs: 0,
      audioDelayMs,
      recording: isOn ? { recordingId, folder: path.join(recordingsFolder(), recordingId) } : null,
    });
  choose(0);
  await worker.untilReport(({ signal }) => signal === 'live', 'live');

  const chunks: { atMs: number; bytes: Buffer }[] = [];
  const { host, outputPort } = worker.spec.address;
  let player: Ffmpeg | undefined;
  /** Waits for what comes after a moment. The player calls again where nobody listens yet, and when it is given up. */
  const untilArrived = (afterMs: number) =>
    until(
      'the view address serves',
      () => {
        if (!player || player.child.exitCode !== null) {
          player = ffmpeg(rawReceiver(`srt://${host}:${outputPort}?mode=caller&latency=120000&connect_timeout=30000`));
          player.child.stdout?.on('data', (bytes: Buffer) => chunks.push({ atMs: performance.now(), bytes }));
        }
        return (chunks.at(-1)?.atMs ?? 0) > afterMs;
      },
      { timeoutMs },
    );
  await untilArrived(0);

  const view = path.join(folder, 'view.ts');
  const received = (fromMs = 0) => Buffer.concat(chunks.flatMap(({ atMs, bytes }) => (atMs >= fromMs ? bytes : [])));
  /** Measures what arrives from now on. */
  const look = async (): Promise<number[]> => {
    const fromMs = performance.now();
    await untilArrived(fromMs + lookMs);
    await writeFile(view, received(fromMs));
    return delaysOf(view);
  };
  for (const delayMs of [0, 120, -120]) {
    choose(delayMs);
    await until(
      `the sound is ${delayMs} ms late`,
      async () => {
        const delays = await look();
        return delays.length >= 2 && delays.every((ms) => Math.abs(ms - delayMs) < maxErrorMs);
      },
      { timeoutMs },
    );
  }

  choose(-120, false);
  await worker.untilReport(({ recorder }) => recorder === null, 'the end of the recording');
  const { parts } = await readTimeline(path.join(recordingsFolder(), recordingId));
  const recorded = await writeParts(path.join(recordingsFolder(), recordingId), parts.slice(0, -1));
  const exported = path.join(folder, 'exported.mp4');
  mux(recorded, {
    ...{ kind: 'copy', file: exported, format: 'mp4', leadBytes: 0 },
    ...{ startUs: 0, localStartUs: 0, durationUs: 600e6 },
  });
  const recordedDelays = await delaysOf(recorded);
  for (const delayMs of [0, 120, -120]) {
    const near = recordedDelays.filter((ms) => Math.abs(ms - delayMs) < maxErrorMs);
    expect(near.length, `${delayMs} ms in ${recordedDelays.map(Math.round)}`).toBeGreaterThanOrEqual(2);
  }
  const apartOf = async (file: string) => (await cuesOf(file)).cues.map(({ flashMs, toneMs }) => toneMs - flashMs);
  const [apart, exportedApart] = [await apartOf(recorded), await apartOf(exported)];
  // A flash at the very edge of the file may be without its tone.
  expect(exportedApart.length).toBeGreaterThanOrEqual(apart.length - 2);
  for (const ms of exportedApart) expect(minOf(apart.map((one) => Math.abs(ms - one)))).toBeLessThan(maxErrorMs);
  const spreadOf = (all: number[]) => maxOf(all) - minOf(all);
  expect(Math.abs(spreadOf(exportedApart) - spreadOf(apart))).toBeLessThan(maxErrorMs);

  // The picture went on, and no sound came twice.
  expect(worker.reports.at(-1)).toMatchObject({ signal: 'live', connectCount: 1 });
  expect(
    Math.min(...steps(await probe(recorded, '-select_streams', 'a', '-show_entries', 'packet=pts_time'))),
  ).toBeGreaterThan(0);
}, 240_000);
