import { log } from '../log';

/** Tells the process that started this one, if it listens, that the work can begin. Call {@link stopWhenAsked} before. */
export function reportReady(): void {
  process.send?.('ready');
}

/**
 * Ends this process by an error that nothing has caught, a rejection that nothing handles included: what it left undone
 * is unknown, so the next start is the safe state. The log has the error with its stack.
 *
 * Whoever keeps the program running starts it again. Nothing is let go of before: workers and their cameras survive a
 * gateway that is gone at once, not one that says goodbye.
 * @param end how to end it, with a code other than 0, where others depend on its order
 */
export function endOnUncaughtError(end: () => void = () => process.exit(1)): void {
  // Node brings rejections here, too, unless something listens for those.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error');
    end();
  });
}

/**
 * Ends this process at once when it is to be replaced (SIGUSR2), like a crash: what outlives it goes on, and whoever comes
 * next takes it over.
 */
export function leaveWhenReplaced(): void {
  process.once('SIGUSR2', () => {
    log.info('leaving for another process');
    process.exit(0);
  });
}

/**
 * Ends this process in order when it is asked to (SIGTERM, SIGINT, SIGHUP), or when the process that started it is gone,
 * which its closed channel shows.
 * @param stop lets go of everything; runs once, and the process ends when it has settled or `timeoutMs` are over
 * @returns ends it so for another reason, with an exit code of its own
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
