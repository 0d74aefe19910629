import type { MemberStreamJson } from '@/lib/contracts/streams';

/** The gateway's address for encoders and players. */
export interface SrtHost {
  /** The page's `location.hostname`. */
  hostname: string;
  /** Public UDP ports: 20000 and 20001 unless the operator sets others. */
  ingestPort: number;
  viewPort: number;
}

/** A host as addresses write it: IPv6 in brackets. */
const addressHost = (hostname: string): string =>
  hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;

/** The secrets that callers need to open a stream. */
export interface SrtSecrets {
  /** Publishes. */
  streamKey: string;
  /** Shows, and cannot publish. */
  viewKey: string;
  /** Null where the stream is not encrypted. */
  passphrase: string | null;
}

/** The secrets of a stream. */
export const srtSecrets = ({ attributes }: MemberStreamJson): SrtSecrets => ({
  streamKey: attributes.stream_key,
  viewKey: attributes.view_key,
  passphrase: attributes.passphrase,
});

/** AES-128, which every encoder supports. The gateway also accepts longer keys. */
export const keyLengthBytes = 16;

/** A host and a port. */
export const srtAuthority = (hostname: string, port: number): string => `${addressHost(hostname)}:${port}`;

/** The address at which the gateways take cameras by RTMP; the key is entered beside it, or at its end. */
export const rtmpAddress = (hostname: string, port: number): string => `rtmp://${srtAuthority(hostname, port)}/live`;

function srtAddress(hostname: string, port: number, key: string, latency: string, passphrase: string | null): string {
  const encryption = passphrase === null ? '' : `&passphrase=${passphrase}&pbkeylen=${keyLengthBytes}`;
  return `srt://${srtAuthority(hostname, port)}?mode=caller&streamid=${key}&${latency}${encryption}`;
}

/** The address that an encoder sends to. OBS and ffmpeg, which take the latency from it, count microseconds. */
export const ingestAddress = ({ hostname, ingestPort }: SrtHost, secrets: SrtSecrets, latencyMs: number): string =>
  srtAddress(hostname, ingestPort, secrets.streamKey, `latency=${latencyMs * 1_000}`, secrets.passphrase);

/**
 * The address that a player receives from. `rcvlatency` is FFmpeg's name, in microseconds, for what VLC, which counts
 * milliseconds, calls `latency`: it would take these for two minutes.
 */
export const viewAddress = ({ hostname, viewPort }: SrtHost, secrets: SrtSecrets, latencyMs: number): string =>
  srtAddress(hostname, viewPort, secrets.viewKey, `rcvlatency=${latencyMs * 1_000}`, secrets.passphrase);

/** The parameter at the end of the view address from which VLC takes the latency. */
export const vlcLatency = (latencyMs: number): string => `&latency=${latencyMs}`;
