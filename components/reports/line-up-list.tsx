import { LineUpTable, TroubleList } from '@/components/line-up/line-up-result';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { LineUpFacts } from '@/lib/contracts/line-ups';
import { PrintedRest } from './printed-rest';

/** The line-ups of a show, the last one first. Paper has its last one alone. */
export function LineUpList({ lineUps }: { lineUps: LineUpFacts[] }) {
  const { toSecond } = useEventClock();
  if (lineUps.length === 0) return null;
  return (
    <section aria-label="Line-ups" className="grid gap-2 print:gap-1">
      {lineUps.toReversed().map((lineUp, index) => (
        <details key={lineUp.started_at} className={index === 0 ? '' : 'print:hidden'}>
          <summary className="cursor-pointer">
            <span aria-hidden className={lineUp.is_well ? 'text-live' : 'text-failed'}>
              {lineUp.is_well ? '● ' : '■ '}
            </span>
            Line-up at {toSecond(Date.parse(lineUp.started_at))} by <bdi>{lineUp.by}</bdi>: {lineUp.sentence}
          </summary>
          <div className="grid gap-3 py-3 print:hidden">
            <TroubleList lineUp={lineUp} />
            <LineUpTable lineUp={lineUp} />
          </div>
        </details>
      ))}
      <PrintedRest count={lineUps.length - 1} noun="line-up" />
    </section>
  );
}
