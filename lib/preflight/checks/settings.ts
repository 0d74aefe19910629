import { dayMs } from '@/lib/core/durations';
import { readIgnoredSettings } from '@/lib/platform/env/ignored-settings';
import { secretSettings } from '@/lib/platform/env/secret-settings';
import { readSettingsFile, type SettingsFile } from '@/lib/platform/env/settings-file';
import { type Check, ok, warning } from '../check-result';

/** The days for which something may need a former secret: sign-ins of 30 days, and LiveKit's tokens of minutes. */
const formerDays = { AUTH_SECRET_FORMER: 30, LIVEKIT_API_KEY_FORMER: 1, LIVEKIT_API_SECRET_FORMER: 1 };

/** The former secrets that have been in a file for longer than anything needs them. */
function readLeftSecrets({ settings, changedMs }: SettingsFile): string[] {
  const days = (Date.now() - changedMs) / dayMs;
  return Object.entries(formerDays).flatMap(([name, needed]) => (settings[name] && days > needed ? [name] : []));
}

/**
 * Whether each setting is one that a program reads, has an effect beside the others, and is a secret if it is one. Former
 * secrets must not stay.
 */
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
  const left = file ? readLeftSecrets(file) : [];
  if (left.length > 0) {
    const text = `Nothing needs ${left.join(', ')} in .env any more: whoever knows a former secret is still let in by it.`;
    findings.push(warning('settings', text, 'Remove that, and start again (docs/rotate-secrets.md).'));
  }
  return findings.length > 0 ? findings : [ok('settings', 'Every setting has an effect.')];
};
