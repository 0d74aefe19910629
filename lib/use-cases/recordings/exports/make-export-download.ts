import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { ExportDownload } from '@/lib/contracts/exports';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { archiveOf } from './export-archive';
import { getExport } from './get-export';
import { filesOf } from './serialize-export';

/** Addresses from which a browser takes the files of an export. @throws AppError `not_found`; `conflict` until it is done */
export async function makeExportDownload(actor: Actor, id: string): Promise<ExportDownload> {
  authorize(actor, 'recordings.export');
  const made = await getExport(actor.organizationId, id);
  if (made.status !== 'done') throw new AppError('conflict', 'This export is not done yet: wait for it.');
  const { eventId: thingId, event } = made;
  const { name: thingName } = event;
  await db().$transaction((tx) =>
    record(actor, { action: 'recordings.download_export', thingType: 'event', thingId, thingName }, tx),
  );
  const token = mintRecordingToken(id, 'export');
  const files = filesOf(made);
  const archive = archiveOf(made);
  return {
    files: files.map(({ name, sizeBytes }, index) => ({
      name,
      size_bytes: sizeBytes,
      url: `/exports/${id}/files/${index}?token=${token}`,
    })),
    archive: archive && {
      name: archive.name,
      size_bytes: archive.sizeBytes,
      url: `/exports/${id}/archive?token=${token}`,
    },
  };
}
