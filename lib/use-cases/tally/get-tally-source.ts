import { db } from '@/lib/platform/db/db';
import type { TallySource } from '@/prisma/generated/client';
import { tallySourceNotFound } from './tally-source-error';

/** A tally source of an organization, for use cases that have asked. @throws AppError `not_found` */
export async function getTallySource(organizationId: string, id: string): Promise<TallySource> {
  const source = await db().tallySource.findFirst({ where: { id, organizationId } });
  if (!source) throw tallySourceNotFound();
  return source;
}
