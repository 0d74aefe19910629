import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { FileSource } from '@/lib/contracts/file-source';
import { recordingFileOf } from '@/lib/contracts/recording-files';
import { readRecordingLine } from '@/lib/contracts/recording-index';
import { joinWriters } from '@/lib/core/join-writers';

const usPerSecond = 1_000_000;

/** Bytes of a recording's segment that are played one after the other. They begin at a keyframe. */
export interface Stretch {
  file: string;
  from: number;
  /** Null: up to the end of the file. */
  to: number | null;
  /** PAT and PMT, which a player reads first. */
  tables: Buffer;
  /** The timestamp of its first keyframe, and when that was captured, in microseconds since 1970. */
  pts: number;
  wallUs: number;
  /** Its first packet does not follow the last one of the stretch before. */
  isBreak: boolean;
}

interface Keyframe {
  file: string;
  offset: number;
  tables: string;
  pts: number;
  wallUs: number;
  isBreak: boolean;
  /** Where the file's next keyframe is; null: nowhere. */
  endsAt: number | null;
}

/**
 * Reads from the indexes in a recording's folder what is to be played, in order. A range is widened to keyframes.
 * @throws Error of the disk
 */
export async function readStretches(
  folder: string,
  { from_seconds: fromSeconds, to_seconds: toSeconds }: Pick<FileSource, 'from_seconds' | 'to_seconds'>,
): Promise<Stretch[]> {
  const keyframes = await readAllKeyframes(folder);
  const firstUs = keyframes[0]?.wallUs ?? 0;
  const begin = fromSeconds === null ? 0 : lastUpTo(keyframes, firstUs + fromSeconds * usPerSecond);
  const endUs = toSeconds === null ? Number.POSITIVE_INFINITY : firstUs + toSeconds * usPerSecond;
  const end = keyframes.findIndex(({ wallUs }, index) => index > begin && wallUs >= endUs);
  return stretchesOf(keyframes.slice(begin, end < 0 ? undefined : end));
}

/**
 * Reads likewise what follows a moment, up to all that is on the disk. The recording may go on: a later call has the same
 * stretches, and those that have come.
 * @param fromMs since 1970 @throws Error of the disk
 */
export async function readStretchesFrom(folder: string, fromMs: number): Promise<Stretch[]> {
  const keyframes = await readAllKeyframes(folder);
  return stretchesOf(keyframes.slice(lastUpTo(keyframes, fromMs * 1_000)));
}

async function readAllKeyframes(folder: string): Promise<Keyframe[]> {
  const names = (await readdir(folder)).filter((name) => recordingFileOf(name)?.kind === 'index');
  return joinWriters(await Promise.all(names.map((name) => readKeyframes(path.join(folder, name)))));
}

async function readKeyframes(index: string): Promise<Keyframe[]> {
  const keyframes: Keyframe[] = [];
  let segment = { file: '', tables: '' };
  let isBreak = true;
  for await (const text of createInterface({ input: createReadStream(index) })) {
    const line = text === '' ? null : readRecordingLine(text);
    if (line?.kind === 'segment') {
      isBreak ||= line.tables !== segment.tables;
      segment = { file: line.file, tables: line.tables };
    } else if (line?.kind === 'gap') isBreak = true;
    else if (line?.kind === 'keyframe' && segment.file !== '') {
      const last = keyframes.at(-1);
      if (last?.file === segment.file) last.endsAt = line.offset;
      const { offset, pts, wallUs } = line;
      keyframes.push({ ...segment, offset, pts, wallUs, isBreak, endsAt: null });
      isBreak = false;
    }
  }
  return keyframes;
}

const lastUpTo = (keyframes: Keyframe[], us: number): number =>
  Math.max(
    0,
    keyframes.findLastIndex(({ wallUs }) => wallUs <= us),
  );

function stretchesOf(keyframes: Keyframe[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, { file, offset, tables, isBreak, endsAt, pts, wallUs }] of keyframes.entries()) {
    const last = stretches.at(-1);
    if (!last || last.file !== file || isBreak) {
      const breaks = isBreak || index === 0;
      const place = { file, from: offset, to: endsAt, pts, wallUs };
      stretches.push(Object.assign(place, { tables: Buffer.from(tables, 'base64'), isBreak: breaks }));
    } else last.to = endsAt;
  }
  return stretches;
}
