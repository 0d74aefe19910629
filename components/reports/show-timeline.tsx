import { StretchBars } from '@/components/controls/stretch-bars';
import { cn } from '@/components/ui/cn';
import { clockAheadMs, useEventClock } from '@/lib/browser/page/event-clock';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { CameraReport, DestinationHistory, ReportFacts } from '@/lib/contracts/reports';
import { hourMs } from '@/lib/core/durations';
import { lengthWords } from './report-words';

/** From the finest on: the first that makes few enough labels is taken. */
const stepsMs = [1 / 12, 1 / 4, 1 / 2, 1, 2, 4, 12, 24, 48].map((hours) => hours * hourMs);
const maxLabels = 7;

const stretchesOf = (list: { from: string; to: string }[]) =>
  list.map(({ from, to }) => ({ startMs: Date.parse(from), endMs: Date.parse(to) }));

const lengthsOf = (list: { at: string; seconds: number | null }[]) =>
  list.map(({ at, seconds }) => ({ startMs: Date.parse(at), endMs: Date.parse(at) + (seconds ?? 0) * 1_000 }));

const hatched = 'min-w-0.5 bg-[repeating-linear-gradient(135deg,var(--red)_0_3px,var(--well)_3px_5px)]';

/** The whole show in one picture: a lane for each camera, with what was on air along its top, and for each destination. */
export function ShowTimeline({ report }: { report: ReportFacts }) {
  const clock = useEventClock();
  const range = { startMs: Date.parse(report.starts_at), endMs: Date.parse(report.ends_at) };
  const lengthMs = range.endMs - range.startMs;
  const stepMs = stepsMs.find((step) => lengthMs / step <= maxLabels) ?? hourMs * 96;
  const aheadMs = clockAheadMs(clock, range.startMs);
  const firstMs = Math.ceil((range.startMs + aheadMs) / stepMs) * stepMs - aheadMs;
  const labels = Array.from({ length: Math.max(0, Math.floor((range.endMs - firstMs) / stepMs) + 1) }, (_, index) => {
    const atMs = firstMs + index * stepMs;
    return { atMs, left: `${((atMs - range.startMs) / lengthMs) * 100}%` };
  });
  return (
    <figure className="grid gap-1 print:gap-0.5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-muted text-xs">
        <Key className="bg-line-strong">Picture</Key>
        <Key className="bg-program">On air</Key>
        <Key className="bg-[repeating-linear-gradient(135deg,var(--red)_0_3px,transparent_3px_5px)]">Outage</Key>
        <Key className="bg-pending">Alarm</Key>
        {report.destinations.length > 0 ? (
          <Key className="bg-live" outer="print:hidden">
            Sent to a destination
          </Key>
        ) : null}
      </figcaption>
      {report.cameras.map((camera) => (
        <Lane key={camera.id} name={camera.name} words={laneWords(camera)}>
          <StretchBars
            stretches={stretchesOf(camera.live)}
            range={range}
            className="top-1.5 bottom-0 bg-line-strong print:top-1"
          />
          <StretchBars
            stretches={stretchesOf(camera.on_air)}
            range={range}
            className="top-0 h-1.5 bg-program print:h-1"
          />
          <StretchBars
            stretches={lengthsOf(camera.outages)}
            range={range}
            className={`top-1.5 bottom-0 print:top-1 ${hatched}`}
          />
          <StretchBars
            stretches={lengthsOf(camera.alarms)}
            range={range}
            className="bottom-0 h-1.5 min-w-0.5 bg-pending print:h-1"
          />
        </Lane>
      ))}
      {report.destinations.map((destination) => (
        // Paper has no room for them: its table says when each was sent.
        <Lane
          key={destination.id}
          name={`→ ${destination.name}`}
          words={destinationWords(destination)}
          className="print:hidden"
        >
          <StretchBars stretches={stretchesOf(destination.live)} range={range} className="inset-y-0 bg-live" />
          <StretchBars
            stretches={lengthsOf(destination.interruptions)}
            range={range}
            className={`inset-y-0 ${hatched}`}
          />
        </Lane>
      ))}
      <div
        className="grid grid-cols-[8rem_1fr] gap-2 max-sm:grid-cols-[5rem_1fr] print:grid-cols-[6rem_1fr]"
        aria-hidden
      >
        <span />
        <div className="relative h-5 text-faint text-xs tabular-nums">
          {labels.map(({ atMs, left }, index) => (
            <span
              key={atMs}
              className={cn(
                'absolute whitespace-nowrap -translate-x-1/2 first:translate-x-0 last:-translate-x-full',
                // A phone has room for every third.
                index % 3 !== 0 && 'max-sm:not-print:hidden',
              )}
              style={{ left }}
            >
              {clock.toMinute(atMs)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

const Key = ({ className, outer = '', children }: { className: string; outer?: string; children: string }) => (
  <span className={`flex items-center gap-1.5 ${outer}`}>
    <span aria-hidden className={`h-2 w-4 rounded-sm ${className}`} />
    {children}
  </span>
);

interface LaneProps {
  name: string;
  /** The words of the picture, for those who don't see it. */
  words: string;
  className?: string;
  children: React.ReactNode;
}

const Lane = ({ name, words, className = '', children }: LaneProps) => (
  <div
    className={`grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr] print:grid-cols-[6rem_1fr] ${className}`}
  >
    <span dir="auto" className="truncate text-sm print:text-[8pt] print:leading-none">
      {name}
    </span>
    <div role="img" aria-label={words} className="relative h-6 overflow-hidden rounded-sm bg-well print:h-3">
      {children}
    </div>
  </div>
);

const destinationWords = ({ live_seconds, interruptions }: DestinationHistory): string =>
  `Sent for ${lengthWords(live_seconds)}, ${countWords(interruptions.length, 'interruption')}`;

const laneWords = ({ live_seconds, on_air_seconds, outages, alarms }: CameraReport): string =>
  `Picture for ${lengthWords(live_seconds)}, on air for ${lengthWords(on_air_seconds)}, ${countWords(outages.length, 'outage')}, ${countWords(alarms.length, 'alarm')}`;
