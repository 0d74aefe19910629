import type { DeviceReport } from './camera-link';

/** The Battery Status API, which Chrome has and Safari does not. */
interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

interface Connection {
  type?: string;
  effectiveType?: string;
}

/** A browser with what TypeScript's own types leave out. */
type TellingNavigator = Navigator & { getBattery?: () => Promise<Battery>; connection?: Connection };

/** Reads the facts about the device that this browser tells; the others are null. */
export async function readDeviceFacts(): Promise<Omit<DeviceReport, 'bitrate_kbps'>> {
  const navigator: TellingNavigator = globalThis.navigator;
  // A policy of the page's host may forbid it.
  const battery = await navigator.getBattery?.().catch(() => undefined);
  return {
    battery_percent: battery ? Math.round(battery.level * 100) : null,
    is_charging: battery?.charging ?? null,
    network: networkName(navigator.connection),
  };
}

function networkName({ type, effectiveType }: Connection = {}): string | null {
  if (type === 'wifi') return 'Wi-Fi';
  if (type === 'ethernet') return 'Ethernet';
  if (type === 'cellular') return effectiveType?.toUpperCase() ?? 'Mobile';
  return null;
}
