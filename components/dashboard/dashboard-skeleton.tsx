import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

/** The dashboard before it is known whose it is. */
export function DashboardSkeleton() {
  return (
    <div className="grid gap-6">
      <div className="flex min-h-10 items-center">
        <h1 className="font-semibold text-xl">Live Streams</h1>
      </div>
      <StreamListSkeleton />
    </div>
  );
}

/** The dashboard's list while it is loading. */
export function StreamListSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-11 w-80 max-w-full" />
      <Card role="status" aria-label="Loading…" className="divide-y">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex h-14 items-center px-4">
            <Skeleton className="h-4 w-40" />
          </div>
        ))}
      </Card>
    </div>
  );
}
