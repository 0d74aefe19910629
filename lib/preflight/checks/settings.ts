import { secretSettings } from '@/lib/platform/env/hide-secrets';
import { readIgnoredSettings } from '@/lib/platform/env/ignored-settings';
import { readSettingsFile } from '@/lib/platform/env/settings-file';
import { type Check, ok, warning } from '../finding';

/** Whether each setting is one that a program reads, has an effect beside the others, and is a secret if it is one. */
export const checkSettings: Check = async () => {
  const findings = readIgnoredSettings().map((sentence) =>
    warning('settings', sentence, 'Correct or remove it; docs/configure.md has all names.'),
  );
  const file = readSettingsFile();
  const secrets = secretSettings.filter((name) => file?.settings[name]);
  if (file?.isOpen && secrets.length > 0) {
    const text = `Every user of this machine may read ${secrets.join(', ')} in .env.`;
    findings.push(warning('settings', text, 'Run chmod 600 .env, and change what others may have read.'));
  }
  return findings.length > 0 ? findings : [ok('settings', 'Every setting has an effect.')];
};
