import { reportFactsSchema } from '@/lib/contracts/reports';
import { utc } from '@/lib/core/time-zone';
import { db } from '@/lib/platform/db/db';
import { type MailPart, mailBody } from '@/lib/platform/mail/mail-body';
import type { Mail } from '@/lib/platform/mail/send-mail';
import { reportPage } from '../report-page';
import { decimal, moment, ownersReason, whole } from './mail-words';

/** The e-mail that says that a report is final, and how the show went. */
export async function reportMail(reportId: string): Promise<Omit<Mail, 'to'>> {
  const { eventId, event, report, organization } = await db().showReport.findUniqueOrThrow({
    where: { id: reportId },
    include: { organization: { select: { name: true } }, event: { select: { timeZone: true } } },
  });
  const { event_name: name, starts_at: startsAt, ends_at: endsAt, cameras, viewers } = reportFactsSchema.parse(report);
  const zone = event.timeZone ?? utc;
  const zoneWords = zone === utc ? utc : `${zone.replaceAll('_', ' ')} time`;
  const outages = cameras.reduce((sum, camera) => sum + camera.outages.length, 0);
  const framesLost = cameras.reduce((sum, camera) => sum + camera.frames_lost, 0);
  const parts: MailPart[] = [
    `The report of ${name} is final. The show ran from ${moment(startsAt, zone)} to ${moment(endsAt, zone)}, ${zoneWords}.`,
    {
      figures: [
        ['Cameras', whole(cameras.length)],
        ['Outages', whole(outages)],
        ['Frames lost', whole(framesLost)],
        ['Viewers at once', whole(viewers.peak)],
        ['Viewer hours', decimal(viewers.minutes / 60)],
      ],
    },
    { links: [['Open the report', reportPage(eventId, reportId)]] },
    ownersReason(organization.name),
  ];
  return { subject: `Show report: ${name}`, ...mailBody(parts) };
}
