import { z } from 'zod';
import { log } from '@/lib/platform/log';

/** From scripts/steps/watch.mjs, when a program of dist/ has been bundled again. */
const messageSchema = z.object({ restart: z.enum(['gateway', 'web']) });

export type RestartableProgram = z.infer<typeof messageSchema>['restart'];

/**
 * In development: restarts a program when the process that started this one says that it has changed.
 * @param restart does nothing where the program has not been started yet: it will load what is new
 */
export function restartWhenTold(restart: (program: RestartableProgram) => Promise<void>): void {
  process.on('message', (message) => {
    const { restart: program } = messageSchema.parse(message);
    restart(program).catch((error: unknown) => log.error({ err: error, program }, 'a program could not be restarted'));
  });
}
