import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import type { Event, ShowReport } from '@/prisma/generated/client';
import { makeReport } from './make-report';
import { queueReportNotices } from './notices/queue-report-notices';
import { readShows } from './show';

/** After the end, until the last samples are there. */
const settleMs = 90_000;
/** Shows that ended longer ago are not looked for: the web program was away, or older times were entered. */
const horizonDays = 7;

/**
 * Keeps the reports of shows that have ended, each once whichever process comes first: what they are made of is deleted
 * some day. A show without a picture has none.
 * @returns the reports that this call has made
 */
export const keepReports = defineSystem(
  'the web program, after an event',
  async (nowMs: number = Date.now()): Promise<ShowReport[]> => {
    let made: ShowReport[] = [];
    for (const event of await findEvents()) made = made.concat(await keepReportsOf(event, nowMs));
    return made;
  },
);

/** Events whose planned end has passed without a report, and events in which a camera was switched off lately. */
const findEvents = (): Promise<Event[]> => db().$queryRaw<Event[]>`
  SELECT id, organization_id AS "organizationId", name, starts_at AS "startsAt", ends_at AS "endsAt",
    time_zone AS "timeZone"
  FROM events
  WHERE ends_at BETWEEN now() - ${horizonDays} * interval '1 day' AND now() AND starts_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM show_reports WHERE event_id = events.id AND show_reports.ends_at >= events.ends_at)
    OR (starts_at IS NULL OR ends_at IS NULL) AND EXISTS (
      SELECT 1 FROM streams JOIN stream_incidents AS incident ON incident.stream_id = streams.id
      WHERE streams.event_id = events.id AND incident.code LIKE 'status\_%'
        AND incident.occurred_at > now() - interval '2 days')`;

async function keepReportsOf(event: Event, nowMs: number): Promise<ShowReport[]> {
  const made: ShowReport[] = [];
  for (const show of await readShows(event, nowMs)) {
    const { startsAt, endsAt } = show;
    if (!endsAt || endsAt.getTime() > nowMs - settleMs || endsAt.getTime() < nowMs - horizonDays * 86_400_000) continue;
    const { id: eventId, organizationId } = event;
    if (await db().showReport.findFirst({ where: { eventId, startsAt, endsAt }, select: { id: true } })) continue;
    if (!(await hadPicture(eventId, startsAt, endsAt))) continue;
    const report = await makeReport(event, show, nowMs);
    const row = { id: newId(), organizationId, eventId, startsAt, endsAt, report };
    const isPlanned = event.startsAt !== null && event.endsAt !== null;
    const kept = await db().$transaction(async (tx) => {
      const [inserted] = await tx.showReport.createManyAndReturn({ data: [row], skipDuplicates: true });
      // Cameras that are always on have a report a day: nobody wants an e-mail of each.
      if (inserted && isPlanned) await queueReportNotices(tx, inserted, nowMs);
      return inserted;
    });
    if (kept) made.push(kept);
  }
  return made;
}

async function hadPicture(eventId: string, from: Date, to: Date): Promise<boolean> {
  const during = { stream: { eventId }, fps: { gt: 0 }, recordedAt: { gte: from, lt: to } };
  const minute = await db().streamMetricMinute.findFirst({ where: during, select: { recordedAt: true } });
  return minute !== null || (await db().streamMetric.findFirst({ where: during, select: { fps: true } })) !== null;
}
