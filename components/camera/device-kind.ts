/** How a device comes to trust a certificate. */
export type DeviceKind = 'apple' | 'android' | 'other';

/** The kind of this device. iPads say that they are Macs, and have a touch screen. */
export function deviceKind({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'apple';
  return /Android/.test(userAgent) ? 'android' : 'other';
}
