'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useAuditEntries } from '@/lib/browser/data/organization/use-audit';
import { type AuditFilter, auditQueryOf, isFiltered } from './audit-filter';
import { AuditFilters } from './audit-filters';
import { AuditLine } from './audit-line';

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
        <p className="text-muted">Changes of the last 90 days, with person and address. Select a name to filter.</p>
      </div>
      <AuditFilters filter={filter} onChange={setFilter} />
      {error ? <Alert variant="destructive">{messageOr(error, 'Failed to load the audit trail')}</Alert> : null}
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
