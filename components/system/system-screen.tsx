'use client';

import { Check, CircleHelp, TriangleAlert, X } from 'lucide-react';
import { Failure } from '@/components/controls/failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { usePreflight } from '@/lib/browser/data/organization/use-preflight';
import { useMediaWay } from '@/lib/browser/room/probe-media';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import { checkNames } from '@/lib/contracts/check-names';
import type { CheckResult } from '@/lib/contracts/preflight';
import { lookUp } from '@/lib/core/look-up';
import { checkTitles, judgeMediaWay } from './check-words';

const urgency = { problem: 0, warning: 1, ok: 2 };
/** A level that this page does not know comes after what it knows to be wrong. */
const urgencyOf = ({ level }: CheckResult): number => lookUp(urgency, level) ?? 1.5;

/** Problems of the server itself and their fixes, for its operators. */
export function SystemScreen() {
  const session = useAuthSession();
  if (session.status !== 'signed-in') return null;
  return session.operates_server ? (
    <SystemChecks />
  ) : (
    <Alert>Only the operator of this server can see this page.</Alert>
  );
}

function SystemChecks() {
  const preflight = usePreflight();
  const way = useMediaWay();
  const isChecking = preflight.isFetching || way.isFetching;
  const error = preflight.error ?? way.error;
  const judgement = way.data && judgeMediaWay(way.data);
  const findings = preflight.data?.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h1 className="font-semibold text-xl">System</h1>
          <p role="status" className="text-muted">
            {isChecking ? 'Checking the server…' : summaryOf([...(findings ?? []), ...(judgement ? [judgement] : [])])}
          </p>
        </div>
        <Button
          size="form"
          variant="outline"
          disabled={isChecking}
          onClick={() => {
            void preflight.refetch();
            void way.refetch();
          }}
        >
          Check again
        </Button>
      </div>
      <Failure error={error} text="Failed to check the server" />
      <Findings title="This browser">
        {judgement ? <FindingRow title="Video to here" {...judgement} /> : null}
        {way.isPending ? <FindingPlaceholder /> : null}
      </Findings>
      <Findings title="The server">
        {findings?.map(({ check, level, text, fix }) => (
          <FindingRow
            key={`${check} ${text}`}
            title={lookUp(checkTitles, check) ?? check}
            level={level}
            text={text}
            fix={fix}
          />
        ))}
        {preflight.isPending ? checkNames.map((name) => <FindingPlaceholder key={name} />) : null}
      </Findings>
    </div>
  );
}

const Findings = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
    <ul className="divide-y rounded-lg border">{children}</ul>
  </section>
);

function summaryOf(findings: Pick<CheckResult, 'level'>[]): string {
  const count = (level: CheckResult['level']) => findings.filter((finding) => finding.level === level).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'No problems found.';
  const words = [
    problems > 0 ? countWords(problems, 'problem') : null,
    warnings > 0 ? countWords(warnings, 'warning') : null,
  ];
  return `${words.filter((word) => word !== null).join(' and ')}. Each one comes with a fix.`;
}

const levels = {
  ok: { Icon: Check, word: 'OK', className: 'text-live' },
  warning: { Icon: TriangleAlert, word: 'Warning', className: 'text-pending' },
  problem: { Icon: X, word: 'Problem', className: 'text-failed' },
};

interface FindingRowProps extends Pick<CheckResult, 'level' | 'text' | 'fix'> {
  title: string;
}

/** One check's finding, and its fix. */
function FindingRow({ title, level, text, fix }: FindingRowProps) {
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
const FindingPlaceholder = () => (
  <li className="grid h-16 items-center px-4 sm:h-12">
    <Skeleton className="h-4 w-2/3" />
  </li>
);
