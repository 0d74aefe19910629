import type { PlanStateJson } from '@/lib/contracts/organization/plan-schemas';

/** How many cameras are on, of how many that may be. */
export function PlanUsage({ plan: { streams_on: on, max_streams_on: max } }: { plan: PlanStateJson }) {
  return (
    <section aria-label="Usage" className="grid gap-2 rounded-lg border p-4">
      <p>
        <span className="font-semibold text-lg tabular-nums">
          {on} of {max}
        </span>{' '}
        cameras on
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-control">
        <div className="h-full rounded-full bg-ink" style={{ width: `${Math.min(100, (100 * on) / max)}%` }} />
      </div>
      {on >= max ? (
        <p className="text-muted">
          {on > max ? 'What is on stays on. ' : ''}
          To turn on another camera, turn off {on === max ? 'one' : on - max + 1} first.
        </p>
      ) : null}
    </section>
  );
}
