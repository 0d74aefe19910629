import { audioWords, VideoMode, videoWords } from '@/components/controls/media-words';
import { SeveritySign } from '@/components/stream/marks';
import { figure } from '@/components/stream/metric-words';
import { cn } from '@/components/ui/cn';
import { formatTime } from '@/lib/browser/page/format-time';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { IncidentJson, MemberStreamJson } from '@/lib/contracts/streams';
import type { Level } from '../quality-bar';

interface LevelFigureProps {
  name: string;
  /** Null where it was not measured. */
  count: number | null;
  levelOf: (count: number) => Level;
}

const levelClass: Record<Level, string> = { healthy: '', warning: 'text-pending', critical: 'text-failed' };

/** A count with the alert level it has reached, as color and as a word. */
export function LevelFigure({ name, count, levelOf }: LevelFigureProps) {
  const level = count === null ? 'healthy' : levelOf(count);
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted">{name}</dt>
      <dd className={cn('flex items-center gap-1.5', levelClass[level])}>
        <span className="font-mono">
          {count ?? (
            <>
              <span className="sr-only">not measured</span>
              <span aria-hidden className="text-faint">
                –
              </span>
            </>
          )}
        </span>
        {level === 'healthy' ? null : (
          <>
            <SeveritySign severity={level} />
            {level}
          </>
        )}
      </dd>
    </div>
  );
}

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

/** Spec, section 7. */
const inputPort = 20011;
const outputPort = 20012;

/** Where a stream runs, for debugging. */
export function PodDetails({ stream }: { stream: MemberStreamJson }) {
  const { pod_name: podName, pod_ip: podIp } = stream.attributes;
  const lines = [
    ['Pod name', podName ?? 'none'],
    ['Pod IP', podIp ?? 'none'],
    ['Input port', inputPort],
    ['Output port', outputPort],
  ];
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-medium">Debug</h3>
      <dl className="grid gap-1 text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all text-right font-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A stream's incidents, newest first. */
export function IncidentList({ incidents }: { incidents: IncidentJson[] }) {
  if (incidents.length === 0) return <p className="text-faint text-sm">No incidents yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs focus
    <ol tabIndex={0} aria-label="Incidents" className="-mx-1 grid max-h-64 gap-2 overflow-y-auto px-1 text-sm">
      {incidents.map(({ id, attributes: { message, severity, occurred_at: at } }) => (
        <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2">
          <SeveritySign severity={severity} />
          <span>
            {severity === 'info' ? null : <span className="sr-only">{`${severity}: `}</span>}
            <span>{message}</span>
          </span>
          <time dateTime={at} className="font-mono text-faint text-xs">
            {formatTime(new Date(at))}
          </time>
        </li>
      ))}
    </ol>
  );
}
