import { useEventClock } from '@/lib/browser/page/event-clock';
import type { CameraReport, DestinationHistory, StandInReport } from '@/lib/contracts/reports';
import { printedDestinationLines } from './destination-table';
import { PrintedRest } from './printed-rest';
import { RecordingLink } from './recording-link';
import { lengthWords } from './report-words';

/** Lines that fit on the second printed page beside the causes. */
const maxPrintedLines = 18;

interface Happening {
  /** The id of the camera or destination that `of` names. */
  id: string;
  at: string;
  of: string;
  sentence: string;
  isCritical: boolean;
  seconds: number | null;
  acknowledged: CameraReport['alarms'][number]['acknowledged'];
}

interface HappeningListProps {
  cameras: CameraReport[];
  destinations: DestinationHistory[];
  standIns: StandInReport[];
  /** The event whose recording each line opens; undefined for readers without an account. */
  eventId: string | undefined;
}

/** Outages, restarts and alarms of all cameras, interruptions of destinations, and cuts by a rule, in the order of time. */
export function HappeningList({ cameras, destinations, standIns, eventId }: HappeningListProps) {
  const { toSecond } = useEventClock();
  const printedLines = maxPrintedLines - printedDestinationLines(destinations.length);
  const interruptions = destinations.flatMap(({ id, name, interruptions }) =>
    interruptions.map(({ at, cause, seconds }): Happening => {
      return { id, at, of: `→ ${name}`, sentence: cause, isCritical: true, seconds, acknowledged: null };
    }),
  );
  const cuts = standIns.map(({ at, seconds, spare, lost }): Happening => {
    const sentence = `Took the place of ${lost} in the program, which had no picture.`;
    return { id: spare, at, of: spare, sentence, isCritical: false, seconds, acknowledged: null };
  });
  const happenings = cameras
    .flatMap(({ id, name, outages, restarts, alarms }): Happening[] => [
      ...[...outages, ...restarts].map(({ at, cause, seconds, acknowledged }) => ({
        id,
        at,
        of: name,
        sentence: cause,
        isCritical: true,
        seconds,
        acknowledged,
      })),
      ...alarms.map(({ at, sentence, severity, seconds, acknowledged }) => ({
        id,
        at,
        of: name,
        sentence,
        isCritical: severity === 'critical',
        seconds,
        acknowledged,
      })),
    ])
    .concat(interruptions, cuts)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (happenings.length === 0) return <p className="text-muted">No outages, no restarts and no alarms.</p>;
  return (
    <>
      <ol className="grid divide-y rounded-lg border print:text-[7.5pt] print:leading-tight">
        {happenings.map(({ id, at, of, sentence, isCritical, seconds, acknowledged }, index) => (
          <li
            key={`${at} ${id} ${sentence}`}
            className={`grid grid-cols-[5.5rem_1fr] items-baseline gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[5.5rem_10rem_1fr_auto] print:grid-cols-[3.5rem_8rem_1fr_auto] print:px-2 print:py-0.5 ${index < printedLines ? '' : 'print:hidden'}`}
          >
            <RecordingLink eventId={eventId} at={at}>
              <time
                dateTime={at}
                className="font-mono text-muted text-xs whitespace-nowrap tabular-nums print:text-[7pt] print:leading-tight"
              >
                {toSecond(Date.parse(at))}
              </time>
            </RecordingLink>
            <span dir="auto" className="wrap-anywhere font-medium print:truncate">
              {of}
            </span>
            <span className="max-sm:col-start-2">
              <span aria-hidden className={isCritical ? 'text-failed' : 'text-pending'}>
                {isCritical ? '■ ' : '▲ '}
              </span>
              {sentence}
              {acknowledged ? (
                <span className="text-muted">
                  {' '}
                  Acknowledged by {acknowledged.by}, {toSecond(Date.parse(acknowledged.at))}.
                </span>
              ) : null}
            </span>
            <span className="text-muted tabular-nums max-sm:col-start-2">
              {seconds === null ? '' : lengthWords(seconds)}
            </span>
          </li>
        ))}
      </ol>
      <PrintedRest count={happenings.length - printedLines} noun="line" />
    </>
  );
}
