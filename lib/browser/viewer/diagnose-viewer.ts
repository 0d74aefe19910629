import { minuteMs } from '@/lib/core/durations';
import type { RoomReach } from '../room/event-room';

/** A page's findings about its own browser, device and network. */
export interface Viewer {
  hasWebRtc: boolean;
  canDecodeH264: boolean;
  /** Whether the browser keeps data for this site. */
  keepsData: boolean;
  /** Whether the browser holds a video back until the user interacts with the page. */
  holdsPlaybackBack: boolean;
  /** How far this device's clock is ahead of the server's; null if the server does not answer. */
  clockAheadMs: number | null;
}

/** A clock that is this wrong breaks certificates and tokens. */
const wrongClockMs = 5 * minuteMs;

/**
 * Why a page that waits for a picture has none, and what to do about it.
 * @returns null where the viewer's side is not the reason
 */
export function diagnoseViewer(viewer: Viewer, reach: RoomReach): string | null {
  if (!viewer.keepsData) {
    return 'This browser keeps no data for this site. Allow cookies and site data for it, then load the page again.';
  }
  if (!viewer.hasWebRtc) {
    return 'This browser has no WebRTC, or it is turned off. Turn it on, or open this page in another browser.';
  }
  if (!viewer.canDecodeH264) {
    return 'This browser cannot play H.264, which cameras send. Open this page in Chrome, Edge or Safari, or install Firefox’s OpenH264 plugin.';
  }
  if (reach === 'media') {
    return viewer.holdsPlaybackBack
      ? 'This browser holds video back. Press anywhere on the page; on an iPhone, turn Low Power Mode off.'
      : null;
  }
  const { clockAheadMs } = viewer;
  if (clockAheadMs === null) return 'The server does not answer. This page connects again once it does.';
  if (Math.abs(clockAheadMs) > wrongClockMs) {
    const minutes = Math.round(Math.abs(clockAheadMs) / minuteMs);
    const direction = clockAheadMs > 0 ? 'fast' : 'slow';
    return `This device’s clock is ${minutes} minutes ${direction}. Set it by the network, then load the page again.`;
  }
  return reach === 'signalling'
    ? 'Video does not get through this network, by UDP or by TCP. Try another network, or have UDP port 7882 and TCP port 7881 of the server opened.'
    : 'The video server does not answer through this network. Turn off a proxy that blocks websockets, or try another network.';
}
