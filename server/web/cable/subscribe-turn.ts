import { setImmediate as untilOthersHadTheThread } from 'node:timers/promises';
import { Turns } from '@/lib/http/turns';

/** Without rests: in a roll of the servers, all clients of all organizations come back at once. */
const turns = new Turns({
  maxRunning: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  creditMs: Number.POSITIVE_INFINITY,
  refusal: '',
});

/**
 * Answers a subscription in its organization's turn. What it sends at first may be long, and hundreds of clients may ask
 * for it at once: other requests of this process are answered in between.
 */
export const inSubscribeTurn = (organizationId: string, work: () => Promise<void>): Promise<void> =>
  turns.run(organizationId, async () => {
    await untilOthersHadTheThread();
    await work();
  });
