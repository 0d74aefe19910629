import { log } from '../log';

/**
 * Says so where this process runs as root: what breaks out of it would own the machine. It is no refusal, because root of
 * a container may be nobody outside of it.
 */
export function warnAboutRoot(): void {
  if (process.getuid?.() !== 0) return;
  log.warn('running as root: start Sightline as a user of its own, which needs no right beyond its data folder');
}
