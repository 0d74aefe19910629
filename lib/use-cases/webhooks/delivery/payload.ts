import type { WebhookData } from '@/lib/contracts/organization/webhooks';
import { reportPage } from '@/lib/use-cases/reports/report-page';
import type { WebhookDelivery } from '@/prisma/generated/client';

type Delivery = Pick<WebhookDelivery, 'type' | 'occurredAt'> & { data: unknown };

/** The header webhook-id: the same however often and to whichever endpoint an event is sent. */
export const messageIdOf = ({ messageId }: Pick<WebhookDelivery, 'messageId'>): string => `msg_${messageId}`;

/** The body of a delivery, a `WebhookPayload` of this version or the one before. */
export const payloadOf = ({ type, occurredAt, data }: Delivery) => ({
  type,
  timestamp: occurredAt.toISOString(),
  data: type === 'report.final' ? withPage(data as { report: Omit<Report, 'url'> }) : data,
});

type Report = WebhookData<'report.final'>['report'];

/** The database, which writes deliveries, does not know the server's address. */
const withPage = ({ report }: { report: Omit<Report, 'url'> }): WebhookData<'report.final'> => ({
  report: Object.assign({}, report, { url: reportPage(report.event_id, report.id) }),
});
