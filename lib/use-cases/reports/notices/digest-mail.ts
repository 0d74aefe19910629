import { dayMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { type MailPart, mailBody } from '@/lib/platform/mail/mail-body';
import type { Mail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';
import { reportPage } from '../report-page';
import { dayWords, decimal, ownersReason, whole } from './mail-words';

interface WeekRow {
  cameraHours: number;
  viewerHours: number;
  gigabytesIn: number;
  gigabytesToPlayers: number;
  gigabytesRecorded: number;
  outages: number;
  peakCameras: number;
}

const weekMs = 7 * dayMs;
/** Reports that one e-mail names. */
const maxReports = 20;

/** The e-mail that says what an organization used in a week, beside the week before. @param week its Monday */
export async function digestMail(organizationId: string, week: Date): Promise<Omit<Mail, 'to'>> {
  const to = new Date(week.getTime() + weekMs);
  const [{ name }, now, before, reports] = await Promise.all([
    db().organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } }),
    readWeek(organizationId, week),
    readWeek(organizationId, new Date(week.getTime() - weekMs)),
    db().showReport.findMany({
      where: { organizationId, endsAt: { gte: week, lt: to } },
      orderBy: { endsAt: 'asc' },
      take: maxReports,
      select: { id: true, eventId: true, endsAt: true, event: { select: { name: true } } },
    }),
  ]);
  const line = (label: string, figure: keyof WeekRow, words: (value: number) => string): [string, string] => [
    label,
    `${words(now[figure])} (the week before: ${words(before[figure])})`,
  ];
  const parts: MailPart[] = [
    `${name}, ${dayWords(week)} to ${dayWords(new Date(to.getTime() - dayMs))}:`,
    {
      figures: [
        line('Camera hours', 'cameraHours', decimal),
        line('Viewer hours', 'viewerHours', decimal),
        line('Gigabytes in', 'gigabytesIn', decimal),
        line('Gigabytes to SRT players', 'gigabytesToPlayers', decimal),
        line('Gigabytes recorded', 'gigabytesRecorded', decimal),
        line('Outages', 'outages', whole),
        line('Cameras at once', 'peakCameras', whole),
      ],
    },
    ...(reports.length > 0 ? ['Reports of this week:'] : []),
    {
      links: [
        ...reports.map(({ id, eventId, endsAt, event }): [string, string] => [
          `${event.name}, ${dayWords(endsAt)}`,
          reportPage(eventId, id),
        ]),
        ['Open the analytics', publicLink('/organization/analytics')],
      ],
    },
    `${ownersReason(name)} Switch the weekly digest off on the organization’s page.`,
  ];
  return { subject: `${name}: the week of ${dayWords(week)}`, ...mailBody(parts) };
}

async function readWeek(organizationId: string, from: Date): Promise<WeekRow> {
  const to = new Date(from.getTime() + weekMs);
  const [row] = await db().$queryRaw<WeekRow[]>`
    SELECT coalesce(camera.hours, 0) AS "cameraHours", coalesce(camera.gigabytes_in, 0) AS "gigabytesIn",
      coalesce(camera.gigabytes_to_players, 0) AS "gigabytesToPlayers",
      coalesce(camera.gigabytes_recorded, 0) AS "gigabytesRecorded", coalesce(camera.outages, 0)::int AS outages,
      coalesce(viewer.hours, 0) AS "viewerHours", coalesce(peak.cameras, 0) AS "peakCameras"
    FROM (
      SELECT sum(live_seconds) / 3600.0::float8 AS hours, sum(bytes_in) / 1e9 AS gigabytes_in,
        sum(bytes_to_players) / 1e9 AS gigabytes_to_players, sum(bytes_recorded) / 1e9 AS gigabytes_recorded,
        sum(outages) AS outages
      FROM camera_days WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date AND day < ${to}::date
    ) AS camera, (
      SELECT sum(viewer_seconds) / 3600 AS hours FROM event_days
      WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date AND day < ${to}::date
    ) AS viewer, (
      SELECT max(peak_cameras) AS cameras FROM organization_days
      WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date AND day < ${to}::date
    ) AS peak`;
  if (!row) throw new Error('Postgres answered no row for a week.');
  return row;
}
