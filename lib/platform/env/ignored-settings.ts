import { nearestName } from '@/lib/core/nearest-name';
import { allInOneEnvSchema } from './all-in-one-env';
import { exporterEnvSchema } from './exporter-env';
import { settingsOfOthers } from './program-env';
import { readSettingsFile } from './settings-file';

/** Read by Compose itself, by Node, by libraries, and by scripts that run before there are packages. */
const ofOtherPrograms = /^(COMPOSE_|NODE_|PG|UV_|npm_|LC_|(HTTPS?|NO|ALL)_PROXY$|(TZ|LANG|CHROMIUM_PATH)$)/i;

const known = new Set([
  ...Object.keys(allInOneEnvSchema.shape),
  ...Object.keys(exporterEnvSchema.shape),
  ...settingsOfOthers,
]);

type Settings = Record<string, string | undefined>;

interface Condition {
  /** The settings that it is about. */
  settings: RegExp;
  /** Without one of these, they have no effect. */
  without?: string[];
  /** Beside this, they have none. */
  beside?: string;
}

const conditions: Condition[] = [
  { settings: /^MAIL_FROM$/, without: ['SMTP_URL'] },
  { settings: /^OIDC_(?!ISSUER$)/, without: ['OIDC_ISSUER'] },
  { settings: /^STRIPE_(?!SECRET_KEY$)/, without: ['STRIPE_SECRET_KEY'] },
  { settings: /^RECORDINGS_S3_(?!BUCKET$)/, without: ['RECORDINGS_S3_BUCKET'] },
  { settings: /^BACKUP_KEEP_DAYS$/, without: ['BACKUP_DIR'] },
  { settings: /^TALLY_EVENT$/, without: ['TALLY_DISPLAYS'] },
  { settings: /^TALLY_SOURCE$/, without: ['TALLY_SWITCHER'] },
  { settings: /^LIVEKIT_METRICS_PORT$/, without: ['METRICS_TOKEN'], beside: 'LIVEKIT_URL' },
  { settings: /^POSTGRES_PORT$/, beside: 'DATABASE_URL' },
  { settings: /^(LIVEKIT_(PORT|RTC_PORT|TCP_PORT|LOOPBACK_ONLY|SERVER_BIN)|NODE_IP)$/, beside: 'LIVEKIT_URL' },
];

/**
 * One sentence for each setting that no program heeds: a name that none reads, or one that needs another setting.
 * @param given names and values, of which the empty ones count as unset
 * @param isFile whether they are those of a .env file, where every name is meant for Sightline. An environment has names of
 * others, so there only one that resembles a setting is reported.
 */
export function ignoredSettings(given: Settings, isFile: boolean): string[] {
  const isSet = (name: string) => Boolean(given[name]);
  return Object.keys(given)
    .filter(isSet)
    .flatMap((name) => {
      if (!known.has(name) && !ofOtherPrograms.test(name)) return unknownName(name, isFile);
      const condition = conditions.find(({ settings }) => settings.test(name));
      if (condition?.without && !condition.without.some(isSet))
        return [`${name} has no effect without ${condition.without.join(' or ')}.`];
      if (condition?.beside && isSet(condition.beside)) return [`${name} has no effect beside ${condition.beside}.`];
      return [];
    });
}

/** A short name of another program's differs from many of ours in few letters, such as PATH and PORT. */
const shortLetters = 8;

function unknownName(name: string, isFile: boolean): string[] {
  if (!isFile && name.length < shortLetters) return [];
  const nearest = nearestName(name, known, isFile ? Math.ceil(name.length * 0.4) : 2);
  if (nearest) return [`${name} is no setting; ${nearest} may be meant.`];
  return isFile ? [`${name} is no setting.`] : [];
}

/** The same of the file .env in the current folder; of this process's environment where there is none, as in containers. */
export function readIgnoredSettings(): string[] {
  const file = readSettingsFile();
  return file === null ? ignoredSettings(process.env, false) : ignoredSettings(file.settings, true);
}
