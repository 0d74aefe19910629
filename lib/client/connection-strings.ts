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

const srtAddress = (hostname: string, port: number, streamKey: string): string =>
  `srt://${addressHost(hostname)}:${port}?mode=caller&streamid=${streamKey}`;

/** Where an encoder sends this stream. */
export const ingestAddress = ({ hostname, ingestPort }: SrtHost, streamKey: string): string =>
  srtAddress(hostname, ingestPort, streamKey);

/** Where a player fetches this stream. */
export const viewAddress = ({ hostname, viewPort }: SrtHost, streamKey: string): string =>
  srtAddress(hostname, viewPort, streamKey);
