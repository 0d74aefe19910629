/*
 * The files in a recording's folder, by their names. Each process that records into it is a writer with a name of its
 * own. It writes segments one after the other, and one index; recording-index.ts has the lines. No zod here, because a
 * recorder loads this, and each camera has one.
 */

/** The file of a writer's segment: the camera's own MPEG-TS packets. @param number from 1 on */
export const segmentFile = (writer: string, number: number): string =>
  `${writer}-${String(number).padStart(6, '0')}.ts`;

/** The file of a writer's index. */
export const indexFile = (writer: string): string => `${writer}.jsonl`;

/** The file of a recording's thumbnail, by when it was captured, in microseconds since 1970. */
export const thumbnailFile = (atUs: number): string => `thumbnail-${atUs}.jpg`;

/** The summary of a recording's indexes. Everybody may remove it: it is made of them again. */
export const summaryFile = 'timeline.summary';

export type RecordingFile =
  | { kind: 'segment'; writer: string }
  | { kind: 'index'; writer: string }
  | { kind: 'thumbnail'; atUs: number };

/** Recognizes a file in a recording's folder; null for any other. */
export function recordingFileOf(name: string): RecordingFile | null {
  const [, segmentWriter, indexWriter, atUs] =
    /^(?:(.+?)(?:-\d+)?\.ts|(.+)\.jsonl|thumbnail-(\d+)\.jpg)$/.exec(name) ?? [];
  if (segmentWriter !== undefined) return { kind: 'segment', writer: segmentWriter };
  if (indexWriter !== undefined) return { kind: 'index', writer: indexWriter };
  return atUs === undefined ? null : { kind: 'thumbnail', atUs: Number(atUs) };
}

/** The file in which an uploader tells the worker beside it each recording's `UploadState`, by id. */
export const uploadStatesFile = '.uploads.json';
