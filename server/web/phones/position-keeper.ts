import { log } from '@/lib/platform/log';
import { forgetPositions } from '@/lib/use-cases/phones/forget-positions';
import { WorkLoop } from '../work-loop';

const intervalMs = 30_000;

/** Deletes the positions of phones once their event has ended. */
export const positionKeeper = (): WorkLoop =>
  new WorkLoop({
    async work() {
      const count = await forgetPositions();
      if (count > 0) log.info({ count }, 'phones: positions are deleted');
    },
    intervalMs: () => intervalMs,
    retry: { firstMs: 1_000, capMs: 60_000 },
    says: {
      failing: 'phones: positions cannot be deleted; trying again',
      working: 'phones: positions are deleted again',
    },
  });
