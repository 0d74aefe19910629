import type { CrewPhoneJson } from '@/lib/contracts/phones';

type Phone = CrewPhoneJson['attributes'];

/** A phone that has not reported for this long has no contact. */
const silentAfterMs = 5_000;

/** Whether a phone's page is open and reaches the server. */
export const isInContact = ({ silent_ms: silentMs }: Pick<Phone, 'silent_ms'>): boolean =>
  silentMs !== null && silentMs < silentAfterMs;

/** When a phone reported last, in words. */
export function lastSeenWords({ silent_ms: silentMs }: Pick<Phone, 'silent_ms'>): string {
  if (silentMs === null) return 'Not yet';
  if (silentMs < silentAfterMs) return 'Now';
  const seconds = Math.round(silentMs / 1000);
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

/** A phone's battery in words; a dash where its browser does not tell. */
export const batteryWords = ({ battery_percent: percent, is_charging: isCharging }: Phone): string =>
  percent === null ? '–' : `${percent} %${isCharging ? ', charging' : ''}`;

/** Whether a battery needs a charger before the show is over. @param phone undefined: the camera is none */
export const isBatteryLow = (phone: Phone | undefined): boolean =>
  phone !== undefined && phone.battery_percent !== null && phone.battery_percent <= 20 && phone.is_charging !== true;

/** A bitrate in Mbit/s; a dash where it is not known. */
export const bitrateWords = (kbps: number | null | undefined): string =>
  kbps === null || kbps === undefined ? '–' : `${(kbps / 1000).toFixed(1)} Mbit/s`;
