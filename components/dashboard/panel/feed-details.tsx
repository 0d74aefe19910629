import { audioWords, videoWords } from '@/components/stream/media-words';
import { figure } from '@/components/stream/metric-words';
import { VideoMode } from '@/components/stream/video-mode';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { MemberStreamJson } from '@/lib/contracts/streams';

interface FeedDetailsProps {
  media: MemberStreamJson['attributes']['media'];
  /** The latest sample of a live camera. */
  sample: MetricJson;
}

/** A live camera's feed: video, keyframe interval, audio and its level. Leaves out unknown values. */
export function FeedDetails({ media, sample }: FeedDetailsProps) {
  const { gop_seconds: gopSeconds, audio_left_dbfs: left, audio_right_dbfs: right } = sample;
  const lines = [
    ['Picture', media?.video && videoWords(media.video)],
    ['Keyframe every', gopSeconds && figure(gopSeconds, { decimals: 1, unit: 's' })],
    ['Sound', media?.audio && audioWords(media.audio)],
    ['Peak levels', left === null || right === null ? null : `L ${decibels(left)}  R ${decibels(right)} dBFS`],
  ].filter((line): line is [string, string] => Boolean(line[1]));
  if (lines.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">Feed</h3>
      <dl className="grid gap-1 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 whitespace-pre-wrap text-right font-mono">{value}</dd>
          </div>
        ))}
      </dl>
      <VideoMode media={media} />
    </section>
  );
}

/** Padded to the widest value, so that nothing moves when it changes. */
const decibels = (dbfs: number): string => dbfs.toFixed(0).replace('-', '−').padStart(4);
