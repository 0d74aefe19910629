import { z } from 'zod';
import {
  type ExportJson,
  exportFaultSchema,
  exportFormatSchema,
  exportStatusSchema,
  type StoredExportFile,
  storedExportFileSchema,
} from '@/lib/contracts/exports';
import type { RecordingExport } from '@/prisma/generated/client';

/** How long the files of an export are kept once it is done. */
export const exportKeptMs = 24 * 60 * 60 * 1_000;

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
    status: exportStatusSchema.parse(made.status),
    progress: made.progress,
    remaining_ms: made.remainingMs,
    fault: made.fault === null ? null : exportFaultSchema.parse(made.fault),
    files: filesOf(made).map(({ name, cameraName, sizeBytes }) => ({
      name,
      camera_name: cameraName,
      size_bytes: sizeBytes,
    })),
    created_at: made.createdAt.toISOString(),
    expires_at: made.finishedAt && new Date(made.finishedAt.getTime() + exportKeptMs).toISOString(),
  },
});
