import type { PullAddress } from '@/lib/contracts/pull-address';
import type { PullFault } from '@/lib/contracts/pull-faults';
import { RtmpRefusal, type RtmpTarget } from '@/lib/core/rtmp/rtmp-client';
import { RtmpError } from '@/lib/core/rtmp/rtmp-error';
import { RtmpPlayer } from '@/lib/core/rtmp/rtmp-player';
import { urlHost } from '@/lib/core/url-host';
import { maxRtmpMessageBytes, RtmpMuxer } from '../rtmp/rtmp-muxer';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';
import { openPulledSocket } from './pulled-socket';

/** Some servers begin at a keyframe, and encoders have one in ten seconds. */
const firstMediaTimeoutMs = 11_000;
const lookIntervalMs = 250;

/** Plays a stream of an RTMP server over one connection, and makes MPEG-TS of it. */
export async function readRtmp(attempt: PullAttempt): Promise<void> {
  const { address, signal, onBytes, faults } = attempt;
  const socket = await openPulledSocket(attempt);
  const muxer = new RtmpMuxer(onBytes, faults);
  let hasMedia = false;
  let heardMs = performance.now();
  const player = new RtmpPlayer({
    ...rtmpTarget(address),
    maxMessageBytes: maxRtmpMessageBytes,
    send: (bytes) => socket.write(bytes),
    onMedia: (message) => {
      hasMedia = true;
      heardMs = performance.now();
      muxer.addMessage(message);
    },
    onEnd: () => socket.destroy(),
  });
  // A server that has nothing to play may still ask whether its client is there.
  const timer = setInterval(() => {
    const timeoutMs = player.isPlaying && !hasMedia ? firstMediaTimeoutMs : silenceTimeoutMs;
    if (performance.now() - heardMs > timeoutMs) socket.destroy();
  }, lookIntervalMs);
  socket.setTimeout(0);
  // The loop below hears of its end.
  socket.on('error', () => undefined);
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    player.start();
    for await (const bytes of socket as AsyncIterable<Buffer>) player.addBytes(bytes);
    throw new PullError(endOf(player, hasMedia));
  } catch (cause) {
    if (cause instanceof PullError) throw cause;
    if (cause instanceof RtmpRefusal) throw new PullError(faultOf(cause), { cause });
    throw new PullError(cause instanceof RtmpError ? 'no_media' : endOf(player, hasMedia), { cause });
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
    socket.destroy();
    muxer.close();
  }
}

/**
 * The application is all of the path but its last part, which is the stream's name. One part alone is the application, as
 * FFmpeg has it and MediaMTX expects it.
 */
export function rtmpTarget({ scheme, host, port, path, search }: PullAddress): RtmpTarget {
  const cut = path.lastIndexOf('/') || path.length;
  const app = path.slice(1, cut);
  return { app, name: `${path.slice(cut + 1)}${search}`, tcUrl: `${scheme}://${urlHost(host)}:${port}/${app}` };
}

/** Why a connection that has ended did not go on. */
function endOf({ hasAnswered, isPlaying }: RtmpPlayer, hasMedia: boolean): PullFault {
  if (hasMedia) return 'ended';
  if (isPlaying) return 'not_found';
  return hasAnswered ? 'refused' : 'no_media';
}

function faultOf({ code, message }: RtmpRefusal): PullFault {
  if (/NotFound|Play\.Failed/i.test(code)) return 'not_found';
  return /auth/i.test(`${code} ${message}`) ? 'unauthorized' : 'refused';
}
