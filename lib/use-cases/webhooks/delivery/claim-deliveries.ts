import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/** A delivery that this process is to send now. */
export interface ClaimedDelivery {
  id: string;
  organizationId: string;
  endpointId: string;
  messageId: string;
  type: string;
  data: unknown;
  occurredAt: Date;
  createdAt: Date;
  /** Attempts so far, including this one. */
  attempts: number;
  url: string;
  /** The name of the webhook's form. */
  form: string;
  /** The current secret, and the former one for a day. */
  secrets: string[];
}

interface Claim {
  limit: number;
  /** Endpoints to which this process is still sending. */
  busyEndpointIds: string[];
}

/** How long a claim holds before another process may send the delivery. Longer than an attempt takes. */
const leaseSeconds = 30;
/** Maximum number of deliveries sent to one endpoint at once, so that none fills this process. */
const perEndpoint = 8;
/** How long an event waits for an earlier one of its stream before it overtakes. */
const orderSeconds = 300;

/**
 * Claims deliveries that are due, so that no other process gets them while the lease lasts. For each stream and
 * endpoint it claims one at a time, the oldest, unless that has failed for five minutes. A paused copy claims none.
 */
export const claimDeliveries = defineSystem(
  'the sender of webhooks',
  async ({ limit, busyEndpointIds }: Claim): Promise<ClaimedDelivery[]> => {
    return db().$queryRaw<ClaimedDelivery[]>`
      UPDATE webhook_deliveries AS delivery
      SET attempts = attempts + 1, last_attempt_at = now(), next_attempt_at = now() + ${leaseSeconds} * interval '1 second'
      FROM (
        SELECT due.id, endpoint.url, endpoint.form, array_remove(ARRAY[
          endpoint.secret,
          CASE WHEN endpoint.former_secret_until > now() THEN endpoint.former_secret END
        ], NULL) AS secrets
        FROM webhook_endpoints AS endpoint CROSS JOIN LATERAL (
          SELECT id, next_attempt_at FROM webhook_deliveries AS mine
          WHERE endpoint_id = endpoint.id AND status = 'pending' AND next_attempt_at <= now()
            AND (endpoint.is_on OR stream_id IS NULL)
            AND NOT EXISTS (
              SELECT 1 FROM webhook_deliveries AS earlier
              WHERE earlier.endpoint_id = mine.endpoint_id AND earlier.stream_id = mine.stream_id
                AND earlier.status = 'pending' AND earlier.position < mine.position
                AND earlier.created_at > now() - ${orderSeconds} * interval '1 second'
            )
          ORDER BY next_attempt_at, position LIMIT ${perEndpoint}::int
          FOR NO KEY UPDATE SKIP LOCKED
        ) AS due
        WHERE endpoint.id <> ALL (${busyEndpointIds}::uuid[])
          AND NOT EXISTS (SELECT 1 FROM installation WHERE paused_at IS NOT NULL)
        ORDER BY due.next_attempt_at LIMIT ${limit}::int
      ) AS claimed
      WHERE delivery.id = claimed.id
      RETURNING delivery.id, delivery.organization_id AS "organizationId", delivery.endpoint_id AS "endpointId",
        delivery.message_id AS "messageId", delivery.type, delivery.data, delivery.occurred_at AS "occurredAt",
        delivery.created_at AS "createdAt", delivery.attempts, claimed.url, claimed.form,
        claimed.secrets`;
  },
);
