import { splitAnnexB } from '../codecs/annex-b';
import type { VideoCodec } from '../codecs/codec-names';
import { nalType as h264NalType, nalTypeOf as h264NalTypeOf } from '../codecs/h264';
import { isHevcIrap, isHevcSequenceStart } from '../codecs/hevc';
import { isMpeg2SequenceHeader } from '../codecs/mpeg2';
import { adaptationFlags, payloadStart, randomAccessIndicator } from './ts-packet';

/** Whether a unit begins an access unit that needs no other. */
const beginsKeyframe: Record<VideoCodec, (unit: Buffer) => boolean> = {
  h264: (unit) => [h264NalType.idr, h264NalType.sps].some((type) => type === h264NalTypeOf(unit)),
  hevc: (unit) => isHevcIrap(unit) || isHevcSequenceStart(unit),
  mpeg2video: isMpeg2SequenceHeader,
};

/**
 * Whether a transport packet that starts an access unit starts a keyframe. The encoder may mark it
 * (random_access_indicator, ISO/IEC 13818-1, 2.4.3.4); otherwise the first units tell.
 */
export function startsAtKeyframe(packet: Buffer, codec: VideoCodec): boolean {
  if ((adaptationFlags(packet) & randomAccessIndicator) !== 0) return true;
  const pes = packet.subarray(payloadStart(packet));
  return splitAnnexB(pes.subarray(9 + (pes[8] ?? 0))).some(beginsKeyframe[codec]);
}
