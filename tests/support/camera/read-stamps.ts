import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { HevcTime } from '@/lib/media/codecs/hevc';
import { readEncoderTime, readSeiMessages } from '@/lib/media/codecs/sei';
import type { VideoStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';

/** The timestamp of each frame of a transport stream, and the time of capture that the frame itself says, in the order of decoding. */
export function readStamps(stream: Buffer): { stamps: { pts: number; ms: number | null }[]; hasGaps: boolean } {
  let video: VideoStream | undefined;
  const stamps: { pts: number; ms: number | null }[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: (streams) => {
      video = streams.find((one) => one.kind === 'video');
    },
    onPesPacket: ({ pid, pts, data }) => {
      if (pid === video?.pid) stamps.push({ pts, ms: readStamp(splitAnnexB(data), video.codec === 'hevc') });
    },
  });
  demuxer.addBytes(stream);
  demuxer.flush();
  return { stamps, hasGaps: demuxer.hasGaps };
}

function readStamp(nals: Buffer[], isHevc: boolean): number | null {
  if (isHevc) return new HevcTime().read(nals)?.ms ?? null;
  const messages = nals
    .filter((nal) => nalTypeOf(nal) === nalType.sei)
    .flatMap((nal) => readSeiMessages(nal.subarray(1)));
  return readEncoderTime(messages, null)?.ms ?? null;
}
