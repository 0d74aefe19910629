import { latencyLimitsMs } from '@/lib/core/srt-latency';

export interface SrtListenerOptions {
  host: string;
  port: number;
  /** Callers must encrypt with it; where it is null, they must not encrypt. */
  passphrase: string | null;
}

/** SRT takes the larger of what both sides ask for: the caller decides, or the router by what the user has chosen. */
const minLatencyUs = latencyLimitsMs.least * 1_000;

/** The largest payload of an SRT packet in live mode (SRT_LIVE_MAX_PLSIZE); 1316 is the usual one. */
export const maxMessageBytes = 1456;

/**
 * The address with which FFmpeg listens for one SRT caller. libsrt refuses a caller whose passphrase is another, or
 * missing, and goes on listening; how long the key is (AES-128, -192 or -256), the caller says.
 */
export function srtListenerUrl({ host, port, passphrase }: SrtListenerOptions): string {
  const options = new URLSearchParams({
    mode: 'listener',
    transtype: 'live',
    latency: String(minLatencyUs),
    payload_size: String(maxMessageBytes),
  });
  if (passphrase !== null) options.set('passphrase', passphrase);
  return `srt://${host}:${port}?${options}`;
}
