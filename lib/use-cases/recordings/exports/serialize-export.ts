import { z } from 'zod';
import { isOneArchive } from '@/lib/contracts/export-formats';
import {
  type ExportJson,
  exportFaultSchema,
  exportFormatSchema,
  exportStatusSchema,
  type StoredExportFile,
  sequenceRateSchema,
  storedExportFileSchema,
} from '@/lib/contracts/exports';
import { lifetimes } from '@/lib/contracts/limits';
import { zipSlices } from '@/lib/core/zip-slices';
import type { Slice } from '@/lib/platform/storage/recording-store';
import type { Event, RecordingExport } from '@/prisma/generated/client';

const filesSchema = z.array(storedExportFileSchema);

/** The files of an export that is done. @throws ZodError for what this version does not understand */
export const filesOf = ({ files }: Pick<RecordingExport, 'files'>): StoredExportFile[] => filesSchema.parse(files);

/** An export as the API shows it. */
export const serializeExport = (made: RecordingExport): ExportJson => ({
  id: made.id,
  type: 'export',
  attributes: {
    event_id: made.eventId,
    format: exportFormatSchema.parse(made.format),
    recording_ids: made.recordingIds,
    starts_at: made.startsAt.toISOString(),
    ends_at: made.endsAt.toISOString(),
    around_marks: made.aroundMarks,
    handles_ms: made.handlesMs,
    has_proxies: made.hasProxies,
    frame_rate: made.frameRate === null ? null : sequenceRateSchema.parse(made.frameRate),
    edit_name: made.editName,
    status: exportStatusSchema.parse(made.status),
    progress: made.progress,
    remaining_ms: made.remainingMs,
    fault: made.fault === null ? null : exportFaultSchema.parse(made.fault),
    files: filesOf(made).map(({ name, cameraName, sizeBytes, notes }) => ({
      name,
      camera_name: cameraName,
      size_bytes: sizeBytes,
      notes,
    })),
    created_at: made.createdAt.toISOString(),
    expires_at: made.finishedAt && new Date(made.finishedAt.getTime() + lifetimes.exportFiles).toISOString(),
  },
});

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
  const isOne = isOneArchive(made.format);
  if (files.length < 2) return null;
  const pathOf = ({ name, folder, archiveName = name }: StoredExportFile) => `${folder}${archiveName}`;
  const nameInArchive = new Map(files.map((file) => [pathOf(file), file.name]));
  const entries = files.map((file) => ({ name: pathOf(file), sizeBytes: file.sizeBytes, crc32: file.crc32 }));
  const slices = zipSlices(entries, made.finishedAt ?? made.createdAt);
  const time = made.startsAt.toISOString().slice(0, 10);
  return {
    name: `${made.event.name} ${time}.${isOne ? 'otioz' : 'zip'}`,
    sizeBytes: slices.reduce((sum, slice) => sum + ('bytes' in slice ? slice.bytes.length : slice.to), 0),
    slices: slices.map((slice) =>
      'bytes' in slice ? slice : { file: nameInArchive.get(slice.name) ?? slice.name, from: 0, to: slice.to },
    ),
  };
}
