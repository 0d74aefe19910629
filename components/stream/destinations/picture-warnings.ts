import { type DestinationKindName, destinationKinds } from '@/lib/contracts/destination-kinds';

/** A camera's picture, as far as it is known. */
export interface SentPicture {
  videoCodec: string | null;
  gopSeconds: number | null;
  bitrateKbps: number | null;
  /** Why browsers cannot show it as it is; null where they can. */
  reasonToTranscode: string | null;
}

const codecNames: Readonly<Record<string, string>> = { hevc: 'HEVC', mpeg2video: 'MPEG-2' };

/** Says what a destination will refuse of a camera's picture, each with the encoder's setting that mends it. */
export function pictureWarnings(kind: DestinationKindName, picture: SentPicture): string[] {
  const { label, protocol, limits } = destinationKinds[kind];
  const { videoCodec, gopSeconds, bitrateKbps } = picture;
  const { maxGopSeconds, maxVideoKbps } = limits;
  const warnings: string[] = [];
  if (protocol !== 'srt' && videoCodec !== null && videoCodec !== 'h264') {
    const name = codecNames[videoCodec] ?? videoCodec;
    warnings.push(
      `This camera sends ${name}, which is not sent by ${protocol.toUpperCase()}: set its encoder to H.264.`,
    );
  } else if (protocol === 'whip' && picture.reasonToTranscode !== null) {
    warnings.push(`WHIP takes what browsers show. ${picture.reasonToTranscode}`);
  }
  if (maxGopSeconds !== null && gopSeconds !== null && gopSeconds > maxGopSeconds + 0.1) {
    warnings.push(
      `Keyframes are ${gopSeconds.toFixed(1)} s apart, and ${label} wants at most ${maxGopSeconds} s: set the keyframe interval to 2 s.`,
    );
  }
  if (maxVideoKbps !== null && bitrateKbps !== null && bitrateKbps > maxVideoKbps) {
    warnings.push(
      `The camera sends ${(bitrateKbps / 1_000).toFixed(1)} Mbit/s, and ${label} takes ${maxVideoKbps / 1_000}: lower its bitrate.`,
    );
  }
  return warnings;
}
