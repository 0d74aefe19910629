import { readIgnoredSettings } from '../env/ignored-settings';
import { log } from '../log';

/** Warns of settings that have no effect, such as misspelled ones. */
export function warnAboutSettings(): void {
  for (const sentence of readIgnoredSettings()) log.warn(`${sentence} docs/configure.md has all names`);
}

/**
 * Warns when this process runs as root: code that escapes it would own the machine. It does not refuse, because a
 * container's root may be nobody outside. Warns of settings unless the process that started this one has done so.
 */
export function warnAtStart(): void {
  if (process.getuid?.() === 0) {
    log.warn('running as root: start Sightline as a user of its own, which needs no right beyond its data folder');
  }
  if (!process.send) warnAboutSettings();
}
