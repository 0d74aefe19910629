import { log } from '../log';

/**
 * Warns when this process runs as root: code that escapes it would own the machine. It does not refuse, because a
 * container's root may be nobody outside.
 */
export function warnAboutRoot(): void {
  if (process.getuid?.() !== 0) return;
  log.warn('running as root: start Sightline as a user of its own, which needs no right beyond its data folder');
}
