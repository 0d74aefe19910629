import type { CameraReport } from '@/lib/contracts/reports';
import { PrintedRest } from './printed-rest';
import { countWords, lengthWords, momentWords } from './report-words';

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
