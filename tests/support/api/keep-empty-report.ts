import type { Actor } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { makeReport } from '@/lib/use-cases/reports/make-report';
import type { ShowReport } from '@/prisma/generated/client';
import { makeEvent } from './factories';

/** A final report of a new event, in which no camera was. */
export async function keepEmptyReport(actor: Actor): Promise<ShowReport> {
  const { organizationId } = actor;
  const event = await makeEvent(actor);
  const [startsAt, endsAt] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
  const report = await makeReport(event, { startsAt, endsAt }, Date.now());
  return db().showReport.create({ data: { id: newId(), organizationId, eventId: event.id, startsAt, endsAt, report } });
}
