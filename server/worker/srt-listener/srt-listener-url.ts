import { latencyLimitsMs } from '@/lib/core/srt-latency';

export interface SrtListenerOptions {
  host: string;
  port: number;
  /** Callers must encrypt with it; when it is null, they must not encrypt. */
  passphrase: string | null;
}

/** SRT uses the larger of both sides' latencies, so the caller decides, or the router with the user's choice. */
const minLatencyUs = latencyLimitsMs.least * 1_000;

/** The largest payload of an SRT packet in live mode (SRT_LIVE_MAX_PLSIZE); 1316 is the usual one. */
export const maxMessageBytes = 1456;

/**
 * The address with which FFmpeg listens for one SRT caller. libsrt refuses a caller with a wrong or missing passphrase,
 * and keeps listening. The caller chooses the key length: AES-128, -192 or -256.
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
