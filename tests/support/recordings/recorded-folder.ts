import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildTimeline, type Timeline, type TimelinePart } from '@/lib/use-cases/recordings/timeline';

/* Recordings of programs that run by themselves, out of their folders. */

const run = promisify(execFile);

/** The texts of a recording's indexes. */
export async function readIndexes(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** Reads a recording out of its folder. */
export async function readTimeline(folder: string): Promise<Timeline> {
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const sizes = await Promise.all(
    segments.map(async (name) => [name, (await stat(path.join(folder, name))).size] as const),
  );
  return buildTimeline(await readIndexes(folder), new Map(sizes));
}

/** The longest step from a frame to the next, in milliseconds. */
export async function longestStepMs(folder: string): Promise<number> {
  const file = await writeParts(folder, (await readTimeline(folder)).parts);
  const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file], { maxBuffer: 64 * 1024 * 1024 });
  const times = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Number.parseFloat(line) * 1_000)
    .toSorted((a, b) => a - b);
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}

/** Writes parts into one file, as a player gets them. @returns its path */
export async function writeParts(folder: string, parts: TimelinePart[]): Promise<string> {
  const bytes: Buffer[] = [];
  for (const { file, from, to, tables } of parts) {
    bytes.push(tables, (await readFile(path.join(folder, file))).subarray(from, to));
  }
  const file = path.join(folder, 'parts.tmp');
  await writeFile(file, Buffer.concat(bytes));
  return file;
}
