import { lifetimes } from '@/lib/contracts/limits';
import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { hourMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import type { WebhookAnswer } from '@/lib/platform/webhooks/post-webhook';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import type { ClaimedDelivery } from './claim-deliveries';

const retry: BackoffOptions = { firstMs: 5_000, capMs: hourMs };

/** Whether an endpoint has accepted an event: any status from 200 to 299. */
const isAccepted = ({ status }: WebhookAnswer): boolean => status !== null && status >= 200 && status < 300;

/**
 * Records what an endpoint has answered; where it has not accepted the event, when that is sent again, or that it is
 * given up. Does nothing where the lease was lost, so that another process has sent it meanwhile.
 */
export const recordAttempt = defineSystem(
  'the sender of webhooks',
  async (delivery: ClaimedDelivery, answer: WebhookAnswer): Promise<void> => {
    const { id, attempts, createdAt } = delivery;
    const nextAttemptAt = new Date(Date.now() + backoffMs(attempts - 1, retry));
    const isLast = nextAttemptAt.getTime() - createdAt.getTime() > lifetimes.webhookAttempts;
    await db().webhookDelivery.updateMany({
      where: { id, attempts, status: 'pending' },
      data: {
        status: isAccepted(answer) ? 'delivered' : isLast ? 'failed' : 'pending',
        nextAttemptAt,
        durationMs: answer.durationMs,
        responseStatus: answer.status,
        responseBody: answer.body,
        error: answer.error,
      },
    });
  },
);
