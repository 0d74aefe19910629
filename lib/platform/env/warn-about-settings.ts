import { log } from '../log';
import { readIgnoredSettings } from './ignored-settings';

/** Warns of settings that have no effect, such as misspelled ones. */
export function warnAboutSettings(): void {
  for (const sentence of readIgnoredSettings()) log.warn(`${sentence} docs/configure.md has all names`);
}
