'use client';

import { useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useAuditEntries } from '@/lib/browser/data/organization/use-audit';
import { formatTime } from '@/lib/browser/page/format-time';
import { lifetimes, timeWords } from '@/lib/contracts/limits';
import type { AuditEntryJson } from '@/lib/contracts/organization/audit';
import { auditTrail } from '@/lib/contracts/organization/audit-trail';
import { lookUp } from '@/lib/core/look-up';
import { type AuditFilter, AuditFilters, auditQueryOf, isFiltered } from './audit-filters';

const placeholders = [0, 1, 2, 3, 4, 5];

/** The organization's audit trail, newest first. */
export function AuditScreen() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditEntries(
    auditQueryOf(filter),
  );
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Audit trail</h1>
        <p className="text-muted">
          Changes of the last {timeWords(lifetimes.auditEntry)}, with person and address. Select a name to filter.
        </p>
      </div>
      <AuditFilters filter={filter} onChange={setFilter} />
      <Failure error={error} text="Failed to load the audit trail" />
      {isPending && !error ? (
        <div className="divide-y rounded-lg border">
          {placeholders.map((index) => (
            <div key={index} className="grid h-16 items-center px-4 sm:h-12">
              <Skeleton className="h-4 w-2/3" />
            </div>
          ))}
        </div>
      ) : null}
      {data && entries.length === 0 ? (
        <p className="rounded-lg border border-line-strong border-dashed px-6 py-12 text-center text-muted">
          {isFiltered(filter) ? 'Nothing matches these filters.' : 'Nothing has happened yet.'}
        </p>
      ) : null}
      {entries.length > 0 ? (
        <ol aria-label="Audit trail" className="divide-y rounded-lg border">
          {entries.map((entry) => (
            <AuditLine
              key={entry.id}
              entry={entry}
              onActor={(actorId) => setFilter({ ...filter, actorId })}
              onThing={(thing) => setFilter({ ...filter, thing })}
            />
          ))}
        </ol>
      ) : null}
      {hasNextPage ? (
        <Button
          size="form"
          className="justify-self-start"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier lines
        </Button>
      ) : null}
    </div>
  );
}

interface AuditLineProps {
  entry: AuditEntryJson;
  onActor: (id: string) => void;
  onThing: (thing: { id: string; name: string }) => void;
}

/** One line of the audit trail as a sentence. The person and the thing in it are buttons that ask for more of them. */
function AuditLine({ entry: { attributes }, onActor, onThing }: AuditLineProps) {
  const { actor, action, thing, detail, address, occurred_at: at } = attributes;
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline">
      <p className="wrap-anywhere">
        <button type="button" title="Only what they did" className={nameClass} onClick={() => onActor(actor.id)}>
          {actor.name}
        </button>
        {actor.type === 'api_token' ? <Badge className="ml-1.5 align-text-bottom">API token</Badge> : null}
        <span>{` ${lookUp(auditTrail, action)?.words ?? action}`}</span>
        {thing.name === null ? null : (
          <>
            {' '}
            <button
              type="button"
              title="Only what was done to this"
              className={nameClass}
              onClick={() => onThing({ id: thing.id, name: thing.name ?? '' })}
            >
              {thing.name}
            </button>
          </>
        )}
        <span>{detail === null ? '.' : ` ${detail}.`}</span>
      </p>
      <p className="text-muted text-sm sm:text-right">
        <time dateTime={at}>{formatTime(new Date(at))}</time>
        {address === null ? null : (
          <>
            {' · '}
            <span className="wrap-anywhere font-mono">{address}</span>
          </>
        )}
      </p>
    </li>
  );
}

const nameClass =
  'wrap-anywhere cursor-pointer text-left font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink';
