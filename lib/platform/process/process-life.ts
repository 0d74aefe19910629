import { log } from '../log';

/** Tells the process that started this one, if it listens, that work can begin. Call {@link stopWhenAsked} first. */
export function reportReady(): void {
  process.send?.('ready');
}

/**
 * Ends this process on an uncaught error or unhandled rejection, which it logs: its state is unknown, so the next start
 * is the safe state. The program's supervisor starts it again. It releases nothing first: workers and their cameras
 * survive a gateway that vanishes, but not one that says goodbye.
 * @param end ends it with a code other than 0, when others depend on the order
 */
export function endOnUncaughtError(end: () => void = () => process.exit(1)): void {
  // Node reports rejections here, too, unless something listens for them.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error');
    end();
  });
}

/**
 * Ends this process at once, like a crash, to be replaced (SIGUSR2). Its workers go on, and its successor takes them
 * over.
 */
export function leaveWhenReplaced(): void {
  process.once('SIGUSR2', () => {
    log.info('leaving for another process');
    process.exit(0);
  });
}

/**
 * Ends this process in order on SIGTERM, SIGINT or SIGHUP, or when its channel closes because the process that started
 * it is gone.
 * @param stop releases everything; it runs once, and the process ends when it settles or after `timeoutMs`
 * @returns ends it the same way for another reason, with its own exit code
 */
export function stopWhenAsked(stop: () => Promise<void>, timeoutMs: number): (why: string, exitCode: number) => void {
  let asked = false;
  const end = (why: string, exitCode = 0) => {
    if (asked) return;
    asked = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, timeoutMs).unref();
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  const orphaned = () => end('the parent process is gone');
  if (process.connected === false) orphaned();
  else process.on('disconnect', orphaned);
  return end;
}
