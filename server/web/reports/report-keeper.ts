import { log } from '@/lib/platform/log';
import { keepReports } from '@/lib/use-cases/reports/keep-reports';
import { WorkLoop } from '../work-loop';

const intervalMs = 30_000;

/** Keeps the reports of shows that have ended. */
export const reportKeeper = (): WorkLoop =>
  new WorkLoop({
    async work() {
      for (const { id, eventId } of await keepReports()) log.info({ reportId: id, eventId }, 'reports: one is final');
    },
    intervalMs: () => intervalMs,
    retry: { firstMs: 1_000, capMs: 60_000 },
    says: { failing: 'reports: cannot be kept; trying again', working: 'reports: are kept again' },
  });
