import { queueDigests } from '@/lib/use-cases/reports/notices/queue-digests';
import { sendNextNotice } from '@/lib/use-cases/reports/notices/send-next-notice';
import { WorkLoop } from '../work-loop';

const intervalMs = 30_000;

/** Sends owners an e-mail for each final report of planned times, and the weekly digests. */
export function noticeSender(): WorkLoop {
  let isWaiting = false;
  return new WorkLoop({
    async work() {
      await queueDigests(Date.now());
      isWaiting = await sendNextNotice(Date.now());
    },
    intervalMs: () => (isWaiting ? 0 : intervalMs),
    retry: { firstMs: 5_000, capMs: 300_000 },
    says: { failing: 'notices: cannot be sent; trying again', working: 'notices: are sent again' },
  });
}
