import type { CameraReport } from '@/lib/contracts/reports';
import { countWords, lengthWords, momentWords } from './report-words';

/** Lines that fit on the second printed page beside the problems. */
const printedLines = 18;

interface Happening {
  at: string;
  camera: string;
  sentence: string;
  isCritical: boolean;
  seconds: number | null;
  acknowledged: CameraReport['alarms'][number]['acknowledged'];
}

/** Outages and alarms of all cameras, in the order of time. */
export function HappeningList({ cameras }: { cameras: CameraReport[] }) {
  const happenings = cameras
    .flatMap(({ name, outages, alarms }): Happening[] => [
      ...outages.map(({ at, cause, seconds, acknowledged }) => ({
        at,
        camera: name,
        sentence: cause,
        isCritical: true,
        seconds,
        acknowledged,
      })),
      ...alarms.map(({ at, sentence, severity, seconds, acknowledged }) => ({
        at,
        camera: name,
        sentence,
        isCritical: severity === 'critical',
        seconds,
        acknowledged,
      })),
    ])
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (happenings.length === 0) return <p className="text-muted">No outages and no alarms.</p>;
  return (
    <>
      <ol className="grid divide-y rounded-lg border print:text-[7.5pt] print:leading-tight">
        {happenings.map(({ at, camera, sentence, isCritical, seconds, acknowledged }, index) => (
          <li
            key={`${at} ${camera} ${sentence}`}
            className={`grid grid-cols-[5.5rem_1fr] items-baseline gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[5.5rem_10rem_1fr_auto] print:grid-cols-[3.5rem_8rem_1fr_auto] print:px-2 print:py-0.5 ${index < printedLines ? '' : 'print:hidden'}`}
          >
            <time
              dateTime={at}
              className="font-mono text-muted text-xs whitespace-nowrap tabular-nums print:text-[7pt] print:leading-tight"
            >
              {momentWords(at)}
            </time>
            <span dir="auto" className="wrap-anywhere font-medium print:truncate">
              {camera}
            </span>
            <span className="max-sm:col-start-2">
              <span aria-hidden className={isCritical ? 'text-failed' : 'text-pending'}>
                {isCritical ? '■ ' : '▲ '}
              </span>
              {sentence}
              {acknowledged ? (
                <span className="text-muted">
                  {' '}
                  Acknowledged by {acknowledged.by}, {momentWords(acknowledged.at)}.
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

/** Says on paper that the screen has more than fits on its pages. @param props.count what was left out; none says nothing */
const PrintedRest = ({ count, noun }: { count: number; noun: string }) =>
  count > 0 ? (
    <p className="hidden text-muted text-xs print:block">{countWords(count, noun)} more in the report on screen.</p>
  ) : null;

/** Problems that fit on the second printed page. */
const printedProblems = 6;

/** The problems of all cameras with what helps; those that lasted longest come first. */
export function ProblemList({ cameras }: { cameras: CameraReport[] }) {
  const problems = cameras
    .flatMap(({ name, problems }) => problems.map((problem) => ({ camera: name, ...problem })))
    .sort((a, b) => b.seconds - a.seconds);
  if (problems.length === 0) return <p className="text-muted">No problem was found.</p>;
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2 print:grid-cols-2 print:gap-1.5 print:text-[7.5pt] print:leading-tight">
        {problems.map(({ camera, code, sentence, fix, times, seconds, acknowledged }, index) => (
          <li
            key={`${camera} ${code}`}
            className={`grid content-start gap-1 rounded-lg border p-3 print:break-inside-avoid print:p-1.5 ${index < printedProblems ? '' : 'print:hidden'}`}
          >
            <p className="flex flex-wrap justify-between gap-x-3">
              <span dir="auto" className="wrap-anywhere font-medium">
                {camera}
              </span>
              <span className="text-muted text-xs tabular-nums print:text-[7pt] print:leading-tight">
                {lengthWords(seconds)}, {countWords(times, 'time')}
              </span>
            </p>
            <p>{sentence}</p>
            <p className="text-muted">{fix}</p>
            {acknowledged ? (
              <p className="text-muted">
                Acknowledged by <bdi>{acknowledged.by}</bdi>, {momentWords(acknowledged.at)}.
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <PrintedRest count={problems.length - printedProblems} noun="problem" />
    </>
  );
}
