import { useEventClock } from '@/lib/browser/page/event-clock';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { ReportCause } from '@/lib/contracts/reports';
import { PrintedRest } from './printed-rest';
import { RecordingLink } from './recording-link';
import { lengthWords } from './report-words';

/** Causes that fit on the second printed page. */
const printedCauses = 6;

/**
 * Trouble by cause: what it was, what helps, and which cameras had it.
 * @param props.eventId the event whose recording each camera's line opens; undefined for readers without an account
 */
export function CauseList({ causes, eventId }: { causes: ReportCause[]; eventId: string | undefined }) {
  const { toSecond } = useEventClock();
  if (causes.length === 0) return <p className="text-muted">No outage and no problem.</p>;
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2 print:grid-cols-2 print:gap-1.5 print:text-[7.5pt] print:leading-tight">
        {causes.map(({ sentence, severity, origin, fix, seconds, on_air_seconds, cameras }, index) => (
          <li
            key={sentence}
            className={`grid content-start gap-2 rounded-lg border p-3 print:break-inside-avoid print:gap-0.5 print:p-1.5 ${index < printedCauses ? '' : 'print:hidden'}`}
          >
            <h3 className="font-medium">
              <span aria-hidden className={severity === 'critical' ? 'text-failed' : 'text-pending'}>
                {severity === 'critical' ? '■ ' : '▲ '}
              </span>
              {sentence}
            </h3>
            <p className="text-muted">
              <TimeWords seconds={seconds} onAirSeconds={on_air_seconds} />
              {origin === 'server' ? '. This was the server: there is nothing to do at the camera.' : `. ${fix ?? ''}`}
            </p>
            <ul className="grid divide-y print:divide-y-0">
              {cameras.map(({ id, name, times, seconds, on_air_seconds, acknowledged, worst_at }, place) => (
                <li
                  key={id}
                  className={`flex flex-wrap items-baseline justify-between gap-x-3 py-1 print:py-0 ${place < printedCameras ? '' : 'print:hidden'}`}
                >
                  <RecordingLink eventId={eventId} at={worst_at}>
                    <span dir="auto" className="wrap-anywhere">
                      {name}
                    </span>
                  </RecordingLink>
                  <span className="text-muted text-xs tabular-nums print:text-[7pt] print:leading-tight">
                    {countWords(times, 'time')}, <TimeWords seconds={seconds} onAirSeconds={on_air_seconds} />
                  </span>
                  {acknowledged ? (
                    <span className="basis-full text-muted text-xs print:text-[7pt] print:leading-tight">
                      Acknowledged by <bdi>{acknowledged.by}</bdi>, {toSecond(Date.parse(acknowledged.at))}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
            <PrintedRest count={cameras.length - printedCameras} noun="camera" />
          </li>
        ))}
      </ul>
      <PrintedRest count={causes.length - printedCauses} noun="cause" />
    </>
  );
}

/** Lines of a card that fit on paper. */
const printedCameras = 4;

const TimeWords = ({ seconds, onAirSeconds }: { seconds: number; onAirSeconds: number | null }) =>
  `${lengthWords(seconds)}${onAirSeconds ? `, of which ${lengthWords(onAirSeconds)} on air` : ''}`;
