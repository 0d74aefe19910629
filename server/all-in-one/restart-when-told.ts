import { z } from 'zod';
import { log } from '@/lib/platform/log';

/** From scripts/steps/watch.mjs, when a program of dist/ has been bundled anew. */
const messageSchema = z.object({ restart: z.enum(['gateway', 'web']) });

/**
 * In development: restarts a program when the process that started this one says that it has changed.
 * @param programs how to restart each, by name
 */
export function restartWhenTold(programs: Record<'gateway' | 'web', () => Promise<void>>): void {
  process.on('message', (message) => {
    const { restart: name } = messageSchema.parse(message);
    programs[name]().catch((error: unknown) =>
      log.error({ err: error, program: name }, 'a program could not be restarted'),
    );
  });
}
