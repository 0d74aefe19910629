import { cn } from '@/components/ui/cn';
import type { StreamMediaJson } from '@/lib/contracts/streams';

/** Codec names as people write them, by FFmpeg's names. */
const codecNames: Record<string, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  mpeg2video: 'MPEG-2',
  mjpeg: 'MJPEG',
  aac: 'AAC',
  aac_latm: 'AAC',
  mp2: 'MP2',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  opus: 'Opus',
  dts: 'DTS',
  s302m: 'PCM',
};

type MediaChoices = NonNullable<StreamMediaJson['choices']>;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const channelWords: Record<number, string> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' };

const nameOf = (codec: string): string => codecNames[codec] ?? codec;

/** A video's codec, profile and size. */
export function videoWords({ codec, profile, width, height }: NonNullable<StreamMediaJson['video']>): string {
  return [nameOf(codec), profile, `${width} × ${height}`].filter(Boolean).join(' · ');
}

/** An audio track's codec, sample rate and channels. */
export function audioWords({
  codec,
  sample_rate_hz: sampleRateHz,
  channels,
}: NonNullable<StreamMediaJson['audio']>): string {
  const rate = sampleRateHz && `${sampleRateHz / 1000} kHz`;
  const count = channels && (channelWords[channels] ?? `${channels} channels`);
  return [nameOf(codec), rate, count].filter(Boolean).join(' · ');
}

/** A program of a multiplex, as a choice. */
export const programWords = ({ number, has_video: hasVideo }: MediaChoices['programs'][number]): string =>
  `Program ${number}${hasVideo ? '' : ' (sound only)'}`;

/** An audio track, as a choice. @param index from 0 */
export const audioTrackWords = ({ codec, language }: MediaChoices['audio_tracks'][number], index: number): string =>
  [`Track ${index + 1}`, nameOf(codec), language && (languageNames.of(language) ?? language)]
    .filter(Boolean)
    .join(' · ');

/** Encoders as people call them, by FFmpeg's names. */
const encoderNames: Record<string, string> = {
  libx264: 'the processor',
  h264_nvenc: 'the graphics card (NVENC)',
  h264_qsv: 'the graphics card (Quick Sync)',
  h264_vaapi: 'the graphics card (VA-API)',
  h264_videotoolbox: 'VideoToolbox',
};

/** Whether the video is passed through or transcoded, in a word and a sentence. Null while it is not known. */
export function modeWords(media: StreamMediaJson | null): { mode: string; meaning: string } | null {
  const encoder = media?.video_encoder;
  if (media?.mode === 'passthrough' && encoder)
    return { mode: 'Made here', meaning: `Encoded by ${encoderNames[encoder] ?? encoder}.` };
  if (media?.mode === 'passthrough')
    return { mode: 'Passed through', meaning: "Viewers see the camera's original picture." };
  if (media?.mode === 'transcoded') return { mode: 'Transcoded', meaning: media.reason ?? '' };
  return null;
}

/** Whether the camera's video is passed through, and if not, why; nothing while it is not known. */
export function VideoMode({ media, className }: { media: StreamMediaJson | null; className?: string }) {
  const words = modeWords(media);
  if (!words) return null;
  return (
    <p data-testid="video-mode" className={cn('text-muted text-sm', className)}>
      <strong className="font-medium text-ink">{words.mode}.</strong> {words.meaning}
    </p>
  );
}
