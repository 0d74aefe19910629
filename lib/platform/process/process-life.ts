import { log } from '../log';

/** Tells the process that started this one, if it listens, that the work can begin. Call {@link stopWhenAsked} before. */
export function reportReady(): void {
  process.send?.('ready');
}

/**
 * Ends this process in order when it is asked to (SIGTERM, SIGINT, SIGHUP), or when the process that started it is gone,
 * which its closed channel shows.
 * @param stop lets go of everything; runs once, and the process ends when it has settled or `timeoutMs` are over
 */
export function stopWhenAsked(stop: () => Promise<void>, timeoutMs: number): void {
  let asked = false;
  const end = (why: string) => {
    if (asked) return;
    asked = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, timeoutMs).unref();
    stop().then(
      () => process.exit(0),
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
}
