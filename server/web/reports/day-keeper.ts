import { log } from '@/lib/platform/log';
import { keepDays } from '@/lib/use-cases/reports/keep-days';
import { WorkLoop } from '../work-loop';

const intervalMs = 10 * 60_000;

/** Keeps what each finished day used. */
export const dayKeeper = (): WorkLoop =>
  new WorkLoop({
    async work() {
      for (const day of await keepDays()) log.info({ day }, 'analytics: kept a day');
    },
    intervalMs: () => intervalMs,
    retry: { firstMs: 5_000, capMs: 300_000 },
    says: { failing: 'analytics: days cannot be kept; trying again', working: 'analytics: days are kept again' },
  });
