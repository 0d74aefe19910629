import type { Layer } from '../transcode/layer-format';

/** LiveKit's names for the layers: its low one, and its middle one, which is our highest. */
export const rids: Record<Layer, string> = { low: 'q', source: 'h' };

/** The track ids of an offer, by kind; LiveKit matches them to its `addTrack` requests. */
export interface OfferTracks {
  video?: string;
  audio?: string;
}

/**
 * Completes werift's offer, which lacks simulcast for senders. It names each track in its `msid`, and announces the
 * video's layers by `rid` (RFC 8851, RFC 8853) instead of SSRC. Audio has no layers and keeps its SSRC: LiveKit uses
 * one or the other.
 */
export function toSimulcastOffer(sdp: string, tracks: OfferTracks): string {
  return sdp
    .split(/(?=^m=)/m)
    .map((section) => {
      const isVideo = section.startsWith('m=video');
      const track = isVideo ? tracks.video : section.startsWith('m=audio') ? tracks.audio : undefined;
      if (!track) return section;
      const named = section.replace(/^a=msid:.*\r\n/gm, '').replace(/^(a=mid:.*\r\n)/m, `$1a=msid:- ${track}\r\n`);
      if (!isVideo) return named;
      return named
        .replace(/^a=(ssrc|ssrc-group):.*\r\n/gm, '')
        .replace(
          /^(a=sendonly\r\n)/m,
          `$1a=rid:${rids.low} send\r\na=rid:${rids.source} send\r\na=simulcast:send ${rids.low};${rids.source}\r\n`,
        );
    })
    .join('');
}

/** The id of a header extension in an offer's media section; undefined when it has none. */
export function headerExtensionId(sdp: string, kind: 'audio' | 'video', uri: string): number | undefined {
  const section = sdp.split(/(?=^m=)/m).find((part) => part.startsWith(`m=${kind}`));
  const line = section?.split('\r\n').find((text) => text.startsWith('a=extmap:') && text.endsWith(uri));
  const id = line && /^a=extmap:(\d+)/.exec(line)?.[1];
  return id ? Number(id) : undefined;
}
