'use client';

import { toneClass } from '@/components/stream/marks';
import { cn } from '@/components/ui/cn';
import { useReport } from '@/lib/browser/data/use-report';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { CameraReport } from '@/lib/contracts/reports';
import { type ComparedFigure, compareShows } from './compare-shows';
import { figureWords } from './report-words';

const verdictWords: Record<ComparedFigure['verdict'], string> = {
  better: '↓ better',
  worse: '↑ worse',
  same: 'as before',
  unknown: '',
};
const verdictClass: Record<ComparedFigure['verdict'], string> = {
  better: toneClass.live,
  worse: toneClass.failed,
  same: 'text-faint',
  unknown: 'text-faint',
};

interface ComparisonProps {
  eventId: string;
  /** The cameras of the show that the page reports on. */
  cameras: CameraReport[];
  /** The report of an earlier show of the event. */
  earlierId: string;
}

/** Whether each camera did better or worse than in an earlier show. Nothing while that is loading. */
export function Comparison({ eventId, cameras, earlierId }: ComparisonProps) {
  const { dayToMinute } = useEventClock();
  const earlier = useReport(eventId, earlierId).data?.attributes;
  if (!earlier) return null;
  const compared = compareShows(earlier.cameras, cameras);
  return (
    <section aria-labelledby="report-comparison" className="grid gap-3">
      <h2 id="report-comparison" className="font-semibold text-lg">
        Compared with {dayToMinute(Date.parse(earlier.starts_at))}
      </h2>
      {compared.length === 0 ? (
        <p className="text-muted">The two shows have no camera in common.</p>
      ) : (
        <ul className="grid gap-px overflow-hidden rounded-lg border bg-line">
          {compared.map(({ id, number, name, figures }) => (
            <li key={id} className="grid gap-x-6 gap-y-2 bg-canvas px-3 py-2.5 md:grid-cols-[10rem_1fr]">
              <p className="flex min-w-0 gap-2 font-medium">
                <span className="text-faint">{number}</span>
                <bdi className="truncate">{name}</bdi>
              </p>
              <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
                {figures.map((figure) => (
                  <div key={figure.name} className="grid content-start">
                    <dt className="text-muted text-xs">{figure.name}</dt>
                    <dd className="font-mono text-sm">
                      {figureWords(figure.before, '', figure.decimals)} →{' '}
                      {figureWords(figure.now, figure.unit, figure.decimals)}
                    </dd>
                    <dd className={cn('text-xs', verdictClass[figure.verdict])}>{verdictWords[figure.verdict]}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
