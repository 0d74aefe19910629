import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Event, RecordingExport } from '@/prisma/generated/client';

/** An export of an organization, and its event, for use cases that have asked. @throws AppError `not_found` */
export async function getExport(organizationId: string, id: string): Promise<RecordingExport & { event: Event }> {
  const made = await db().recordingExport.findFirst({ where: { id, organizationId }, include: { event: true } });
  if (!made) throw exportNotFound();
  return made;
}

/** The one error for an export that does not exist, is removed, or belongs to another organization. */
export const exportNotFound = () => new AppError('not_found', 'This export does not exist any more.');
