import { Check, CircleHelp, TriangleAlert, X } from 'lucide-react';
import { Skeleton } from '@/components/ui/skeleton';
import type { Finding } from '@/lib/contracts/preflight';
import { lookUp } from '@/lib/core/look-up';

const levels = {
  ok: { Icon: Check, word: 'OK', className: 'text-live' },
  warning: { Icon: TriangleAlert, word: 'Warning', className: 'text-pending' },
  problem: { Icon: X, word: 'Problem', className: 'text-failed' },
};

interface FindingRowProps extends Pick<Finding, 'level' | 'text' | 'fix'> {
  title: string;
}

/** One check's finding, and its fix. */
export function FindingRow({ title, level, text, fix }: FindingRowProps) {
  const { Icon, word, className } = lookUp(levels, level) ?? { Icon: CircleHelp, word: level, className: 'text-faint' };
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[1.25rem_10rem_minmax(0,1fr)]">
      <span className={`mt-0.5 ${className}`}>
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{word}: </span>
      </span>
      <h3 className="font-medium">{title}</h3>
      <div className="col-start-2 grid gap-1 sm:col-start-3">
        <p className="wrap-anywhere">{text}</p>
        {fix ? <p className="wrap-anywhere text-muted">{fix}</p> : null}
      </div>
    </li>
  );
}

/** A row of the same size, while its check runs. */
export const FindingPlaceholder = () => (
  <li className="grid h-16 items-center px-4 sm:h-12">
    <Skeleton className="h-4 w-2/3" />
  </li>
);
