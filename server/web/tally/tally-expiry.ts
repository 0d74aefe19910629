import { expireTally } from '@/lib/use-cases/tally/expire-tally';
import { WorkLoop } from '../work-loop';

const intervalMs = 500;

/** Finds switchers that have gone silent, so that no camera stays on air by their last report. */
export const tallyExpiry = (): WorkLoop =>
  new WorkLoop({
    work: expireTally,
    intervalMs: () => intervalMs,
    retry: { firstMs: intervalMs, capMs: 5_000 },
    says: {
      failing: 'tally: silent sources cannot be looked for',
      working: 'tally: silent sources are looked for again',
    },
  });
