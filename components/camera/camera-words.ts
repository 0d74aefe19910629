import type { CaptureState } from '@/lib/browser/camera/camera-capture';
import type { CameraState } from '@/lib/browser/camera/camera-link';
import type { PublisherConnection } from '@/lib/browser/camera/camera-publisher';
import type { DeviceFigures } from '@/lib/browser/camera/camera-session';

interface Shown {
  camera: Pick<CameraState, 'is_on' | 'tally'>;
  capture: CaptureState;
  connection: PublisherConnection;
  /** The video codec that leaves the phone; null before the first frame. */
  codec: string | null;
  /** Whether the picture is higher than wide. */
  isUpright: boolean;
  /** Whether the device cannot follow its own camera. */
  isTooSlow: boolean;
}

/** How a phone's page shows its state. */
export interface CameraWords {
  tone: 'program' | 'preview' | 'ready' | 'waiting' | 'off';
  /** Read at arm's length. */
  word: string;
  /** The next step; null where there is none. */
  hint: string | null;
}

/** Says what to do when another app has the camera. */
export const heldSentence =
  'Another app has the camera. Close it there, such as in Zoom, OBS or a call: this page goes on by itself.';
const slowSentence = 'This phone is too slow. Close its other apps.';

/** The state of a phone's camera, the worst news first. On air stays on air while the picture is away. */
export function cameraWords({ camera, capture, connection, codec, isUpright, isTooSlow }: Shown): CameraWords {
  const isOnAir = camera.tally === 'program';
  const tone = isOnAir ? 'program' : 'waiting';
  if (capture.status === 'denied') {
    return { tone, word: 'No camera', hint: 'Allow the camera and the microphone for this site, then try again.' };
  }
  if (capture.status === 'missing')
    return { tone, word: 'No camera', hint: 'The browser finds no camera on this device.' };
  if (connection === 'elsewhere') {
    return { tone, word: 'Open elsewhere', hint: 'Another tab of this phone films now. Press Film here to take over.' };
  }
  if (capture.status === 'interrupted') {
    const hint = capture.isHeld ? heldSentence : 'The picture stood still. It comes back by itself.';
    return { tone, word: 'Camera away', hint: isTooSlow ? slowSentence : hint };
  }
  if (capture.status !== 'capturing') return { tone, word: 'Opening camera…', hint: null };
  if (connection === 'connecting') {
    return { tone, word: 'Connecting…', hint: 'Keep filming. The picture comes back by itself.' };
  }
  if (!camera.is_on) return { tone: 'off', word: 'Off', hint: 'The director has turned this camera off. Stay ready.' };
  // Recorder, SRT output and alarms read H.264 alone.
  const isViewOnly = codec !== null && codec !== 'H264';
  const hint = isViewOnly
    ? `This browser sends ${codec}: the multiview shows it, nothing records it. Use Chrome or Safari.`
    : isUpright
      ? 'Turn the phone sideways to fill the frame.'
      : isTooSlow
        ? slowSentence
        : null;
  if (isOnAir) return { tone, word: 'On air', hint };
  if (camera.tally === 'preview') return { tone: 'preview', word: 'Next', hint };
  return { tone: 'ready', word: 'Ready', hint };
}

/** The known figures of the device, each with its unit. */
export const deviceWords = ({
  bitrateKbps,
  network,
  batteryPercent,
}: Pick<DeviceFigures, 'bitrateKbps' | 'network' | 'batteryPercent'>): string[] =>
  [
    bitrateKbps === null ? '' : `${(bitrateKbps / 1000).toFixed(1)} Mbit/s`,
    network ?? '',
    batteryPercent === null ? '' : `battery ${batteryPercent} %`,
  ].filter((part) => part !== '');

/** How a device comes to trust a certificate. */
export type DeviceKind = 'apple' | 'android' | 'other';

/** The kind of this device. iPads say that they are Macs, and have a touch screen. */
export function deviceKind({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): DeviceKind {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'apple';
  return /Android/.test(userAgent) ? 'android' : 'other';
}

/** The browsers inside of other apps, which often block the camera and forget the page. */
const inAppBrowsers = /FBAN|FBAV|Instagram|MicroMessenger|\bLine\/|Snapchat|TikTok|musical_ly|; wv\)/;

/** Whether the page is open inside of another app, such as a messenger, in place of a browser. */
export const isInApp = (userAgent: string): boolean => inAppBrowsers.test(userAgent);
