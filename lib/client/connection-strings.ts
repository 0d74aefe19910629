/** The gateway's public UDP ports: the spec's constants. */
export const ingestPort = 20000;
export const viewPort = 20001;

/** A host as it stands in an address: IPv6 in brackets. */
const addressHost = (hostname: string): string =>
  hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;

const srtAddress = (hostname: string, port: number, streamKey: string): string =>
  `srt://${addressHost(hostname)}:${port}?mode=caller&streamid=${streamKey}`;

/** Where an encoder sends this stream. @param hostname of the page, `location.hostname` */
export const ingestAddress = (hostname: string, streamKey: string): string =>
  srtAddress(hostname, ingestPort, streamKey);

/** Where a player fetches this stream. @param hostname of the page, `location.hostname` */
export const viewAddress = (hostname: string, streamKey: string): string => srtAddress(hostname, viewPort, streamKey);
