import type { RoomReach } from '../room/event-room';
import type { Viewer } from './diagnose-viewer';

const answerTimeoutMs = 3_000;
/** The previews of a page share what one of them has found out. */
const sharedMs = 4_000;
const probeKey = 'sl_probe';

let latest: { atMs: number; viewer: Promise<Viewer> } | undefined;
let isH264Offered: Promise<boolean> | undefined;

/** Looks at this browser, its device and its network. @param reach how far the page's room connection comes */
export function readViewer(reach: RoomReach): Promise<Viewer> {
  const nowMs = performance.now();
  if (!latest || nowMs - latest.atMs > sharedMs) latest = { atMs: nowMs, viewer: look(reach) };
  return latest.viewer;
}

async function look(reach: RoomReach): Promise<Viewer> {
  const hasWebRtc = typeof RTCPeerConnection !== 'undefined';
  if (hasWebRtc) isH264Offered ??= offersH264();
  return {
    hasWebRtc,
    canDecodeH264: (await isH264Offered) ?? false,
    keepsData: keepsData(),
    holdsPlaybackBack: heldVideos().length > 0,
    // It matters to the connection alone.
    clockAheadMs: reach === 'media' ? null : await readClock(),
  };
}

/** Whether an offer to receive video names H.264. Some browsers list codecs that they do not offer. */
async function offersH264(): Promise<boolean> {
  const connection = new RTCPeerConnection();
  try {
    connection.addTransceiver('video', { direction: 'recvonly' });
    const { sdp = '' } = await connection.createOffer();
    return /^a=rtpmap:\d+ H264\//im.test(sdp);
  } finally {
    connection.close();
  }
}

function keepsData(): boolean {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(probeKey, '');
      storage.removeItem(probeKey);
    }
    return true;
  } catch {
    // It throws where the browser forbids it, whatever for.
    return false;
  }
}

/** The videos that this page has and that the browser does not play. */
export const heldVideos = (): HTMLVideoElement[] =>
  [...document.querySelectorAll('video')].filter(({ srcObject, paused }) => srcObject !== null && paused);

/** By the header of a small answer, which is right to a second. */
async function readClock(): Promise<number | null> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  const date = answer?.headers.get('date');
  return date ? Date.now() - Date.parse(date) : null;
}
