import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { summaryFile } from '@/lib/contracts/recording-files';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { dayMs } from '@/lib/core/durations';
import { recordingStorage } from '@/lib/platform/storage/recording-store';
import { serializeTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { KeptTimeline } from '@/lib/use-cases/recordings/kept-timeline';
import { playlistOf } from '@/lib/use-cases/recordings/open-media';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { noTimeline } from '@/lib/use-cases/recordings/timeline';
import { setTimelineThread } from '@/lib/use-cases/recordings/timeline-thread';
import { TimelineThreads } from '@/server/web/recordings/timeline-threads';
import { forMs } from '../../support/glance';
import { head, load, row } from '../../support/table';

const cameraCount = 16;
const daySeconds = forMs(dayMs, 600_000) / 1_000;
/** A recorder begins another file after so many. */
const segmentSeconds = 10;
const partBytes = 500_000;
/** As long as those of a camera: a packet of PAT and one of PMT. */
const tables = Buffer.alloc(2 * 188, 7).toString('base64');
const format = { videoCodec: 'h264', audioCodec: 'aac', width: 1280, height: 720 };
const startUs = 1_800_000_000_000_000;
/** The exporter's interval. */
const summaryAgeSeconds = Math.min(900, daySeconds / 2);
/** More than a reader waits before it looks again. */
const readAgainMs = 1_100;

const fileOf = (second: number): string => `made-${String(Math.floor(second / segmentSeconds)).padStart(6, '0')}.ts`;

/** The lines of a keyframe a second, whose times are a little late, as those of a real camera. */
function linesOf(fromSecond: number, toSecond: number): string {
  const lines: RecordingLine[] = [];
  for (let second = fromSecond; second < toSecond; second++) {
    const wallUs = startUs + second * 1e6 + ((second * 7_919) % 30_000);
    const inSegment = second % segmentSeconds;
    if (inSegment === 0) {
      if (second > 0) lines.push({ kind: 'end', bytes: segmentSeconds * partBytes, lastPts: second * 90_000 });
      lines.push({ kind: 'segment', file: fileOf(second), wallUs, tables }, { kind: 'format', ...format });
    }
    const pts = (second * 90_000) % 2 ** 33;
    lines.push({ kind: 'keyframe', offset: inSegment * partBytes, pts, wallUs, clock: 'sent', arrivedUs: wallUs });
  }
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

/** Adds what a recorder leaves of a time, with segments that take no room on the disk. */
async function record(folder: string, fromSecond: number, toSecond: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await appendFile(path.join(folder, 'made.jsonl'), linesOf(fromSecond, toSecond));
  for (let second = fromSecond; second < toSecond; second += segmentSeconds) {
    const file = path.join(folder, fileOf(second));
    await writeFile(file, '');
    await truncate(file, segmentSeconds * partBytes);
  }
}

/** Summarizes recordings as the exporter does. */
async function summarize(ids: string[], endedAt: Date | null): Promise<void> {
  for (const id of ids) {
    const reader = new RecordingReader(recordingStorage(), id, true);
    await reader.read(endedAt);
    await reader.keepSummary();
  }
}

/** A camera's thumbnails, one each ten seconds. They are not on the disk, for nobody reads them. */
const thumbnails = () =>
  Array.from({ length: Math.ceil(daySeconds / 10) }, (_, index) => {
    const atUs = startUs + index * 10e6;
    return { fileUs: atUs, atUs };
  });

/** As long as a real one. */
const token = '0'.repeat(120);
const addressOf = (fileUs: number): string => `/recordings/${'0'.repeat(36)}/thumbnails/${fileUs}?token=${token}`;

interface Measured {
  seconds: number;
  cpuSeconds: number;
  /** All threads of the process count. */
  allCpuSeconds: number;
  /** The longest time in which this process did nothing else. */
  blockedMs: number;
}

async function measure(work: () => Promise<unknown> | unknown): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startMs = performance.now();
  const [before, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.threadCpuUsage(before);
  const all = process.cpuUsage(allBefore);
  // A block that lasts to the end is seen only by the next turn.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    allCpuSeconds: (all.user + all.system) / 1e6,
    blockedMs: delay.max / 1e6,
  };
}

/**
 * Reads a day of sixteen cameras as the web does. Each reading but two follows a restart of its threads: with summaries and
 * without, while the recordings go on and after their end.
 */
export async function measureDay(folder: string): Promise<void> {
  const ids = Array.from({ length: cameraCount }, (_, index) => `day-${index}`);
  const folders = ids.map((id) => path.join(folder, id));
  const summarizedSeconds = daySeconds - summaryAgeSeconds;
  head(
    `${daySeconds} s of ${cameraCount} cameras`,
    'seconds',
    'of web’s thread',
    'of all threads',
    'longest block, ms',
    'load',
  );
  const report = ({ seconds, cpuSeconds, allCpuSeconds, blockedMs }: Measured, what: string) =>
    row(what, seconds.toFixed(2), cpuSeconds.toFixed(3), allCpuSeconds.toFixed(2), blockedMs.toFixed(0), load());
  let threads: TimelineThreads | null = null;
  let readers: KeptTimeline[] = [];
  /** As a web process that has just started. */
  const restart = async () => {
    await threads?.close();
    threads = new TimelineThreads(pathToFileURL(path.resolve('dist', 'timeline-reader.mjs')));
    setTimelineThread(threads);
    readers = ids.map((id) => new KeptTimeline(id));
  };
  const readAll = (endedAt: Date | null) => Promise.all(readers.map((reader) => reader.read(endedAt)));
  const longAgo = new Date(0);

  for (const one of folders) await record(one, 0, summarizedSeconds);
  report(await measure(() => summarize(ids, null)), 'exporter: first summaries');
  for (const one of folders) await record(one, summarizedSeconds, daySeconds);
  await restart();
  report(await measure(() => readAll(null)), 'goes on, cold, summaries 15 min old');
  for (const one of folders) await appendFile(path.join(one, 'made.jsonl'), linesOf(daySeconds, daySeconds + 2));
  await new Promise((resolve) => setTimeout(resolve, readAgainMs));
  report(await measure(() => readAll(null)), 'goes on, two seconds more');
  report(await measure(() => summarize(ids, null)), 'exporter: summaries 15 min later');
  report(await measure(() => summarize(ids, longAgo)), 'exporter: summaries once it has ended');
  await restart();
  report(await measure(() => readAll(longAgo)), 'ended, cold');
  report(await measure(() => readAll(longAgo)), 'ended, warm');
  for (const one of folders) await rm(path.join(one, summaryFile));
  await restart();
  report(await measure(() => readAll(longAgo)), 'ended, cold, without summaries');

  const [{ timeline: read } = noKept] = readers;
  const timeline = { ...read, thumbnails: thumbnails() };
  const serialize = () => JSON.stringify(serializeTimeline(timeline, '', addressOf));
  const playlist = () =>
    playlistOf(timeline.parts, { isEnded: false, addressOf: (_, index) => `parts/${index}?token=${token}` });
  report(await measure(serialize), 'one timeline as JSON');
  report(await measure(playlist), 'one playlist');
  const megabytes = (text: string) => (Buffer.byteLength(text) / 1e6).toFixed(1);
  const { heapUsed, rss } = process.memoryUsage();
  row('MB of memory', (rss / 1e6).toFixed(0), (heapUsed / 1e6).toFixed(0));
  row('MB of a timeline, a playlist', megabytes(serialize()), megabytes(playlist()));
  await (threads as TimelineThreads | null)?.close();
  for (const one of folders) await rm(one, { recursive: true });
}

const noKept = { timeline: noTimeline };
