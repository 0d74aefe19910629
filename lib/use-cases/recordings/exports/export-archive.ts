import { zipSlices } from '@/lib/core/zip-slices';
import type { Slice } from '@/lib/platform/storage/recording-store';
import type { Event, RecordingExport } from '@/prisma/generated/client';
import { filesOf } from './serialize-export';

/** All files of an export in one. */
export interface ExportArchive {
  name: string;
  sizeBytes: number;
  slices: Slice[];
}

/** The archive of an export; null where it has one file alone. */
export function archiveOf(made: RecordingExport & { event: Event }): ExportArchive | null {
  const files = filesOf(made);
  // An .otioz is an archive of its own.
  const isOtioz = made.format === 'otioz';
  if (files.length < 2) return null;
  const nameInArchive = new Map(files.map(({ name, folder }) => [`${folder}${name}`, name]));
  const entries = files.map(({ name, sizeBytes, crc32, folder }) => ({ name: `${folder}${name}`, sizeBytes, crc32 }));
  const slices = zipSlices(entries, made.finishedAt ?? made.createdAt);
  const time = made.startsAt.toISOString().slice(0, 10);
  return {
    name: `${made.event.name} ${time}.${isOtioz ? 'otioz' : 'zip'}`,
    sizeBytes: slices.reduce((sum, slice) => sum + ('bytes' in slice ? slice.bytes.length : slice.to), 0),
    slices: slices.map((slice) =>
      'bytes' in slice ? slice : { file: nameInArchive.get(slice.name) ?? slice.name, from: 0, to: slice.to },
    ),
  };
}
