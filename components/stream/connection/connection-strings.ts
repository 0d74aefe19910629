import type { StreamJson } from '@/lib/contracts/streams';

/** Where the gateway is, as a camera or player sees it. */
export interface SrtHost {
  /** Of the page, `location.hostname`. */
  hostname: string;
  /** Public UDP ports: 20000 and 20001 unless the operator chose others. */
  ingestPort: number;
  viewPort: number;
}

/** A host as it stands in an address: IPv6 in brackets. */
const addressHost = (hostname: string): string =>
  hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;

/** What opens a stream to whoever calls. */
export interface SrtSecrets {
  streamKey: string;
  /** Null where the stream is not encrypted. */
  passphrase: string | null;
}

/** The secrets of a stream as the API gives it. */
export const srtSecrets = ({ attributes }: StreamJson): SrtSecrets => ({
  streamKey: attributes.stream_key,
  passphrase: attributes.passphrase,
});

/** AES-128: what every encoder can do. The gateway also takes longer keys. */
export const keyLengthBytes = 16;

function srtAddress(hostname: string, port: number, { streamKey, passphrase }: SrtSecrets): string {
  const encryption = passphrase === null ? '' : `&passphrase=${passphrase}&pbkeylen=${keyLengthBytes}`;
  return `srt://${addressHost(hostname)}:${port}?mode=caller&streamid=${streamKey}${encryption}`;
}

/** Where an encoder sends this stream. */
export const ingestAddress = ({ hostname, ingestPort }: SrtHost, secrets: SrtSecrets): string =>
  srtAddress(hostname, ingestPort, secrets);

/** Where a player fetches this stream. */
export const viewAddress = ({ hostname, viewPort }: SrtHost, secrets: SrtSecrets): string =>
  srtAddress(hostname, viewPort, secrets);
