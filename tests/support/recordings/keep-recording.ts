import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { newId } from '@/lib/core/id';
import { withClient } from '@/lib/platform/db/postgres-connection';
import type { ApiClient } from '../api/api-client';

/** When kept recordings begin. */
export const keptStartUs = 1e15;

interface Options {
  /** Where the program keeps recordings. */
  folder: string;
  databaseUrl: string;
  /** The media of each part, which is a second long. */
  parts?: string[];
  /** In place of what the parts contain: bytes that take no room on the disk. */
  partBytes?: number;
  isEnded?: boolean;
}

export const indexText = (lines: RecordingLine[]): string => lines.map((line) => `\n${JSON.stringify(line)}`).join('');

/** Puts a recording into an event of its own, as a recorder would have left it, whose media are any bytes. */
export async function keepRecording(
  api: ApiClient,
  { folder, databaseUrl, parts = ['0123456789'], partBytes, isEnded = true }: Options,
): Promise<{ recordingId: string; eventId: string; folder: string }> {
  const recordingId = newId();
  const ownFolder = path.join(folder, recordingId);
  const sizes = parts.map((part) => partBytes ?? part.length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  mkdirSync(ownFolder);
  writeFileSync(path.join(ownFolder, 'a.ts'), partBytes === undefined ? parts.join('') : '');
  if (partBytes !== undefined) truncateSync(path.join(ownFolder, 'a.ts'), bytes);
  const lines: RecordingLine[] = [
    { kind: 'segment', file: 'a.ts', wallUs: keptStartUs, tables: Buffer.from('tables').toString('base64') },
    ...sizes.map((_, index): RecordingLine => {
      const offset = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
      return { kind: 'keyframe', offset, pts: index * 90_000, wallUs: keptStartUs + index * 1e6, clock: 'sent' };
    }),
    ...(isEnded ? [{ kind: 'end', bytes, lastPts: null } as const] : []),
  ];
  writeFileSync(path.join(ownFolder, 'a.jsonl'), indexText(lines));
  const { id: eventId } = await api.call('POST /events', { body: { event: { name: 'Gala' } } });
  await withClient(databaseUrl, (client) =>
    client.query(
      `INSERT INTO recordings (id, organization_id, event_id, camera_name, started_at, ended_at)
         SELECT $1, organization_id, id, 'Balcony', $3::timestamptz, CASE WHEN $4 THEN $3::timestamptz + interval '10 s' END
         FROM events WHERE id = $2`,
      [recordingId, eventId, new Date(keptStartUs / 1_000), isEnded],
    ),
  );
  return { recordingId, eventId, folder: ownFolder };
}
