import { readIgnoredSettings } from '@/lib/platform/env/ignored-settings';
import { type Check, ok, warning } from '../finding';

/** Whether each setting is one that a program reads, and has an effect beside the others. */
export const checkSettings: Check = async () => {
  const ignored = readIgnoredSettings();
  if (ignored.length === 0) return [ok('settings', 'Every setting has an effect.')];
  return ignored.map((sentence) =>
    warning('settings', sentence, 'Correct or remove it; docs/configure.md has all names.'),
  );
};
