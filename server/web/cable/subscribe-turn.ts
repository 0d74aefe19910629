import { setImmediate as untilOthersHadTheThread } from 'node:timers/promises';
import { Turns } from '@/lib/http/turns';

/** Without rests: when servers are replaced, all organizations' clients return at once. */
const turns = new Turns({
  maxRunning: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  creditMs: Number.POSITIVE_INFINITY,
  refusal: '',
});

/**
 * Answers a subscription in its organization's turn. A snapshot may be long, and hundreds of clients may ask for theirs
 * at once; other requests are answered in between.
 */
export const inSubscribeTurn = (organizationId: string, work: () => Promise<void>): Promise<void> =>
  turns.run(organizationId, async () => {
    await untilOthersHadTheThread();
    await work();
  });
