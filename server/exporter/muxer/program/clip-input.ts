import { AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { rescale } from '@/lib/media/frame';
import type { ProgramClip } from '../mux-task';
import { RecordingInput } from '../recording-input';

const usPerSecond = 1_000_000;

/** A clip's file, opened, and when what is in it was captured. */
export class ClipInput extends RecordingInput {
  readonly clip: ProgramClip;

  /** @throws MuxError */
  constructor(clip: ProgramClip) {
    super(clip.file);
    this.clip = clip;
  }

  /** When what such a timestamp stands for was captured, in microseconds since 1970. */
  timeUs(pts: bigint, { timeBase }: Stream): number {
    const originUs = rescale(this.originPts, this.video.timeBase, usPerSecond);
    return this.clip.startUs + rescale(pts, timeBase, usPerSecond) - originUs;
  }

  /** Whether clips' bytes may follow each other in one track: the key is the same. Null for what must be encoded. */
  get copyKey(): string | null {
    const { codecId, width, height, format } = this.video.codecpar;
    return codecId === AV_CODEC_ID_H264 && format === AV_PIX_FMT_YUV420P ? `${width}x${height}` : null;
  }

  /** Reads by how much decoding of the first keyframe precedes its display, in 90 kHz. @throws MuxError */
  readDelayTicks(): number {
    for (const { packet, stream } of this.packets()) {
      if (stream !== this.video) continue;
      return Math.round(rescale(packet.pts - packet.dts, stream.timeBase, ticksPerSecond));
    }
    return 0;
  }
}
