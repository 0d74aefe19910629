import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { removeExportFiles } from '@/lib/platform/storage/export-store';
import { record } from '@/lib/use-cases/audit/record';
import { exportNotFound, getExport } from './get-export';

/** Cancels an export, or removes one that is done; its files go with it. @throws AppError `not_found` */
export async function deleteExport(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'recordings.export');
  const { organizationId } = actor;
  const { eventId: thingId, event } = await getExport(organizationId, id);
  await db().$transaction(async (tx) => {
    const { count } = await tx.recordingExport.deleteMany({ where: { id, organizationId } });
    if (count === 0) throw exportNotFound();
    const { name: thingName } = event;
    await record(actor, { action: 'recordings.delete_export', thingType: 'event', thingId, thingName }, tx);
  });
  await openBus().publish({ type: 'export_remove', organizationId, exportId: id });
  await removeExportFiles(id);
}
