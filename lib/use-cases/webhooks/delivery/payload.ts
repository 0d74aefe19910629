import type { WebhookDelivery } from '@/prisma/generated/client';

/** The header webhook-id: the same however often and to whichever endpoint an event is sent. */
export const messageIdOf = ({ messageId }: Pick<WebhookDelivery, 'messageId'>): string => `msg_${messageId}`;

/** The body of a delivery. Shape: webhookPayloadSchema. */
export const payloadOf = ({ type, occurredAt, data }: { type: string; occurredAt: Date; data: unknown }) => ({
  type,
  timestamp: occurredAt.toISOString(),
  data,
});
