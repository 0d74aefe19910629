import { backoffMs } from '@/lib/core/backoff';

const retry = { firstMs: 1_000, capMs: 5_000 };

/** Loads a part of the page, again and again until it is there: its server may be restarting. */
export async function loadPersistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, retry)));
    }
  }
}
