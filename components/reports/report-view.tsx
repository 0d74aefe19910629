import { type FigureColumn, FigureTable } from '@/components/controls/figure-table';
import { Badge } from '@/components/ui/badge';
import { EventClockProvider, eventClock } from '@/lib/browser/page/event-clock';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { CameraReport, ReportJson } from '@/lib/contracts/reports';
import { summarizeShow } from '@/lib/contracts/summarize-show';
import { CauseList } from './cause-list';
import { DestinationTable } from './destination-table';
import { HappeningList } from './happening-list';
import { LineUpList } from './line-up-list';
import { type PicturedMoment, ReportPictures } from './report-pictures';
import { figureWords, lengthWords, megabitWords, showWords } from './report-words';
import { ShowTimeline } from './show-timeline';

interface ReportViewProps {
  report: ReportJson;
  Title?: 'h1' | 'h2';
  /** Whether its lines open the event's recordings, which readers without an account do not have. */
  hasRecordings?: boolean;
  /** The moments of which the recordings have a picture. */
  moments?: readonly PicturedMoment[];
}

/** A report: on a screen, or on two printed pages. Its verdict comes first, and its log last. */
export function ReportView({
  report: { attributes },
  Title = 'h1',
  hasRecordings = false,
  moments = [],
}: ReportViewProps) {
  const { cameras, destinations, viewers, time_zone: timeZone } = attributes;
  const clock = eventClock(timeZone);
  // A report that an older version signed has no summary.
  const { verdict, causes } = summarizeShow(attributes);
  const eventId = hasRecordings ? attributes.event_id : undefined;
  const total = (count: (camera: (typeof cameras)[number]) => number) =>
    cameras.reduce((sum, camera) => sum + count(camera), 0);
  const outages = total((camera) => camera.outages.length);
  const restarts = total((camera) => camera.restarts.length);
  const seconds = (Date.parse(attributes.ends_at) - Date.parse(attributes.starts_at)) / 1_000;
  const totals: [name: string, value: string, detail?: string][] = [
    ['Length', lengthWords(seconds)],
    ['Cameras', figureWords(cameras.length)],
    ['Outages', figureWords(outages), outages > 0 ? lengthWords(total((camera) => camera.outage_seconds)) : undefined],
    [
      'Restarts',
      figureWords(restarts),
      restarts > 0 ? lengthWords(total((camera) => camera.restart_seconds)) : undefined,
    ],
    ['Frames lost', figureWords(total((camera) => camera.frames_lost))],
    ['Switches', figureWords(attributes.switches)],
    ['Viewers at once', figureWords(viewers.peak)],
    ['Viewer minutes', figureWords(viewers.minutes), `${figureWords(viewers.share_link_minutes)} by share link`],
  ];
  return (
    <EventClockProvider timeZone={timeZone}>
      <article className="grid gap-8 print:gap-4">
        <header className="grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <Title className="font-semibold text-xl print:text-lg">Show report</Title>
            <Badge>{attributes.is_final ? 'Final' : 'Show in progress'}</Badge>
          </div>
          <p dir="auto" className="wrap-anywhere font-medium text-md">
            {attributes.event_name}
          </p>
          <p className="text-muted">{showWords(attributes.starts_at, attributes.ends_at, clock)}</p>
          <p
            dir="auto"
            className="wrap-anywhere max-w-prose pt-3 font-medium text-lg tracking-tight print:pt-1 print:text-md"
          >
            {verdict.sentence}
          </p>
        </header>
        <ReportPictures eventId={attributes.event_id} moments={moments} />
        <LineUpList lineUps={attributes.line_ups} />
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-4 xl:grid-cols-8 print:grid-cols-8">
          {totals.map(([name, value, detail]) => (
            <div key={name} className="grid content-start gap-0.5 bg-canvas p-3 print:px-2 print:py-1">
              <dt className="text-muted text-xs print:text-[7pt]">{name}</dt>
              <dd className="font-semibold text-lg tabular-nums print:text-base print:leading-tight">{value}</dd>
              {detail ? <dd className="text-muted text-xs tabular-nums print:text-[7pt]">{detail}</dd> : null}
            </div>
          ))}
        </dl>
        <ShowTimeline report={attributes} />
        <Part title="Causes" id="report-causes" className="print:order-1 print:break-before-page">
          <CauseList causes={causes} eventId={eventId} />
        </Part>
        <Part title="Cameras" id="report-cameras">
          <CameraTable cameras={cameras} />
          <p className="max-w-prose text-muted text-xs">
            Latency, {lowerFirst(attributes.latency_method)} Lost frames did not reach the room complete.
          </p>
        </Part>
        {destinations.length > 0 ? (
          <Part title="Destinations" id="report-destinations" className="print:order-1">
            <DestinationTable destinations={destinations} cameras={cameras} />
          </Part>
        ) : null}
        <Part title="What happened" id="report-happened" className="print:order-1">
          <HappeningList
            cameras={cameras}
            destinations={destinations}
            standIns={attributes.stand_ins}
            eventId={eventId}
          />
        </Part>
        <p className="hidden text-muted text-xs print:order-1 print:block">
          {countWords(cameras.length, 'camera')}. Made {clock.dayToMinute(Date.parse(attributes.made_at))}.
        </p>
      </article>
    </EventClockProvider>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface PartProps {
  title: string;
  id: string;
  className?: string;
  children: React.ReactNode;
}

const Part = ({ title, id, className = '', children }: PartProps) => (
  <section aria-labelledby={id} className={`grid gap-3 print:gap-2 ${className}`}>
    <h2 id={id} className="font-semibold text-lg tracking-tight print:text-md">
      {title}
    </h2>
    {children}
  </section>
);

const columns: FigureColumn<CameraReport>[] = [
  { name: 'Picture', value: ({ live_seconds }) => lengthWords(live_seconds) },
  { name: 'On air', value: ({ on_air_seconds }) => lengthWords(on_air_seconds) },
  {
    name: 'Outages',
    value: ({ outages, outage_seconds }) =>
      outages.length === 0 ? '0' : `${outages.length} (${lengthWords(outage_seconds)})`,
  },
  { name: 'Frames lost', value: ({ frames_lost }) => figureWords(frames_lost) },
  { name: 'Loss', unit: '%', value: ({ loss_percent }) => figureWords(loss_percent, '', 2) },
  { name: 'Resent', unit: 'packets', value: ({ retransmitted_packets }) => figureWords(retransmitted_packets) },
  {
    name: 'Latency',
    unit: 'p50 / p95, ms',
    value: ({ latency_p50_ms, latency_p95_ms }) => `${figureWords(latency_p50_ms)} / ${figureWords(latency_p95_ms)}`,
  },
  {
    name: 'Bitrate',
    unit: 'min / avg / max, Mbit/s',
    value: ({ bitrate_min_kbps, bitrate_avg_kbps, bitrate_max_kbps }) =>
      [bitrate_min_kbps, bitrate_avg_kbps, bitrate_max_kbps].map(megabitWords).join(' / '),
  },
  {
    name: 'Audio',
    unit: 'avg / peak, dBFS',
    value: ({ audio_avg_dbfs, audio_peak_dbfs }) =>
      `${figureWords(audio_avg_dbfs, '', 1)} / ${figureWords(audio_peak_dbfs, '', 1)}`,
  },
  {
    name: 'Loudness',
    unit: 'LUFS / range, LU',
    value: ({ loudness_lufs, loudness_range_lu }) =>
      `${figureWords(loudness_lufs, '', 1)} / ${figureWords(loudness_range_lu, '', 1)}`,
  },
];

/** The figures of each camera in a show. */
const CameraTable = ({ cameras }: { cameras: CameraReport[] }) => (
  <FigureTable label="Figures of each camera" heading="Camera" rows={cameras} columns={columns} />
);
